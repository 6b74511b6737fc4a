/** The cookies of the current request as a jar, over those of Next.js. */
import * as Effect from "effect/Effect"
import { CookieJar, maxCookieOctets } from "../../platform/request/CookieJar.ts"
import { isHttps, type RequestLike } from "../../platform/request/RequestHeaders.ts"
import { isKnownSecure, type RequestCookieOptions } from "../../platform/request/ServerCookies.ts"

/** The part of `cookies()` that is used. */
export interface CookieStore {
  readonly getAll: () => ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** Throws during a render, whose headers were sent already. */
  readonly set: (name: string, value: string, options: CookieAttributes) => unknown
}

export interface CookieAttributes {
  readonly path: "/"
  readonly sameSite: "lax"
  readonly secure: boolean
  readonly maxAge?: number
  readonly domain?: string
  readonly httpOnly?: true
}

/** Makes the jar of one request. Each read sees the present cookies, also those that the app's own code has written. */
export const make = (
  store: CookieStore,
  headers: RequestLike["headers"],
  options: RequestCookieOptions = {}
): CookieJar["Service"] => {
  // A removed cookie stays in the store, empty.
  const readAll = () =>
    new Map(store.getAll().flatMap(({ name, value }) => (value === "" ? [] : [[name, value] as const])))
  const isSecure = options.https ?? (isHttps({ headers }, options) || isKnownSecure(readAll()))
  const write = (name: string, value: string, maxAge: number | undefined, domain?: string): boolean => {
    try {
      store.set(name, value, {
        path: "/",
        sameSite: "lax",
        secure: isSecure,
        ...(maxAge !== undefined && { maxAge }),
        ...(domain !== undefined && { domain }),
        ...(options.httpOnly === true && { httpOnly: true })
      })
      return true
    } catch {
      return false
    }
  }
  return CookieJar.of({
    isShared: false,
    use: (step) =>
      Effect.sync(() =>
        step({
          isSecure,
          all: readAll,
          // An unchanged cookie is not sent: when the response ends, the browser may have a newer value.
          set: (name, value, maxAgeSeconds) =>
            readAll().get(name) === value ||
            (name.length + encodeURIComponent(value).length <= maxCookieOctets && write(name, value, maxAgeSeconds)),
          // Not `delete`: browsers do not remove a `__Host-` cookie without `Secure`.
          remove: (name, domain) => void (readAll().has(name) && write(name, "", 0, domain))
        })
      ),
    changes: () => Effect.void
  })
}

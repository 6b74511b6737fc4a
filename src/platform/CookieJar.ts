/**
 * The cookies of one user agent, as the app's own domain sees them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How long a cookie is kept; its other attributes follow from the page (SECURITY A4.1). */
export interface SetCookie {
  readonly maxAgeSeconds: number
}

/** Reads and writes cookies. Names and values are kept to what needs no encoding. */
export class CookieJar extends Context.Service<
  CookieJar,
  {
    /** Whether the page is served over https, so that `Secure` and `__Host-` cookies work. */
    readonly isSecure: Effect.Effect<boolean>
    readonly names: Effect.Effect<ReadonlyArray<string>>
    /** The first cookie of this name, in the exact case. */
    readonly get: (name: string) => Effect.Effect<string | undefined>
    /** Writes a cookie. A browser may refuse without a word: read it back where that matters. */
    readonly set: (name: string, value: string, options: SetCookie) => Effect.Effect<void>
    readonly remove: (name: string) => Effect.Effect<void>
  }
>()("gatefold/platform/CookieJar") {}

/** Text of a `Cookie` header as names and values, in its order. Total: what is no pair is left out. */
export const parse = (header: string): ReadonlyArray<readonly [name: string, value: string]> =>
  header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=")
    return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
  })

const read = Effect.sync(() => {
  try {
    return parse(globalThis.document.cookie)
  } catch {
    // A sandboxed frame throws at the mere look.
    return []
  }
})

const write = (name: string, value: string, maxAgeSeconds: number) =>
  Effect.sync(() => {
    const secure = globalThis.location.protocol === "https:" ? "; Secure" : ""
    try {
      globalThis.document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
    } catch {
      // The same as a browser that refuses silently.
    }
  })

/** The page's own cookies. */
export const browser: CookieJar["Service"] = CookieJar.of({
  isSecure: Effect.sync(() => globalThis.location.protocol === "https:"),
  names: Effect.map(read, (cookies) => cookies.map(([name]) => name)),
  get: (name) => Effect.map(read, (cookies) => cookies.find(([other]) => other === name)?.[1]),
  set: (name, value, { maxAgeSeconds }) => write(name, value, maxAgeSeconds),
  remove: (name) => write(name, "", 0)
})

/** The page's own cookies. */
export const layerBrowser: Layer.Layer<CookieJar> = Layer.succeed(CookieJar, browser)

/** A jar that lives as long as the value. */
export const makeMemory = (): CookieJar["Service"] => {
  const cookies = new Map<string, string>()
  return CookieJar.of({
    isSecure: Effect.succeed(false),
    names: Effect.sync(() => [...cookies.keys()]),
    get: (name) => Effect.sync(() => cookies.get(name)),
    set: (name, value) => Effect.sync(() => void cookies.set(name, value)),
    remove: (name) => Effect.sync(() => void cookies.delete(name))
  })
}

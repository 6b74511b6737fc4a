/** The part of a session that a browser keeps. */
import * as Redacted from "effect/Redacted"
import * as CookieJar from "../../platform/request/CookieJar.ts"
import * as SessionCookies from "../../token/SessionCookies.ts"
import type { TestUser } from "../TestUsers.ts"

/** A cookie as Playwright takes it. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly url: string
  readonly expires: number
  readonly secure: boolean
  readonly sameSite: "Lax"
}

/** The cookies that the app's page would have written for a user's session, at its address. */
export const makeCookies = (
  projectId: string,
  { accessToken, refreshToken }: TestUser,
  url: string,
  now: number
): ReadonlyArray<Cookie> => {
  const { protocol, origin } = new URL(url)
  const secure = protocol === "https:"
  const written: Array<Cookie> = []
  const jar = {
    isSecure: secure,
    all: () => new Map<string, string>(),
    set: (name: string, value: string, maxAgeSeconds?: number) => {
      const [pair = ""] = CookieJar.serialize(name, value, { isSecure: secure }).split(";")
      const expires = maxAgeSeconds === undefined ? -1 : Math.floor(now / 1000) + maxAgeSeconds
      written.push({ name, value: pair.slice(name.length + 1), url: origin, expires, secure, sameSite: "Lax" })
      return true
    },
    remove: () => undefined
  }
  const tokens = { accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(refreshToken) }
  SessionCookies.write(jar, projectId, tokens, now)
  return written
}

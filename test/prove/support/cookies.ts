/** What responses say of cookies, for a jar. */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { CookieJar } from "../../../src/platform/request/CookieJar.ts"
import type { Tokens } from "../../../src/token/TokenStore.ts"

/** One cookie of a response; without a value it is removed. */
export interface Change {
  readonly name: string
  readonly value: string | undefined
  readonly maxAgeSeconds: number | undefined
}

/** A `Set-Cookie` header. */
export const readChange = (line: string): Change => {
  const [pair = "", ...attributes] = line.split("; ")
  const at = pair.indexOf("=")
  const maxAge = attributes.find((attribute) => attribute.startsWith("Max-Age="))?.slice("Max-Age=".length)
  return {
    name: pair.slice(0, at),
    value: maxAge === "0" ? undefined : decodeURIComponent(pair.slice(at + 1)),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge)
  }
}

/** Does what a response says. */
export const apply = (jar: CookieJar["Service"], changes: ReadonlyArray<Change>): Effect.Effect<void> =>
  jar.use(({ remove, set }) => {
    for (const { maxAgeSeconds, name, value } of changes) {
      if (value === undefined) remove(name)
      else set(name, value, maxAgeSeconds)
    }
  })

/** The `Cookie` header that the jar sends. */
export const makeJarHeader = (jar: CookieJar["Service"]): Effect.Effect<string> =>
  jar.use((cookies) => Array.from(cookies.all(), ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; "))

/** The cookies of a session, as a browser on https has them. */
export const SessionCookies = {
  makeHeader: (projectId: string, { accessToken, refreshToken }: Tokens): string => {
    const texts = [refreshToken, accessToken].map((token) => token && Redacted.value(token))
    const pair = encodeURIComponent(JSON.stringify(texts))
    return `__Host-stack-refresh-${projectId}=${texts[0]}; __Host-stack-access=${pair}`
  },
  /** Whether the headers of a response remove tokens. */
  areRemovedBy: (lines: ReadonlyArray<readonly [name: string, value: string]>): boolean =>
    lines.some(([name, line]) => name === "set-cookie" && readChange(line).value === undefined),
  /** The tokens that the headers of a response set, if any. */
  tokensIn: (lines: ReadonlyArray<readonly [name: string, value: string]>): Tokens | undefined => {
    const changes = lines.flatMap(([name, line]) => (name === "set-cookie" ? [readChange(line)] : []))
    const present = new Map(changes.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])))
    const access = present.get("__Host-stack-access")
    if (access === undefined) return undefined
    const [refreshText, accessText] = JSON.parse(access) as readonly [string, string]
    return { refreshToken: Redacted.make(refreshText), accessToken: Redacted.make(accessText) }
  }
}

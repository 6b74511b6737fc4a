/**
 * The refreshed tokens of requests whose response could not have cookies, because the work of the page failed. Only
 * this process has them, and only a request with the former refresh token gets them.
 */
import * as Effect from "effect/Effect"
import * as LruMap from "../../cache/LruMap.ts"
import { toTokenText } from "../../platform/request/TokenText.ts"
import { continues, type Tokens, type TokenStore } from "../../token/TokenStore.ts"

const capacity = 1000

/** The tokens that wait for the next request of their browser. */
export interface UnsentTokens {
  /** Keeps the tokens of a request if they are newer ones of the session that it came with. */
  readonly keep: (store: TokenStore["Service"], received: Tokens | undefined) => Effect.Effect<void>
  /** Gives a request the newer tokens of its session, if there are any: one request, whose response has them. */
  readonly restore: (store: TokenStore["Service"], received: Tokens | undefined) => Effect.Effect<void>
}

/** No tokens are kept at first. */
export const make = (): UnsentTokens => {
  const byRefreshToken = LruMap.make<string, Tokens>(capacity)
  return {
    keep: (store, received) =>
      Effect.map(store.get, (now) => {
        const former = toTokenText(received?.refreshToken)
        if (received === undefined || former === undefined || now === undefined || !continues(received, now)) return
        if (toTokenText(now.accessToken) !== toTokenText(received.accessToken)) byRefreshToken.set(former, now)
      }),
    restore: (store, received) =>
      Effect.suspend(() => {
        const former = toTokenText(received?.refreshToken) ?? ""
        const newer = byRefreshToken.get(former)
        if (newer === undefined) return Effect.void
        byRefreshToken.delete(former)
        return Effect.ignore(store.compareAndSet(received, newer))
      })
  }
}

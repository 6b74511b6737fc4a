/**
 * The remaining lifetimes of access tokens, and which tokens can be used for a request.
 *
 * The lifetime of a newly issued token counts from its receipt, so that a wrong clock on the device causes neither
 * constant refreshes nor tokens that never expire (docs/protocol/tokens.md#expiry-on-a-device). It is measured on the
 * monotonic clock, and on the wall clock, which goes on while the device sleeps, corrected by the skew that the last
 * received token showed. A token found in a store, such as one that another tab has refreshed, is judged by the
 * corrected wall clock alone.
 */
import type * as Clock from "effect/Clock"
import * as Redacted from "effect/Redacted"
import * as LruMap from "../../cache/LruMap.ts"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
import * as AccessTokenClaims from "../../domain/AccessTokenClaims.ts"
import type { Tokens } from "../../token/TokenStore.ts"
import { computeLeastRemainingMillis } from "../Freshness.ts"
import type { SessionCredentials } from "./SessionCredentials.ts"

/** When a token ends, in milliseconds: on the device's monotonic clock, and on the service's. */
interface End {
  readonly monotonic: number
  readonly wall: number
}

/** A session has one token at a time; some former ones are kept for late answers. */
const capacity = 16

/** Keeps the expiry of the newest tokens. */
export interface AccessTokenLifetimes {
  /** The remaining lifetime in milliseconds; at most 0 when the token must not be used. */
  readonly remainingMillis: (accessToken: Redacted.Redacted, clock: Clock.Clock) => number
  /** The tokens as credentials, if the access token is fresh and lasts as long as required, or until its end. */
  readonly credentials: (
    tokens: Tokens,
    requiredMillis: number | "to its end",
    clock: Clock.Clock
  ) => SessionCredentials | undefined
  /** Notes a token that the service has just issued. */
  readonly receive: (accessToken: Redacted.Redacted, clock: Clock.Clock) => void
  /** Notes that the service refused a token. */
  readonly reject: (accessToken: Redacted.Redacted) => void
}

export const make = (): AccessTokenLifetimes => {
  const ends = LruMap.make<string, End>(capacity)
  /** How far the device's clock is ahead of the service's. */
  let skewMillis = 0
  const keep = (accessToken: Redacted.Redacted, end: End): End => {
    ends.set(Redacted.value(accessToken), end)
    return end
  }
  const computeRemainingMillis = (accessToken: Redacted.Redacted, clock: Clock.Clock) => {
    const end = ends.get(Redacted.value(accessToken)) ?? keep(accessToken, readEnd(accessToken))
    return Math.min(
      end.monotonic - readMonotonicMillis(clock),
      end.wall - (clock.currentTimeMillisUnsafe() - skewMillis)
    )
  }
  return {
    remainingMillis: computeRemainingMillis,
    credentials: (tokens, requiredMillis, clock) => {
      const { accessToken, external, refreshToken } = tokens
      if (accessToken === undefined) return undefined
      const remaining = computeRemainingMillis(accessToken, clock)
      // A token that cannot be replaced is used until it expires.
      const enough =
        (refreshToken ?? external) === undefined || requiredMillis === "to its end"
          ? remaining > 0
          : remaining >= Math.max(requiredMillis, computeLeastRemainingMillis(accessToken))
      return enough ? { ...tokens, accessToken } : undefined
    },
    receive: (accessToken, clock) => {
      const claims = AccessTokenClaims.decodeOnce(accessToken)
      if (claims?.iat === undefined) return
      skewMillis = clock.currentTimeMillisUnsafe() - claims.iat * 1000
      const wall = claims.exp * 1000
      keep(accessToken, { monotonic: readMonotonicMillis(clock) + wall - claims.iat * 1000, wall })
    },
    reject: (accessToken) => {
      keep(accessToken, ended)
    }
  }
}

const ended: End = { monotonic: 0, wall: -Infinity }

const readEnd = (accessToken: Redacted.Redacted): End => {
  const claims = AccessTokenClaims.decodeOnce(accessToken)
  return claims === undefined ? ended : { monotonic: Infinity, wall: claims.exp * 1000 }
}

/** Ends a session at the service, when it is not in the store any more. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { isRefusedFor } from "../../domain/errors/RequestRefused.ts"
import { isInvalidAccessToken } from "../../domain/errors/Session.ts"
import * as CallTimeout from "../../http/CallTimeout.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { Tokens } from "../../token/TokenStore.ts"
import * as Wire from "../../wire/generated/Sessions.ts"
import type { AccessTokenLifetimes } from "./AccessTokenLifetimes.ts"
import type { Refreshes } from "./Refreshes.ts"
import type { SessionCredentials } from "./SessionCredentials.ts"

/** Tries to end a session at the service: one attempt for each request, within 5 seconds. */
export const revoke = (
  app: ClientApp["Service"],
  lifetimes: AccessTokenLifetimes,
  refreshes: Refreshes,
  tokens: Tokens
): Effect.Effect<void> =>
  Effect.clockWith((clock) => {
    const end = (credentials: SessionCredentials) => app.call(Wire.deleteCurrentSession, {}, credentials)
    const credentials = lifetimes.credentials(tokens, "to its end", clock)
    const endRenewed = Effect.flatMap(requestFreshTokens(refreshes, tokens), (renewed) =>
      renewed === undefined ? Effect.void : end(renewed)
    )
    return credentials === undefined
      ? endRenewed
      : Effect.catchIf(end(credentials), isRefusedFor(isInvalidAccessToken), () => endRenewed)
  }).pipe(
    Effect.timeoutOption("5 seconds"),
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
    // The limit above applies, not that of the caller: with an invalid or short limit the session would go on
    // unnoticed.
    Effect.provideService(CallTimeout.CallTimeout, undefined),
    Effect.exit,
    Effect.asVoid
  )

/** Fresh credentials of the session; undefined if it is over. */
const requestFreshTokens = Effect.fnUntraced(function* (refreshes: Refreshes, tokens: Tokens) {
  if (tokens.refreshToken === undefined) return undefined
  const underWay = refreshes.find(tokens)
  const outcome = underWay && (yield* Deferred.await(underWay.landed))
  if (outcome === undefined || outcome._tag === "Replaced") return yield* refreshes.request(tokens)
  return outcome._tag === "Refreshed" ? outcome.credentials : undefined
})

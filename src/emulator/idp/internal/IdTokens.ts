/** ID tokens for services and for native apps, and the keys to verify them. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ProviderId } from "../../../domain/Ids.ts"
import * as KeyPair from "../../crypto/KeyPair.ts"
import * as StateParts from "../../storage/StateParts.ts"
import * as Identities from "../Identities.ts"
import { ada, type IdTokenRequest } from "../SignInAnswer.ts"
import type { Claims } from "./Tokens.ts"

const defaultLifetimeMillis = 600_000

/** Signs claims for an audience, with the issuer of a provider. */
export type Sign = (
  claims: Claims,
  options: { readonly provider: string; readonly audience: string; readonly lifetimeMillis?: number | undefined }
) => Effect.Effect<string, never, SqlClient>

export const make = Effect.fnUntraced(function* (issuerOf: (providerId: ProviderId) => string) {
  const parts = yield* StateParts.StateParts
  yield* KeyPair.ensureSecret("identity provider")
  let cached: KeyPair.KeyPair | undefined
  parts.add(StateParts.cache("idTokenKey", () => void (cached = undefined)))
  const keyPair = Effect.suspend(() =>
    cached === undefined
      ? Effect.map(KeyPair.readSecret("identity provider"), (secret) => (cached = KeyPair.derive(secret, "id-token")))
      : Effect.succeed(cached)
  )

  const sign: Sign = Effect.fnUntraced(function* (
    claims,
    { audience, lifetimeMillis = defaultLifetimeMillis, provider }
  ) {
    const now = yield* Clock.currentTimeMillis
    const iat = Math.floor(now / 1000)
    const exp = Math.floor((now + lifetimeMillis) / 1000)
    return (yield* keyPair).sign({ ...claims, iss: issuerOf(provider), aud: audience, iat, exp })
  })

  return {
    publicJwk: Effect.map(keyPair, ({ publicJwk }) => publicJwk),
    sign,
    issue: Effect.fnUntraced(function* ({
      audience,
      identity = ada,
      lifetimeMillis,
      provider = "apple"
    }: IdTokenRequest) {
      const claims = Identities.toClaims(yield* Identities.ensure(provider, identity), "approve")
      return yield* sign(claims, { audience, lifetimeMillis, provider })
    })
  }
})

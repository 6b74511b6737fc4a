/** The test identities of the built-in identity provider, by provider. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProviderId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import type { Outcome } from "./Outcome.ts"
import type { Identity } from "./SignInAnswer.ts"
import type { Claims } from "./Tokens.ts"

/** A stored identity; the id is the account id. */
export interface IdentityRow {
  readonly id: string
  readonly provider_id: ProviderId
  readonly email: string | null
  readonly email_verified: number
  readonly display_name: string | null
  readonly profile_image_url: string | null
}

/** The claims of a provider about an identity. Some outcomes leave the address out, or unverified. */
export const toClaims = (identity: IdentityRow, outcome: Outcome): Claims => ({
  sub: identity.id,
  ...(identity.display_name !== null && { name: identity.display_name }),
  ...(identity.profile_image_url !== null && { picture: identity.profile_image_url }),
  ...(identity.email !== null &&
    outcome !== "missing-email" && {
      email: identity.email,
      email_verified: identity.email_verified === 1 && outcome !== "unverified-email"
    })
})

export class Identities extends Context.Service<
  Identities,
  {
    /** The identities of all providers, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<IdentityRow>>
    /** Oldest first. */
    readonly list: (providerId: ProviderId) => Effect.Effect<ReadonlyArray<IdentityRow>>
    readonly find: (providerId: ProviderId, id: string) => Effect.Effect<IdentityRow | undefined>
    /** The identity with this account id or address, updated, or a new one. */
    readonly ensure: (providerId: ProviderId, identity: Identity) => Effect.Effect<IdentityRow>
    /** Whether there was such an identity. */
    readonly remove: (providerId: ProviderId, id: string) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/idp/Identities") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  const find: Identities["Service"]["find"] = (providerId, id) =>
    Database.first(sql<IdentityRow>`SELECT * FROM idp_identities WHERE provider_id = ${providerId} AND id = ${id}`)

  const match = Effect.fnUntraced(function* (providerId: ProviderId, { accountId, email }: Identity) {
    if (accountId !== undefined) return yield* find(providerId, accountId)
    if (email === undefined || email === null) return undefined
    return yield* Database.first(sql<IdentityRow>`SELECT * FROM idp_identities
      WHERE provider_id = ${providerId} AND email = ${email} ORDER BY created_at, rowid LIMIT 1`)
  })

  const ensure = Effect.fnUntraced(function* (providerId: ProviderId, identity: Identity) {
    const existing = yield* match(providerId, identity)
    const row: IdentityRow = {
      id: existing?.id ?? identity.accountId ?? randomness.uuid(),
      provider_id: providerId,
      email: identity.email === undefined ? (existing?.email ?? null) : identity.email,
      email_verified: Number(identity.emailVerified ?? (existing === undefined || existing.email_verified === 1)),
      display_name: identity.displayName ?? existing?.display_name ?? null,
      profile_image_url: identity.profileImageUrl ?? existing?.profile_image_url ?? null
    }
    if (existing === undefined) {
      const created_at = yield* Clock.currentTimeMillis
      yield* Database.insert(sql, "idp_identities", { ...row, created_at })
    } else {
      yield* Database.run(sql`UPDATE idp_identities SET ${sql.update({ ...row })}
        WHERE provider_id = ${providerId} AND id = ${row.id}`)
    }
    return row
  })

  return Identities.of({
    find,
    all: Database.all(sql<IdentityRow>`SELECT * FROM idp_identities ORDER BY created_at, rowid`),
    remove: (providerId, id) =>
      Database.transaction(
        sql,
        Effect.tap(
          Effect.map(find(providerId, id), (row) => row !== undefined),
          Database.run(sql`DELETE FROM idp_identities WHERE provider_id = ${providerId} AND id = ${id}`)
        )
      ),
    list: (providerId) =>
      Database.all(sql<IdentityRow>`SELECT * FROM idp_identities
        WHERE provider_id = ${providerId} ORDER BY created_at, rowid`),
    ensure: (providerId, identity) => Database.transaction(sql, ensure(providerId, identity))
  })
})

/** Keeps identities in the database. */
export const layer = Layer.effect(Identities, make)

/** The test identities of the built-in identity provider, by provider. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ProviderId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import type { Claims } from "./internal/Tokens.ts"
import type { Outcome } from "./Outcome.ts"
import type { Identity } from "./SignInAnswer.ts"

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

/** The identities of all providers, oldest first. */
export const all = Database.all(sql<IdentityRow>`SELECT * FROM idp_identities ORDER BY created_at, rowid`)

/** The identities of a provider, oldest first. */
export const list = (providerId: ProviderId) =>
  Database.all(sql<IdentityRow>`SELECT * FROM idp_identities
    WHERE provider_id = ${providerId} ORDER BY created_at, rowid`)

export const find = (providerId: ProviderId, id: string) =>
  Database.first(sql<IdentityRow>`SELECT * FROM idp_identities WHERE provider_id = ${providerId} AND id = ${id}`)

const match = Effect.fnUntraced(function* (providerId: ProviderId, { accountId, email }: Identity) {
  if (accountId !== undefined) return yield* find(providerId, accountId)
  if (email === undefined || email === null) return undefined
  return yield* Database.first(sql<IdentityRow>`SELECT * FROM idp_identities
    WHERE provider_id = ${providerId} AND email = ${email} ORDER BY created_at, rowid LIMIT 1`)
})

/** The identity with this account id or address, updated, or a new one. */
export const ensure = Effect.fnUntraced(function* (providerId: ProviderId, identity: Identity) {
  const existing = yield* match(providerId, identity)
  const { uuid } = yield* Randomness
  const row: IdentityRow = {
    id: existing?.id ?? identity.accountId ?? uuid(),
    provider_id: providerId,
    email: identity.email === undefined ? (existing?.email ?? null) : identity.email,
    email_verified: Number(identity.emailVerified ?? (existing === undefined || existing.email_verified === 1)),
    display_name: identity.displayName ?? existing?.display_name ?? null,
    profile_image_url: identity.profileImageUrl ?? existing?.profile_image_url ?? null
  }
  if (existing === undefined) {
    const created_at = yield* Clock.currentTimeMillis
    yield* Database.insert("idp_identities", { ...row, created_at })
  } else {
    yield* Database.run(sql`UPDATE idp_identities SET ${sql.update({ ...row })}
      WHERE provider_id = ${providerId} AND id = ${row.id}`)
  }
  return row
}, Database.transaction)

/** Removes an identity, and returns whether there was one. */
export const remove = (providerId: ProviderId, id: string) =>
  Database.exists(sql`DELETE FROM idp_identities WHERE provider_id = ${providerId} AND id = ${id} RETURNING id`)

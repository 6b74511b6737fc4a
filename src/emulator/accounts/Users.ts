/** Users, their sign-in methods and their selected team (docs/protocol/resources.md#users). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Metadata } from "../../api/schema/Metadata.ts"
import type { RiskScores } from "../../api/schema/User.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { encodeMetadata, pickDefined } from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as PrimaryEmails from "./PrimaryEmails.ts"
import { type Restrictions, selectUsers, type UserRow } from "./UserRow.ts"

/** The writable columns of a user; absent ones stay. */
export interface UserUpdate {
  readonly displayName?: string | null | undefined
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: Metadata | undefined
  readonly clientReadOnlyMetadata?: Metadata | undefined
  readonly serverMetadata?: Metadata | undefined
  readonly passwordHash?: string | null | undefined
  readonly otpAuthEnabled?: boolean | undefined
  readonly totpSecret?: string | null | undefined
  readonly requiresTotpMfa?: boolean | undefined
  /** Removes the passkey; it cannot be set here. */
  readonly passkeyAuthEnabled?: false | undefined
  readonly isAnonymous?: boolean | undefined
  readonly restrictedByAdmin?: boolean | undefined
  readonly restrictedByAdminReason?: string | null | undefined
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
  readonly countryCode?: string | null | undefined
  readonly riskScores?: RiskScores | undefined
  readonly selectedTeamId?: string | null | undefined
}

export interface NewUser extends UserUpdate {
  readonly email?: PrimaryEmails.PrimaryEmail | undefined
}

/** Filters and paging for a list of users; `cursor` is the id of the first user on the page. */
export interface ListOptions {
  readonly teamId?: TeamId | undefined
  readonly query?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly orderBy?: Order | undefined
  readonly desc?: boolean | undefined
  /** Without users whose primary address is at one of these domains, in lower case. */
  readonly withoutDomains?: ReadonlyArray<string> | undefined
  /** Default: all users. */
  readonly subset?: UserSubset | undefined
}

/** The column that users are sorted by, and then by id. Default: the time of sign-up. */
export type Order = "signed_up_at" | "last_active_at"

/** Leaves out restricted users, only anonymous ones, or all but anonymous ones. */
export type UserSubset =
  | { readonly _tag: "Unrestricted"; readonly by: Restrictions }
  | { readonly _tag: "SignedUp" | "Anonymous" }

export { list } from "./internal/UserList.ts"

const select = sql.literal(selectUsers)

export const find = (projectId: ProjectId, id: string) =>
  Database.first(sql<UserRow>`${select} WHERE u.id = ${id} AND u.project_id = ${projectId}`)

/** The user who signs in with an email address, compared exactly. */
export const findByAuthEmail = (projectId: ProjectId, email: string) =>
  Database.first(sql<UserRow>`${select} WHERE u.id = (SELECT user_id FROM contact_channels
    WHERE project_id = ${projectId} AND type = 'email' AND value = ${email} AND used_for_auth = 1)`)

const toColumns = (changes: UserUpdate) =>
  pickDefined({
    display_name: changes.displayName === "" ? null : changes.displayName,
    profile_image_url: changes.profileImageUrl,
    client_metadata: encodeMetadata(changes.clientMetadata),
    client_read_only_metadata: encodeMetadata(changes.clientReadOnlyMetadata),
    server_metadata: encodeMetadata(changes.serverMetadata),
    password_hash: changes.passwordHash,
    otp_auth_enabled: changes.otpAuthEnabled,
    totp_secret: changes.totpSecret,
    requires_totp_mfa: changes.requiresTotpMfa,
    is_anonymous: changes.isAnonymous,
    restricted_by_admin: changes.restrictedByAdmin,
    restricted_by_admin_reason: changes.restrictedByAdminReason,
    restricted_by_admin_private_details: changes.restrictedByAdminPrivateDetails,
    country_code: changes.countryCode,
    sign_up_risk_bot: changes.riskScores?.signUp.bot,
    sign_up_risk_abuse: changes.riskScores?.signUp.freeTrialAbuse,
    selected_team_id: changes.selectedTeamId
  })

export const create = Effect.fnUntraced(function* (projectId: ProjectId, { email, ...fields }: NewUser) {
  const id: UserId = (yield* Randomness).uuid()
  const now = yield* Clock.currentTimeMillis
  const columns = { id, project_id: projectId, signed_up_at: now, last_active_at: now, ...toColumns(fields) }
  yield* Database.insert("users", columns)
  if (email !== undefined) yield* PrimaryEmails.insert(projectId, id, email)
  return id
}, Database.transaction)

/** Upgrades a guest to an ordinary user, with the same id and data. */
export const signUp = Effect.fnUntraced(function* (anonymousUser: UserRow, { email, ...fields }: NewUser) {
  if (email !== undefined) yield* PrimaryEmails.set(anonymousUser, email)
  yield* update(anonymousUser.id, { ...fields, isAnonymous: false })
}, Database.transaction)

export const update = Effect.fnUntraced(function* (id: string, changes: UserUpdate) {
  if (changes.passkeyAuthEnabled === false) yield* Database.run(sql`DELETE FROM passkeys WHERE user_id = ${id}`)
  const columns = toColumns(changes)
  if (Object.keys(columns).length === 0) return
  yield* Database.run(sql`UPDATE users SET ${sql.update(columns)} WHERE id = ${id}`)
})

export const remove = (id: string) => Database.run(sql`DELETE FROM users WHERE id = ${id}`)

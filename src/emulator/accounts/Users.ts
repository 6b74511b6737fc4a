/** Users, their sign-in methods and their selected team (docs/protocol/resources.md#users). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import * as Struct from "effect/Struct"
import type { Metadata } from "../../api/schema/Metadata.ts"
import type { CurrentUser, RiskScores, ServerUser } from "../../api/schema/User.ts"
import { ProviderId, TeamId, UserId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import type { Randomness } from "../crypto/Randomness.ts"
import type { ProjectConfig } from "../projects/ProjectConfig.ts"
import type { Generation } from "../runtime/Generation.ts"
import { StateParts } from "../runtime/StateParts.ts"
import * as Columns from "../storage/Columns.ts"
import { parseMetadata } from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import * as Paging from "../storage/Paging.ts"
import * as UserChanges from "./internal/UserChanges.ts"
import type * as PrimaryEmails from "./PrimaryEmails.ts"

const OAuthAccount = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String)
})
/** An account at a sign-in provider. */
export interface OAuthAccount extends Schema.Struct.Type<(typeof OAuthAccount)["fields"]> {}

const parseAccounts = Columns.parser(Schema.Array(OAuthAccount))

/** A user with all columns of its read shapes. */
export interface UserRow {
  readonly id: string
  readonly project_id: string
  readonly display_name: string | null
  readonly profile_image_url: string | null
  readonly client_metadata: string | null
  readonly client_read_only_metadata: string | null
  readonly server_metadata: string | null
  readonly password_hash: string | null
  readonly otp_auth_enabled: number
  readonly totp_secret: string | null
  readonly requires_totp_mfa: number
  readonly is_anonymous: number
  readonly restricted_by_admin: number
  readonly restricted_by_admin_reason: string | null
  readonly restricted_by_admin_private_details: string | null
  readonly country_code: string | null
  readonly sign_up_risk_bot: number
  readonly sign_up_risk_abuse: number
  readonly selected_team_id: string | null
  readonly signed_up_at: number
  readonly last_active_at: number
  readonly email_id: string | null
  readonly email: string | null
  readonly email_verified: number | null
  readonly email_used_for_auth: number | null
  readonly has_passkey: number
  /** JSON array of {@link OAuthAccount}. */
  readonly provider_accounts: string
  readonly team_display_name: string | null
  readonly team_profile_image_url: string | null
  readonly team_client_metadata: string | null
  readonly team_client_read_only_metadata: string | null
  readonly team_server_metadata: string | null
  readonly team_created_at: number | null
}

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

/** The data of a new user. */
export interface NewUser extends UserUpdate {
  readonly email?: PrimaryEmails.PrimaryEmail | undefined
}

/** Filters and paging for a list of users; `cursor` is the id of the first user on the page. */
export interface ListOptions {
  readonly teamId?: string | undefined
  readonly query?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly orderBy?: Order | undefined
  readonly desc?: boolean | undefined
  /** Without users whose primary address is at one of these domains, in lower case. */
  readonly withoutDomains?: ReadonlyArray<string> | undefined
  /** Default: all users. */
  readonly among?: Among | undefined
}

/** The column that users are sorted by, and then by id. Default: the time of sign-up. */
export type Order = "signed_up_at" | "last_active_at"

/** Leaves out restricted users, only anonymous ones, or all but anonymous ones. */
export type Among =
  | { readonly _tag: "Unrestricted"; readonly by: Restrictions }
  | { readonly _tag: "SignedUp" | "Anonymous" }

/** The users of all projects. */
export class Users extends Context.Service<
  Users,
  {
    readonly find: (projectId: string, id: string) => Effect.Effect<UserRow | undefined>
    /** The user who signs in with an email address, compared exactly. */
    readonly findByAuthEmail: (projectId: string, email: string) => Effect.Effect<UserRow | undefined>
    /** Creates a user; `undefined` if another user signs in with the address. */
    readonly create: (projectId: string, fields: NewUser) => Effect.Effect<string | undefined>
    /** Upgrades a guest to an ordinary user, with the same id and data. */
    readonly signUp: (anonymousUser: UserRow, fields: NewUser) => Effect.Effect<string | undefined>
    readonly update: (id: string, update: UserUpdate) => Effect.Effect<void>
    /**
     * Sets, changes or (with null) takes away the primary address. False if the address is in use for sign-in. The
     * current service keeps the channel of the former address and only makes it secondary; that of 2025-06 overwrites
     * or deletes it.
     */
    readonly setPrimaryEmail: (user: UserRow, email: PrimaryEmails.PrimaryEmail | null) => Effect.Effect<boolean>
    readonly remove: (id: string) => Effect.Effect<void>
    readonly list: (projectId: string, options: ListOptions) => Effect.Effect<Page<UserRow>>
  }
>()("gatefold/emulator/accounts/Users") {}

const selectedTeam = (row: UserRow) =>
  row.selected_team_id === null || row.team_display_name === null || row.team_created_at === null
    ? null
    : {
        id: TeamId.make(row.selected_team_id),
        displayName: row.team_display_name,
        profileImageUrl: row.team_profile_image_url,
        clientMetadata: parseMetadata(row.team_client_metadata),
        clientReadOnlyMetadata: parseMetadata(row.team_client_read_only_metadata),
        createdAt: new Date(row.team_created_at),
        serverMetadata: parseMetadata(row.team_server_metadata)
      }

/** The restrictions of a project. */
export type Restrictions = Pick<ProjectConfig, "requireEmailVerification">

/** Why a user is restricted in the current service: the first reason that applies. */
export const restrictedReasonOf = (
  row: UserRow,
  { requireEmailVerification }: Restrictions
): "anonymous" | "email_not_verified" | "restricted_by_administrator" | undefined => {
  if (row.is_anonymous === 1) return "anonymous"
  if (requireEmailVerification && row.email_verified !== 1) return "email_not_verified"
  return row.restricted_by_admin === 1 ? "restricted_by_administrator" : undefined
}

/** The fields of users in the current service only. */
const restrictionOf = (row: UserRow, restrictions: Restrictions) => {
  const reason = restrictedReasonOf(row, restrictions)
  return {
    isRestricted: reason !== undefined,
    restrictedReason: reason ?? null,
    restrictedByAdmin: row.restricted_by_admin === 1,
    restrictedByAdminReason: row.restricted_by_admin_reason,
    restrictedByAdminPrivateDetails: row.restricted_by_admin_private_details,
    countryCode: row.country_code,
    riskScores: { signUp: { bot: row.sign_up_risk_bot, freeTrialAbuse: row.sign_up_risk_abuse } }
  }
}

/** The server's shape of a user; without `restrictions` that of 2025-06. */
export const toServerUser = (row: UserRow, restrictions: Restrictions | undefined): ServerUser => {
  const accounts = row.provider_accounts === "[]" ? [] : parseAccounts(row.provider_accounts)
  return {
    id: UserId.make(row.id),
    displayName: row.display_name,
    primaryEmail: row.email,
    primaryEmailVerified: row.email_verified === 1,
    primaryEmailAuthEnabled: row.email_used_for_auth === 1,
    profileImageUrl: row.profile_image_url,
    signedUpAt: new Date(row.signed_up_at),
    lastActiveAt: new Date(row.last_active_at),
    clientMetadata: parseMetadata(row.client_metadata),
    clientReadOnlyMetadata: parseMetadata(row.client_read_only_metadata),
    serverMetadata: parseMetadata(row.server_metadata),
    hasPassword: row.password_hash !== null,
    emailAuthEnabled: row.password_hash !== null || row.otp_auth_enabled === 1,
    otpAuthEnabled: row.otp_auth_enabled === 1,
    passkeyAuthEnabled: row.has_passkey === 1,
    oauthProviders: accounts.map((account) => ({ ...account, id: ProviderId.make(account.id) })),
    isMultiFactorRequired: row.requires_totp_mfa === 1,
    isAnonymous: row.is_anonymous === 1,
    ...(restrictions === undefined
      ? { isRestricted: false, restrictedReason: null }
      : restrictionOf(row, restrictions)),
    selectedTeamId: row.selected_team_id === null ? null : TeamId.make(row.selected_team_id),
    selectedTeam: selectedTeam(row)
  }
}

/** The client's shape of a user. */
export const toCurrentUser = (row: UserRow, restrictions: Restrictions | undefined): CurrentUser => {
  const user = Struct.omit(toServerUser(row, restrictions), serverOnly)
  return { ...user, selectedTeam: user.selectedTeam && Struct.omit(user.selectedTeam, serverOnlyOfTeam) }
}

const serverOnly = [
  "countryCode",
  "lastActiveAt",
  "primaryEmailAuthEnabled",
  "restrictedByAdminPrivateDetails",
  "riskScores",
  "serverMetadata"
] as const

const serverOnlyOfTeam = ["createdAt", "serverMetadata"] as const

const userColumns = `u.*,
  c.id AS email_id, c.value AS email, c.is_verified AS email_verified, c.used_for_auth AS email_used_for_auth,
  t.display_name AS team_display_name, t.profile_image_url AS team_profile_image_url,
  t.client_metadata AS team_client_metadata, t.client_read_only_metadata AS team_client_read_only_metadata,
  t.server_metadata AS team_server_metadata, t.created_at AS team_created_at,
  EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id) AS has_passkey,
  (SELECT json_group_array(json_object('id', a.provider_id, 'accountId', a.account_id, 'email', a.email)
    ORDER BY a.created_at, a.rowid) FROM provider_accounts a WHERE a.user_id = u.id) AS provider_accounts`

const tables = `users u
  LEFT JOIN contact_channels c ON c.user_id = u.id AND c.type = 'email' AND c.is_primary = 1
  LEFT JOIN teams t ON t.id = u.selected_team_id`

const maxPositions = 10_000

/** Users in the database. */
export const layer: Layer.Layer<Users, never, SqlClient | Randomness | Generation | StateParts> = Layer.effect(
  Users,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const changes = yield* UserChanges.make
    const select = sql.literal(`SELECT ${userColumns} FROM ${tables}`)

    /** In lower case. A search converts every row, so SQLite handles ASCII and calls JavaScript only for the rest. */
    const folded = (column: string) =>
      sql.literal(`CASE WHEN ${column} GLOB '*[^ -~]*' THEN fold(${column}) ELSE lower(${column}) END`)

    /**
     * Times of cursors, so that a page can go on after the cursor's user was deleted. Not an `LruMap`: a snapshot lists
     * them, and a list of entries there would be in every app of a browser.
     */
    const positions = new Map<string, number>()

    const remember = (cursor: string, position: number): void => {
      positions.delete(cursor)
      positions.set(cursor, position)
      for (const oldest of positions.keys()) {
        if (positions.size <= maxPositions) break
        positions.delete(oldest)
      }
    }

    const parts = yield* StateParts
    parts.add<ReadonlyArray<readonly [string, number]>>({
      name: "cursors",
      schema: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite])),
      capture: () => [...positions],
      restore: (captured) => {
        positions.clear()
        for (const [cursor, position] of captured) positions.set(cursor, position)
      }
    })

    const positionKey = (projectId: string, id: string, order: Order) =>
      order === "signed_up_at" ? `${projectId} ${id}` : `${projectId} ${id} ${order}`

    const positionOf = Effect.fnUntraced(function* (projectId: string, id: string, order: Order) {
      const row = yield* Database.first(sql<{ at: number }>`SELECT ${sql.literal(order)} AS at FROM users
        WHERE project_id = ${projectId} AND id = ${id}`)
      return row?.at ?? positions.get(positionKey(projectId, id, order))
    })

    const list = Effect.fnUntraced(function* (projectId: string, options: ListOptions) {
      const { orderBy = "signed_up_at", withoutDomains = [] } = options
      const column = sql.literal(`u.${orderBy}`)
      const { comparison, direction } = Paging.order(sql, options.desc)
      const from = options.cursor === undefined ? undefined : yield* positionOf(projectId, options.cursor, orderBy)
      // An unknown cursor returns an empty page: returning the first page again could cause an endless loop.
      if (options.cursor !== undefined && from === undefined) return { items: [], nextCursor: null }
      const conditions = [sql`u.project_id = ${projectId}`]
      if (options.teamId !== undefined) {
        conditions.push(sql`u.id IN (SELECT user_id FROM team_memberships WHERE team_id = ${options.teamId})`)
      }
      if (options.among !== undefined) {
        conditions.push(sql`u.is_anonymous = ${options.among._tag === "Anonymous"}`)
        if (options.among._tag === "Unrestricted") {
          conditions.push(sql`u.restricted_by_admin = ${false}`)
          if (options.among.by.requireEmailVerification) conditions.push(sql`c.is_verified = ${true}`)
        }
      }
      if (withoutDomains.length > 0) {
        conditions.push(sql`(c.value IS NULL
          OR lower(substr(c.value, instr(c.value, '@') + 1)) NOT IN ${sql.in(withoutDomains)})`)
      }
      if (options.query !== undefined && options.query !== "") {
        const part = options.query.toLowerCase()
        conditions.push(sql`(u.id = ${options.query} OR instr(${folded("u.display_name")}, ${part}) > 0
          OR u.id IN (SELECT user_id FROM contact_channels
            WHERE project_id = ${projectId} AND instr(${folded("value")}, ${part}) > 0))`)
      }
      if (options.cursor !== undefined && from !== undefined) {
        conditions.push(sql`(${column}, u.id) ${comparison} (${from}, ${options.cursor})`)
      }
      const rows = yield* Database.all(sql<UserRow>`${select} WHERE ${sql.and(conditions)}
        ORDER BY ${column} ${direction}, u.id ${direction}
        LIMIT ${Paging.rowsFor(options.limit)}`)
      const next = options.limit === undefined ? undefined : rows[options.limit]
      if (next !== undefined) remember(positionKey(projectId, next.id, orderBy), next[orderBy])
      return Paging.first(rows, options.limit)
    })

    return {
      find: (projectId, id) =>
        Database.first(sql<UserRow>`${select} WHERE u.id = ${id} AND u.project_id = ${projectId}`),

      findByAuthEmail: (projectId, email) =>
        Database.first(sql<UserRow>`${select} WHERE u.id = (SELECT user_id FROM contact_channels
          WHERE project_id = ${projectId} AND type = 'email' AND value = ${email} AND used_for_auth = 1)`),

      list,
      ...changes
    }
  })
)

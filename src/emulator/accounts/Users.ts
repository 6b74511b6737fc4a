/** Users, their sign-in methods and their selected team (docs/protocol/resources.md#users). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { Metadata } from "../../api/schema/Metadata.ts"
import type { RiskScores } from "../../api/schema/User.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import * as Database from "../storage/Database.ts"
import * as UserChanges from "./internal/UserChanges.ts"
import * as UserList from "./internal/UserList.ts"
import type * as PrimaryEmails from "./PrimaryEmails.ts"
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

export class Users extends Context.Service<
  Users,
  {
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<UserRow | undefined>
    /** The user who signs in with an email address, compared exactly. */
    readonly findByAuthEmail: (projectId: ProjectId, email: string) => Effect.Effect<UserRow | undefined>
    readonly create: (projectId: ProjectId, fields: NewUser) => Effect.Effect<UserId, PrimaryEmails.EmailConflict>
    /** Upgrades a guest to an ordinary user, with the same id and data. */
    readonly signUp: (anonymousUser: UserRow, fields: NewUser) => Effect.Effect<void, PrimaryEmails.EmailConflict>
    readonly update: (id: string, update: UserUpdate) => Effect.Effect<void>
    /**
     * Sets, changes or (with null) takes away the primary address. The current service keeps the channel of the former
     * address and only makes it secondary; that of 2025-06 overwrites or deletes it.
     */
    readonly setPrimaryEmail: (
      user: UserRow,
      email: PrimaryEmails.PrimaryEmail | null
    ) => Effect.Effect<void, PrimaryEmails.EmailConflict>
    readonly remove: (id: string) => Effect.Effect<void>
    readonly list: (projectId: ProjectId, options: ListOptions) => Effect.Effect<Page<UserRow>>
  }
>()("gatefold/emulator/accounts/Users") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const changes = yield* UserChanges.make
  const select = sql.literal(selectUsers)

  return Users.of({
    find: (projectId, id) => Database.first(sql<UserRow>`${select} WHERE u.id = ${id} AND u.project_id = ${projectId}`),

    findByAuthEmail: (projectId, email) =>
      Database.first(sql<UserRow>`${select} WHERE u.id = (SELECT user_id FROM contact_channels
        WHERE project_id = ${projectId} AND type = 'email' AND value = ${email} AND used_for_auth = 1)`),

    list: yield* UserList.make,
    ...changes
  })
})

/** Keeps users in the database. */
export const layer = Layer.effect(Users, make)

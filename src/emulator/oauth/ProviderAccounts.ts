/**
 * Finds or creates the user of an account at a provider: sign-in, sign-up and linking
 * (docs/protocol/oauth.md#whose-account).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import {
  OAuthConnectionAlreadyConnectedToAnotherUser,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../domain/errors/OAuth.ts"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse, SignUpNotEnabled } from "../../domain/errors/Users.ts"
import { Accounts } from "../accounts/Accounts.ts"
import * as Database from "../storage/Database.ts"
import type { Project } from "../projects/Projects.ts"
import { type NewUser, type UserRow, Users } from "../accounts/Users.ts"
import type { Profile } from "./Provider.ts"

/** The account at the provider. */
export interface Arrival {
  readonly userId: string
  readonly isNewUser: boolean
}

/** The accounts at providers of all users. Callers run these in a transaction of their own. */
export class ProviderAccounts extends Context.Service<
  ProviderAccounts,
  {
    /** The user of an account; a new user is signed up, and a guest is upgraded. */
    readonly signIn: (
      project: Project,
      providerId: string,
      profile: Profile,
      guest: UserRow | undefined
    ) => Effect.Effect<Arrival, SignUpNotEnabled | ContactChannelAlreadyUsedForAuthBySomeoneElse>
    readonly link: (
      project: Project,
      providerId: string,
      profile: Profile,
      userId: string
    ) => Effect.Effect<
      Arrival,
      OAuthConnectionAlreadyConnectedToAnotherUser | UserAlreadyConnectedToAnotherOAuthConnection
    >
    /** The id of an account's user. */
    readonly ownerOf: (projectId: string, providerId: string, accountId: string) => Effect.Effect<string | undefined>
    /** Whether a user has an account at a provider. */
    readonly has: (projectId: string, providerId: string, userId: string) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/oauth/ProviderAccounts") {}

interface Row {
  readonly user_id: string
}

/** Accounts in the database. */
export const layer: Layer.Layer<ProviderAccounts, never, SqlClient | Users | Accounts> = Layer.effect(
  ProviderAccounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const users = yield* Users
    const accounts = yield* Accounts

    const ownerOf: ProviderAccounts["Service"]["ownerOf"] = (projectId, providerId, accountId) =>
      Effect.map(
        Database.first(sql<Row>`SELECT user_id FROM oauth_accounts
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}`),
        (row) => row?.user_id
      )

    const has: ProviderAccounts["Service"]["has"] = (projectId, providerId, userId) =>
      Effect.map(
        Database.first(sql<Row>`SELECT user_id FROM oauth_accounts
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND user_id = ${userId}`),
        (row) => row !== undefined
      )

    const add = Effect.fnUntraced(function* (project: Project, providerId: string, profile: Profile, userId: string) {
      yield* Database.run(
        sql`INSERT INTO oauth_accounts ${sql.insert({
          user_id: userId,
          project_id: project.id,
          provider_id: providerId,
          account_id: profile.accountId,
          email: profile.email,
          created_at: yield* Clock.currentTimeMillis
        })}`
      )
    })

    const signIn: ProviderAccounts["Service"]["signIn"] = Effect.fnUntraced(
      function* (project, providerId, profile, guest) {
        const owner = yield* ownerOf(project.id, providerId, profile.accountId)
        if (owner !== undefined) return { userId: owner, isNewUser: false }
        if (!project.config.signUpEnabled) return yield* new SignUpNotEnabled()

        const { email } = profile
        const holder = email === null ? undefined : yield* users.findByAuthEmail(project.id, email)
        const strategy = project.config.oauthAccountMergeStrategy
        if (holder !== undefined && strategy !== "allow_duplicates") {
          const channel = yield* Database.first(sql<{ is_verified: number }>`SELECT is_verified FROM contact_channels
          WHERE user_id = ${holder.id} AND type = 'email' AND value = ${email}`)
          // both sides must have verified the address, because either may be wrong
          const isSamePerson = strategy === "link_method" && profile.emailVerified && channel?.is_verified === 1
          if (!isSamePerson || (yield* has(project.id, providerId, holder.id))) {
            return yield* new ContactChannelAlreadyUsedForAuthBySomeoneElse({
              details: { type: "email", contactChannelValue: email }
            })
          }
          yield* add(project, providerId, profile, holder.id)
          return { userId: holder.id, isNewUser: false }
        }

        const fields: NewUser = {
          displayName: profile.displayName,
          profileImageUrl: profile.profileImageUrl,
          ...(email !== null && {
            email: { value: email, isVerified: profile.emailVerified, usedForAuth: holder === undefined }
          }),
          oauthAccounts: [{ id: providerId, accountId: profile.accountId, email }]
        }
        const userId = yield* accounts.create(project, fields, guest)
        // the address was checked in this transaction
        if (userId === undefined) return yield* Effect.die("The address of a new account was taken meanwhile.")
        return { userId, isNewUser: true }
      }
    )

    const link: ProviderAccounts["Service"]["link"] = Effect.fnUntraced(
      function* (project, providerId, profile, userId) {
        const owner = yield* ownerOf(project.id, providerId, profile.accountId)
        if (owner !== undefined && owner !== userId) {
          return yield* new OAuthConnectionAlreadyConnectedToAnotherUser()
        }
        if (owner === undefined) {
          if (yield* has(project.id, providerId, userId)) {
            return yield* new UserAlreadyConnectedToAnotherOAuthConnection()
          }
          yield* add(project, providerId, profile, userId)
        }
        return { userId, isNewUser: false }
      }
    )

    return { signIn, link, ownerOf, has }
  })
)

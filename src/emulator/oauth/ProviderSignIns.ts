/**
 * Finds or creates the user of an account at a provider: sign-in, sign-up and linking
 * (docs/protocol/oauth.md#whose-account).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import {
  OAuthConnectionAlreadyConnectedToAnotherUser,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../domain/errors/OAuth.ts"
import {
  type ContactChannelAlreadyUsedForAuthBySomeoneElse,
  SignUpNotEnabled,
  type SignUpRejected
} from "../../domain/errors/Users.ts"
import type { ProviderId, UserId } from "../../domain/Ids.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { channelInUse } from "../accounts/EmailInUse.ts"
import { ProviderAccounts } from "../accounts/ProviderAccounts.ts"
import * as SignUpRules from "../accounts/SignUpRules.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import { type NewUser, Users } from "../accounts/Users.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../runtime/Generation.ts"
import type { Settings } from "../runtime/Settings.ts"
import * as Database from "../storage/Database.ts"
import type { Profile } from "./Provider.ts"

/** The user, and the account with which they came. */
export interface ProviderUser {
  readonly userId: UserId
  readonly isNewUser: boolean
  readonly providerAccountId: string
}

/** Signs in or connects users who return from a provider. Callers run these operations in their own transaction. */
export class ProviderSignIns extends Context.Service<
  ProviderSignIns,
  {
    /** The user of an account; a new user is signed up, and a guest is upgraded. */
    readonly signIn: (
      project: Project,
      providerId: ProviderId,
      profile: Profile,
      anonymous: UserRow | undefined
    ) => Effect.Effect<
      ProviderUser,
      SignUpNotEnabled | SignUpRejected | ContactChannelAlreadyUsedForAuthBySomeoneElse,
      Generation | Settings
    >
    readonly link: (
      project: Project,
      providerId: ProviderId,
      profile: Profile,
      userId: UserId
    ) => Effect.Effect<
      ProviderUser,
      OAuthConnectionAlreadyConnectedToAnotherUser | UserAlreadyConnectedToAnotherOAuthConnection
    >
  }
>()("gatefold/emulator/oauth/ProviderSignIns") {}

export const layer: Layer.Layer<ProviderSignIns, never, SqlClient | Users | Accounts | ProviderAccounts | Generation> =
  Layer.effect(
    ProviderSignIns,
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const users = yield* Users
      const accounts = yield* Accounts
      const providerAccounts = yield* ProviderAccounts
      const { isOnly } = yield* Generation

      const accountsAt = (project: Project, providerId: ProviderId, userId: UserId) =>
        Effect.map(providerAccounts.list(project.id, userId), (rows) =>
          rows.filter((row) => row.provider_id === providerId)
        )

      /**
       * A user signs in with the first account at a provider; further ones are only connected. Callers check in the
       * same transaction that no user has this account.
       */
      const add = Effect.fnUntraced(function* (
        project: Project,
        providerId: ProviderId,
        { accountId, email }: Profile,
        { isNewUser, userId }: Omit<ProviderUser, "providerAccountId">
      ) {
        const others = yield* accountsAt(project, providerId, userId)
        const account = {
          projectId: project.id,
          userId,
          providerId,
          accountId,
          email,
          allowSignIn: others.every((row) => row.allow_sign_in === 0),
          allowConnectedAccounts: true
        }
        return { userId, isNewUser, providerAccountId: yield* Effect.orDie(providerAccounts.create(account)) }
      })

      /** Adds the account to the user with the same address, if that is the same person. */
      const addToHolder = Effect.fnUntraced(function* (
        project: Project,
        providerId: ProviderId,
        profile: Profile,
        userId: UserId
      ) {
        const { accountId, email, emailVerified } = profile
        const canLink = project.config.oauthAccountMergeStrategy === "link_method"
        const channel = yield* Database.first(sql<{ is_verified: number }>`SELECT is_verified FROM contact_channels
          WHERE user_id = ${userId} AND type = 'email' AND value = ${email}`)
        const theirs = yield* accountsAt(project, providerId, userId)
        // An account that cannot sign in stays that way.
        const isRefused = theirs.some((row) => row.allow_sign_in === 1 || row.account_id === accountId)
        // Both sides must have verified the address, because either may be wrong.
        if (canLink && emailVerified && channel?.is_verified === 1 && !isRefused) {
          return yield* add(project, providerId, profile, { userId, isNewUser: false })
        }
        return yield* channelInUse(email, { wouldWorkIfEmailWasVerified: canLink && !isRefused })
      })

      const signIn: ProviderSignIns["Service"]["signIn"] = Effect.fnUntraced(
        function* (project, providerId, profile, anonymous) {
          const owner = yield* providerAccounts.findToSignIn(project.id, providerId, profile.accountId)
          if (owner !== undefined) return { userId: owner.user_id, isNewUser: false, providerAccountId: owner.id }
          const requireSignUp = project.config.signUpEnabled ? Effect.void : Effect.fail(new SignUpNotEnabled())
          // The service of 2025-06 asks for it before it looks for someone with the same address.
          if (isOnly("2025-06")) yield* requireSignUp

          const { email } = profile
          const holder = email === null ? undefined : yield* users.findByAuthEmail(project.id, email)
          const strategy = project.config.oauthAccountMergeStrategy
          if (holder !== undefined && strategy !== "allow_duplicates") {
            return yield* addToHolder(project, providerId, profile, holder.id)
          }

          yield* requireSignUp
          const fields: NewUser = {
            ...(yield* SignUpRules.admit({ project, email, authMethod: "oauth", oauthProvider: providerId })),
            displayName: profile.displayName,
            profileImageUrl: profile.profileImageUrl,
            ...(email !== null && {
              email: { value: email, isVerified: profile.emailVerified, usedForAuth: holder === undefined }
            })
          }
          const userId = yield* accounts.create(project, fields, anonymous)
          // The address was checked in this transaction.
          if (userId === undefined)
            return yield* Effect.die(new Error("The address of a new account was taken meanwhile."))
          return yield* add(project, providerId, profile, { userId, isNewUser: true })
        }
      )

      const link: ProviderSignIns["Service"]["link"] = Effect.fnUntraced(
        function* (project, providerId, profile, userId) {
          const ownAccounts = yield* accountsAt(project, providerId, userId)
          const existing = ownAccounts.find((row) => row.account_id === profile.accountId)
          if (existing !== undefined) {
            const { account_id: accountId, allow_sign_in, email, id } = existing
            const fields = { accountId, email, allowSignIn: allow_sign_in === 1, allowConnectedAccounts: true }
            yield* Effect.orDie(providerAccounts.update(existing, fields))
            return { userId, isNewUser: false, providerAccountId: id }
          }
          if ((yield* providerAccounts.findToSignIn(project.id, providerId, profile.accountId)) !== undefined) {
            return yield* new OAuthConnectionAlreadyConnectedToAnotherUser()
          }
          if (ownAccounts.length > 0 && isOnly("2025-06"))
            return yield* new UserAlreadyConnectedToAnotherOAuthConnection()
          return yield* add(project, providerId, profile, { userId, isNewUser: false })
        }
      )

      return { signIn, link }
    })
  )

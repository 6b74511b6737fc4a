/**
 * Finds or creates the user of an account at a provider: sign-in, sign-up and linking
 * (docs/protocol/oauth.md#whose-account). Callers run these operations in their own transaction.
 */
import * as Effect from "effect/Effect"
import {
  OAuthConnectionAlreadyConnectedToAnotherUser,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../domain/errors/OAuth.ts"
import { SignUpNotEnabled } from "../../domain/errors/Users.ts"
import type { ProviderId, UserId } from "../../domain/Ids.ts"
import * as Accounts from "../accounts/Accounts.ts"
import { failChannelInUse } from "../accounts/EmailInUse.ts"
import * as ProviderAccounts from "../accounts/ProviderAccounts.ts"
import * as SignUpRules from "../accounts/SignUpRules.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import type { NewUser } from "../accounts/Users.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import type { Profile } from "./Provider.ts"

/** The user, and the account with which they came. */
export interface ProviderUser {
  readonly userId: UserId
  readonly isNewUser: boolean
  readonly providerAccountId: string
}

/** Signs in the user of an account. Without one, it signs up a new user, or the guest. */
export const signIn = Effect.fnUntraced(function* (
  project: Project,
  providerId: ProviderId,
  profile: Profile,
  anonymous: UserRow | undefined
) {
  const owner = yield* findOwner(project, providerId, profile)
  if (owner !== undefined) return { userId: owner.user_id, isNewUser: false, providerAccountId: owner.id }
  const requireSignUp = project.config.signUpEnabled ? Effect.void : Effect.fail(new SignUpNotEnabled())
  // The service of 2025-06 asks for it before it looks for someone with the same address.
  if ((yield* Generation).isOnly("2025-06")) yield* requireSignUp

  const { email } = profile
  const holder = email === null ? undefined : yield* Users.findByAuthEmail(project.id, email)
  if (holder !== undefined && project.config.oauthAccountMergeStrategy !== "allow_duplicates") {
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
  // The address was checked in this transaction.
  const { id: userId } = yield* Effect.orDie(Accounts.create(project, fields, anonymous))
  return yield* add(project, providerId, profile, { userId, isNewUser: true })
})

/** Connects an account to a user who is signed in. */
export const link = Effect.fnUntraced(function* (
  project: Project,
  providerId: ProviderId,
  profile: Profile,
  userId: UserId
) {
  const ownAccounts = yield* listAccounts(project, providerId, userId)
  const existing = ownAccounts.find((row) => row.account_id === profile.accountId)
  if (existing !== undefined) {
    const { account_id: accountId, allow_sign_in, email, id } = existing
    const fields = { accountId, email, allowSignIn: allow_sign_in === 1, allowConnectedAccounts: true }
    yield* Effect.orDie(ProviderAccounts.update(existing, fields))
    return { userId, isNewUser: false, providerAccountId: id }
  }
  if ((yield* findOwner(project, providerId, profile)) !== undefined) {
    return yield* new OAuthConnectionAlreadyConnectedToAnotherUser()
  }
  if (ownAccounts.length > 0 && (yield* Generation).isOnly("2025-06")) {
    return yield* new UserAlreadyConnectedToAnotherOAuthConnection()
  }
  return yield* add(project, providerId, profile, { userId, isNewUser: false })
})

const findOwner = (project: Project, providerId: ProviderId, { accountId }: Profile) =>
  ProviderAccounts.findToSignIn(project.id, providerId, accountId)

const listAccounts = (project: Project, providerId: ProviderId, userId: UserId) =>
  Effect.map(ProviderAccounts.list(project.id, userId), (rows) => rows.filter((row) => row.provider_id === providerId))

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
  const accounts = yield* listAccounts(project, providerId, userId)
  // An account that cannot sign in stays that way.
  const isRefused = accounts.some((row) => row.allow_sign_in === 1 || row.account_id === accountId)
  // Both sides must have verified the address, because either may be wrong.
  if (canLink && emailVerified && channel?.is_verified === 1 && !isRefused) {
    return yield* add(project, providerId, profile, { userId, isNewUser: false })
  }
  return yield* failChannelInUse(email, { wouldWorkIfEmailWasVerified: canLink && !isRefused })
})

/**
 * A user signs in with the first account at a provider; further ones are only connected. Callers check in the same
 * transaction that no user has this account.
 */
const add = Effect.fnUntraced(function* (
  project: Project,
  providerId: ProviderId,
  { accountId, email }: Profile,
  { isNewUser, userId }: Omit<ProviderUser, "providerAccountId">
) {
  const accounts = yield* listAccounts(project, providerId, userId)
  const account = {
    projectId: project.id,
    userId,
    providerId,
    accountId,
    email,
    allowSignIn: accounts.every((row) => row.allow_sign_in === 0),
    allowConnectedAccounts: true
  }
  const providerAccountId = yield* Effect.orDie(ProviderAccounts.create(account))
  return { userId, isNewUser, providerAccountId }
})

/** A user with what belongs to them, field by field: nothing that the service may add one day. */
import { Effect } from "effect"
import { UserNotFound } from "gatefold"
import { Sessions } from "gatefold/admin"
import type { UserId } from "gatefold/backend/middleware"
import { Permissions, Teams, Users } from "gatefold/server"
import type { User, UserDetails, UserSession } from "./AdminUsersContract.ts"

/** The fields of a user in lists. */
export const summaryOf = (user: Users.ServerUser): User => ({
  id: user.id,
  displayName: user.displayName,
  primaryEmail: user.primaryEmail,
  primaryEmailVerified: user.primaryEmailVerified,
  profileImageUrl: user.profileImageUrl,
  signedUpAt: user.signedUpAt,
  lastActiveAt: user.lastActiveAt,
  hasPassword: user.hasPassword,
  otpAuthEnabled: user.otpAuthEnabled,
  passkeyAuthEnabled: user.passkeyAuthEnabled,
  isMultiFactorRequired: user.isMultiFactorRequired,
  isAnonymous: user.isAnonymous,
  isRestrictedByAdmin: user.restrictedByAdmin === true,
  restrictedByAdminReason: user.restrictedByAdminReason ?? null,
  providers: user.oauthProviders.map(({ id }) => id)
})

const sessionOf = (session: Effect.Success<ReturnType<typeof Sessions.list>>[number]): UserSession => {
  const { cityName, countryCode, ip } = session.geoInfo ?? {}
  const place = [cityName, countryCode].filter((part) => typeof part === "string")
  return {
    id: session.id,
    createdAt: session.createdAt,
    lastUsedAt: session.lastUsedAt ?? null,
    isImpersonation: session.isImpersonation,
    ip: ip ?? null,
    place: place.length === 0 ? null : place.join(", ")
  }
}

/** A user, who exists. */
export const find = (userId: UserId) =>
  Effect.flatMap(Users.find(userId), (user) => (user === null ? Effect.fail(new UserNotFound()) : Effect.succeed(user)))

/** A user with what belongs to them. */
export const detailsOf = Effect.fn("admin.detailsOf")(function* (userId: UserId) {
  const user = yield* find(userId)
  const [permissions, teams, sessions] = yield* Effect.all(
    // Uses the admin app, because servers don't see impersonations.
    [Permissions.list({ userId, recursive: false }), Teams.list({ userId }), Sessions.list(userId)],
    { concurrency: "unbounded" }
  )
  return {
    user: summaryOf(user),
    metadata: {
      client: user.clientMetadata,
      clientReadOnly: user.clientReadOnlyMetadata,
      server: user.serverMetadata
    },
    permissions: permissions.map(({ id }) => id),
    teams: teams.map(({ displayName, id }) => ({ id, displayName })),
    privateDetails: user.restrictedByAdminPrivateDetails ?? null,
    sessions: sessions.map(sessionOf)
  } satisfies UserDetails
})

/** Changes a user who exists, and answers what has become of them. */
export const change = <E, R>(userId: UserId, effect: Effect.Effect<unknown, E, R>) =>
  find(userId).pipe(Effect.andThen(effect), Effect.andThen(detailsOf(userId)))

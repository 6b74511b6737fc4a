/** Users as admins of the app see and change them. */
import { Effect } from "effect"
import { UserNotFound } from "gatefold"
import { CurrentUser, type UserId } from "gatefold/backend/middleware"
import { Permissions, Sessions, Teams, Users } from "gatefold/server"
import { NotYourself, Refused, type User, type UserDetails } from "./AdminContract.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

/** What is shown of a user: no metadata, and nothing that the service may add one day. */
const summaryOf = (user: Users.ServerUser): User => ({
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

const find = (userId: UserId) =>
  Effect.flatMap(Users.find(userId), (user) => (user === null ? Effect.fail(new UserNotFound()) : Effect.succeed(user)))

const detailsOf = Effect.fn("admin.detailsOf")(function* (userId: UserId) {
  const user = yield* find(userId)
  const [permissions, teams, sessions] = yield* Effect.all(
    [Permissions.list({ userId, recursive: false }), Teams.list({ userId }), Sessions.list(userId)],
    { concurrency: "unbounded" }
  )
  return {
    user: summaryOf(user),
    permissions: permissions.map(({ id }) => id),
    teams: teams.map(({ displayName, id }) => ({ id, displayName })),
    privateDetails: user.restrictedByAdminPrivateDetails ?? null,
    sessionCount: sessions.length
  } satisfies UserDetails
})

/** Changes a user who exists, and answers what has become of them. */
const change = <E, R>(userId: UserId, effect: Effect.Effect<unknown, E, R>) =>
  find(userId).pipe(Effect.andThen(effect), Effect.andThen(detailsOf(userId)))

/** Restricted and anonymous users, too; the service of 2025-06 lists them anyway, and does not take the question. */
const everybody = (page: Users.PageOptions) =>
  Effect.catchReason(Users.list({ ...page, includeAnonymous: true }), "RequestRefused", "SchemaError", () =>
    Users.list(page)
  )

/** The procedures about users. */
export const userProcedures = {
  ListUsers: ({ newestFirst, ...page }: { readonly newestFirst: boolean } & Users.PageOptions) =>
    everybody({ ...page, orderBy: "signedUpAt", desc: newestFirst }).pipe(
      Effect.map(({ items, nextCursor }) => ({ items: items.map(summaryOf), nextCursor })),
      only()
    ),

  GetUser: ({ userId }: { readonly userId: UserId }) => detailsOf(userId).pipe(only("UserNotFound")),

  GrantPermission: (input: { readonly userId: UserId; readonly permissionId: string }) =>
    change(input.userId, Permissions.grant(input)).pipe(onlyOrRefused("UserNotFound", "PermissionNotFound")),

  RevokePermission: (input: { readonly userId: UserId; readonly permissionId: string }) =>
    change(input.userId, Permissions.revoke(input)).pipe(onlyOrRefused("UserNotFound", "PermissionNotFound")),

  SignOutUser: ({ userId }: { readonly userId: UserId }) =>
    change(
      userId,
      Effect.flatMap(Sessions.list(userId), (sessions) =>
        Effect.forEach(sessions, ({ id }) => Sessions.revoke({ userId, sessionId: id }), { discard: true })
      )
    ).pipe(only("UserNotFound")),

  RestrictUser: Effect.fn("admin.RestrictUser")(function* (input: {
    readonly userId: UserId
    readonly reason: string
    readonly privateDetails: string
  }) {
    const { privateDetails, reason, userId } = input
    if ((yield* CurrentUser).id === userId) return yield* new NotYourself()
    const restriction = { userId, reason: reason || null, privateDetails: privateDetails || null }
    return yield* change(userId, Users.restrict(restriction)).pipe(
      Effect.catchTag("NotInThisService", ({ message }) => Effect.fail(new Refused({ reason: message }))),
      onlyOrRefused("UserNotFound", "Refused")
    )
  }),

  ReleaseUser: ({ userId }: { readonly userId: UserId }) =>
    change(userId, Users.liftRestriction(userId)).pipe(only("UserNotFound")),

  DeleteUser: Effect.fn("admin.DeleteUser")(function* ({ userId }: { readonly userId: UserId }) {
    if ((yield* CurrentUser).id === userId) return yield* new NotYourself()
    yield* find(userId).pipe(Effect.andThen(Users.delete(userId)), only("UserNotFound"))
  })
}

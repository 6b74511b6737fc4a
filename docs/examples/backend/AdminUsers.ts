/** Users as admins of the app see and change them. */
import { Effect, type Redacted } from "effect"
import { Metrics } from "gatefold/admin"
import { CurrentUser, type UserId } from "gatefold/backend/middleware"
import { Users } from "gatefold/server"
import { NotYourself, Refused } from "./AdminErrors.ts"
import { change, detailsOf, find, summaryOf } from "./AdminUserDetails.ts"
import type { Metadata, UserOrder } from "./AdminUsersContract.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

/** How many users this server sorts and counts by itself, where the service does not. */
const most = 1000

/** Restricted and anonymous users, too; the service of 2025-06 lists them anyway, and does not take the question. */
const everybody = (page: Users.PageOptions) =>
  Effect.catchReason(Users.page({ ...page, includeAnonymous: true }), "RequestRefused", "SchemaError", () =>
    Users.page(page)
  )

interface ListInput {
  readonly query?: string
  readonly cursor?: string
  readonly limit: number
  readonly orderBy: UserOrder
  readonly desc: boolean
}

const bySignUp = Effect.fn("admin.bySignUp")(function* (page: ListInput) {
  const { items, nextCursor } = yield* everybody({ ...page, orderBy: "signedUpAt" })
  return { items: items.map(summaryOf), nextCursor, isPartial: false }
})

/**
 * The service of 2025-06 does not sort by activity, so this reads the newest users and does. Like its own, a cursor is
 * an id.
 */
const byActivity = Effect.fn("admin.byActivity")(function* ({ cursor, desc, limit, query }: ListInput) {
  const found = yield* everybody({ ...(query && { query }), limit: most, orderBy: "signedUpAt", desc: true })
  const sign = desc ? -1 : 1
  const users = found.items.toSorted((a, b) => sign * (a.lastActiveAt.getTime() - b.lastActiveAt.getTime()))
  const start =
    cursor === undefined
      ? 0
      : Math.max(
          0,
          users.findIndex(({ id }) => id === cursor)
        )
  return {
    items: users.slice(start, start + limit).map(summaryOf),
    nextCursor: users[start + limit]?.id ?? null,
    isPartial: found.nextCursor !== null
  }
})

/** The fields of a user that admins can change. */
interface UserChange {
  readonly userId: UserId
  readonly displayName?: string | null
  readonly primaryEmail?: string | null
  readonly primaryEmailVerified?: boolean
  readonly profileImageUrl?: string | null
  readonly metadata?: Metadata
}

const metadataOf = ({ client, clientReadOnly, server }: Metadata) => ({
  clientMetadata: client,
  clientReadOnlyMetadata: clientReadOnly,
  serverMetadata: server
})

/** The procedures about users. */
export const userProcedures = {
  ListUsers: (page: ListInput) => (page.orderBy === "signedUpAt" ? bySignUp(page) : byActivity(page)).pipe(only()),

  CountUsers: Effect.fn("admin.CountUsers")(function* ({ query }: { readonly query?: string }) {
    // The service counts all users, but not the matches of a search.
    if (query === undefined) return { count: (yield* Metrics.get).totalUsers, isAtLeast: false }
    const { items, nextCursor } = yield* everybody({ query, limit: most })
    return { count: items.length, isAtLeast: nextCursor !== null }
  }, only()),

  GetUser: ({ userId }: { readonly userId: UserId }) => detailsOf(userId).pipe(only("UserNotFound")),

  CreateUser: (input: {
    readonly primaryEmail: string
    readonly primaryEmailVerified: boolean
    readonly displayName?: string
    readonly password?: Redacted.Redacted
  }) => {
    const user = { ...input, primaryEmailAuthEnabled: true }
    return Users.create({ ...user, otpAuthEnabled: true }).pipe(
      Effect.catchTag("MagicLinkNotEnabled", () => Users.create(user)),
      Effect.map(summaryOf),
      onlyOrRefused("UserWithEmailAlreadyExists")
    )
  },

  UpdateUser: ({ metadata, userId, ...rest }: UserChange) =>
    change(
      userId,
      Users.update({
        userId,
        ...rest,
        ...(metadata !== undefined && metadataOf(metadata)),
        // The user can still sign in with the address.
        ...(typeof rest.primaryEmail === "string" && { primaryEmailAuthEnabled: true })
      })
    ).pipe(onlyOrRefused("UserNotFound", "UserWithEmailAlreadyExists")),

  TurnOffSecondFactor: ({ userId }: { readonly userId: UserId }) =>
    change(userId, Users.update({ userId, totpSecretBase64: null })).pipe(only("UserNotFound")),

  RestrictUser: Effect.fn("admin.RestrictUser")(function* (input: {
    readonly userId: UserId
    readonly reason: string
    readonly privateDetails: string
  }) {
    const { privateDetails, reason, userId } = input
    if ((yield* CurrentUser).id === userId) return yield* new NotYourself()
    const restriction = { userId, reason: reason || null, privateDetails: privateDetails || null }
    return yield* change(userId, Users.restrict(restriction)).pipe(
      Effect.catchTag("NotSupportedByService", ({ message }) => Effect.fail(new Refused({ reason: message }))),
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

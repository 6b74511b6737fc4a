/** The permissions and sessions of users, for the app's admins. */
import { Clock, Effect } from "effect"
import { ApiKey } from "gatefold"
import * as AsAdmin from "gatefold/admin"
import type { ApiKeyId, SessionId, UserId } from "gatefold/backend/middleware"
import { ApiKeys, Permissions, Sessions } from "gatefold/server"
import { change } from "./AdminUserDetails.ts"
import type { UserApiKey } from "./AdminUsersContract.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

type PermissionOfUser = { readonly userId: UserId; readonly permissionId: string }

const keyOf =
  (now: Date) =>
  (key: Effect.Success<ReturnType<typeof ApiKeys.listOfUser>>[number]): UserApiKey => ({
    id: key.id,
    description: key.description,
    lastFour: key.value.lastFour,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt ?? null,
    whyInvalid: ApiKey.whyInvalid(key, now)
  })

/** The procedures about permissions, sessions and API keys of users. */
export const userAccessProcedures = {
  GrantPermission: (input: PermissionOfUser) =>
    change(input.userId, Permissions.grant(input)).pipe(onlyOrRefused("UserNotFound", "PermissionNotFound")),

  RevokePermission: (input: PermissionOfUser) =>
    change(input.userId, Permissions.revoke(input)).pipe(onlyOrRefused("UserNotFound", "PermissionNotFound")),

  EndSession: (session: { readonly userId: UserId; readonly sessionId: SessionId }) =>
    change(session.userId, Sessions.revoke(session)).pipe(onlyOrRefused("UserNotFound")),

  SignOutUser: ({ userId }: { readonly userId: UserId }) =>
    change(
      userId,
      Effect.flatMap(AsAdmin.Sessions.list(userId), (sessions) =>
        Effect.forEach(sessions, ({ id }) => Sessions.revoke({ userId, sessionId: id }), {
          concurrency: 8,
          discard: true
        })
      )
    ).pipe(only("UserNotFound")),

  ListUserApiKeys: Effect.fn("admin.ListUserApiKeys")(function* ({ userId }: { readonly userId: UserId }) {
    const now = new Date(yield* Clock.currentTimeMillis)
    return (yield* ApiKeys.listOfUser(userId)).map(keyOf(now))
  }, onlyOrRefused("UserNotFound")),

  RevokeUserApiKey: ({ id }: { readonly id: ApiKeyId }) =>
    ApiKeys.revoke({ id }).pipe(Effect.asVoid, onlyOrRefused("ApiKeyNotFound"))
}

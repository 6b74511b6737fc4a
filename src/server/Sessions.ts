/**
 * Sessions of any user (docs/protocol/resources.md#sessions).
 */
import * as Api from "../api/Sessions.ts"
import type { SessionId, UserId } from "../domain/Ids.ts"
import { operation } from "../operation/Operation.ts"
import { call } from "./Call.ts"

/** How long a session lives by default: a year (docs/protocol/resources.md#sessions). */
export const defaultLifetimeMillis = 31_536_000_000

/**
 * Creates a session without asking the user, also not for a second factor, and
 * answers its tokens. Fails with `UserIdDoesNotExist`.
 */
export const create = operation("server/Sessions.create", { changes: ["sessions", "metrics"] })(
  (input: {
    readonly userId: UserId
    /** Default: {@link defaultLifetimeMillis}; at most 31 708 800 000. */
    readonly expiresInMillis?: number | undefined
    /** Marks the session as somebody else acting as the user; only admins see it listed. Default: false. */
    readonly isImpersonation?: boolean | undefined
  }) =>
    call(Api.createSession, {
      payload: {
        userId: input.userId,
        expiresInMillis: input.expiresInMillis ?? defaultLifetimeMillis,
        isImpersonation: input.isImpersonation ?? false
      }
    })
)

/** The sessions of a user, newest first, except impersonations. */
export const list = operation("server/Sessions.list", { shows: ["sessions"] })((userId: UserId) =>
  call(Api.listSessions, { query: { userId } })
)

/** Ends a session of a user: it gets no more access tokens. Those that it has last to their end. */
export const revoke = operation("server/Sessions.revoke", { changes: ["sessions"] })(
  (input: { readonly userId: UserId; readonly sessionId: SessionId }) =>
    call(Api.deleteSession, { params: { sessionId: input.sessionId }, query: { userId: input.userId } })
)

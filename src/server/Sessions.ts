/** Sessions of any user (docs/protocol/resources.md#sessions). */
import type { SessionId, UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/Sessions.ts"
import { asServer } from "./AsServer.ts"

/** The default lifetime of a session, a year, in milliseconds (docs/protocol/resources.md#sessions). */
export const defaultLifetimeMillis = 31_536_000_000

/** Creates a session for a user without any factor, and returns its tokens. Fails with `UserIdDoesNotExist`. */
export const create = asServer.write("server/Sessions.create", Wire.createSession, {
  input: (input: {
    readonly userId: UserId
    /** In milliseconds. Default: {@link defaultLifetimeMillis}; at most 31 708 800 000. */
    readonly expiresInMillis?: number | undefined
    /** Marks the session as an impersonation, which only admins can list. Default: false. */
    readonly isImpersonation?: boolean | undefined
  }) => ({
    payload: {
      userId: input.userId,
      expiresInMillis: input.expiresInMillis ?? defaultLifetimeMillis,
      isImpersonation: input.isImpersonation ?? false
    }
  }),
  changes: ["sessions", "metrics"]
})

/** The sessions of a user, newest first, except impersonations. */
export const list = asServer.read("server/Sessions.list", Wire.listSessions, {
  input: (userId: UserId) => ({ query: { userId } }),
  shows: ["sessions"]
})

/** Ends a session of a user: it cannot be refreshed any more. Its present access token stays valid until it expires. */
export const revoke = asServer.write("server/Sessions.revoke", Wire.deleteSession, {
  input: ({ sessionId, userId }: { readonly userId: UserId; readonly sessionId: SessionId }) => ({
    params: { sessionId },
    query: { userId }
  }),
  changes: ["sessions"]
})

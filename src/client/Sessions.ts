/**
 * Where the current user is signed in, and signing out.
 */
import { operation, span } from "../platform/Operation.ts"
import * as Effect from "effect/Effect"
import * as Api from "../api/Sessions.ts"
import type { SessionId } from "../domain/Ids.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"

/** The sessions of the current user, newest first. */
export const list = AuthorizedTransport.call(Api.listSessions, { query: { userId: "me" } }).pipe(span("Sessions.list"))

/** Ends another session of the current user. For the current one, sign out. */
export const revoke = operation("Sessions.revoke")((sessionId: SessionId) =>
  AuthorizedTransport.call(Api.deleteSession, { params: { sessionId }, query: { userId: "me" } })
)

/**
 * The tokens of the current session, refreshed if need be, or null when signed
 * out. `minimumLifetimeMillis` (below 60 000) asks for an access token that
 * lasts at least that long.
 */
export const currentTokens = operation("Sessions.currentTokens")(function* (
  options: { readonly minimumLifetimeMillis?: number | undefined } = {}
) {
  const session = yield* Session
  return (yield* session.credentialsFor(options.minimumLifetimeMillis ?? 0)) ?? null
})

/**
 * Signs out here at once and ends the session at the service as well as
 * possible. Never fails; does nothing when nobody is signed in.
 */
export const signOut = Effect.flatMap(Session, (session) => session.signOut).pipe(span("Sessions.signOut"))

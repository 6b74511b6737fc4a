/**
 * Where the current user is signed in, and signing out.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../api/Sessions.ts"
import type { SessionId } from "../domain/Ids.ts"
import { operation, span } from "../platform/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"
import { authHeader } from "../token/AuthHeader.ts"

/** The sessions of the current user, newest first. */
export const list = AuthorizedTransport.call(Api.listSessions, { query: { userId: "me" } }).pipe(span("Sessions.list"))

/** Ends another session of the current user. For the current one, sign out. */
export const revoke = operation("Sessions.revoke", { stale: ["Sessions.list"] })((sessionId: SessionId) =>
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

/** The tokens as an app sends them to its own server; both null when signed out (wire/headers §2). */
export interface AuthJson {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

const authTexts = Effect.map(
  Effect.flatMap(Session, (session) => session.credentials),
  (credentials): AuthJson => ({
    accessToken: credentials === undefined ? null : Redacted.value(credentials.accessToken),
    refreshToken: credentials?.refreshToken === undefined ? null : Redacted.value(credentials.refreshToken)
  })
)

/**
 * The tokens of the current session as plain texts, refreshed if need be, for
 * calls to the app's own server where headers do not reach, such as a message
 * of a WebSocket. Whoever has them is the user: send them to nobody else.
 */
export const authJson = authTexts.pipe(span("Sessions.authJson"))

/**
 * The tokens of the current session as a header for requests to the app's own
 * server, where `RequestTokenStore` takes them up. Send them to nobody else.
 *
 * @example
 * ```ts
 * const headers = yield* Sessions.authHeaders
 * const response = yield* Effect.promise(() => fetch("/api/orders", { headers }))
 * ```
 */
export const authHeaders = Effect.map(authTexts, (tokens) => ({ [authHeader]: JSON.stringify(tokens) })).pipe(
  span("Sessions.authHeaders")
)

/**
 * Signs out here at once and ends the session at the service as well as
 * possible. Never fails; does nothing when nobody is signed in.
 */
export const signOut = Effect.flatMap(Session, (session) => session.signOut).pipe(span("Sessions.signOut"))

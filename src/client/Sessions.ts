/** The sessions of the current user, and sign-out. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asUser } from "../app/AsClient.ts"
import type { SessionId } from "../domain/Ids.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { authHeader } from "../platform/request/TokenText.ts"
import { Session } from "../session/Session.ts"
import * as RefreshWire from "../wire/generated/Refresh.ts"
import * as Wire from "../wire/generated/Sessions.ts"
import * as Redirect from "./Redirect.ts"

export type { Session as UserSession } from "../api/schema/Session.ts"

/** The sessions of the current user, newest first. */
export const list = asUser.read("Sessions.list", Wire.listSessions, {
  input: { query: { userId: "me" } },
  shows: ["sessions"]
})

/** Ends another session of the current user. For the current one, sign out. */
export const revoke = asUser.write("Sessions.revoke", Wire.deleteSession, {
  input: (sessionId: SessionId) => ({ params: { sessionId }, query: { userId: "me" } }),
  changes: ["sessions"]
})

/**
 * The tokens of the current session, refreshed if need be, or null when signed out. `minimumLifetimeMillis` (below
 * 60,000) asks for an access token that lasts at least that long.
 */
export const currentTokens = asUser.read("Sessions.currentTokens", [RefreshWire.refreshToken], { shows: [] })(
  function* (options: { readonly minimumLifetimeMillis?: number | undefined } = {}) {
    const session = yield* Session
    return (yield* session.credentialsFor(options.minimumLifetimeMillis ?? 0)) ?? null
  }
)

/**
 * The tokens as an app sends them to its own server; both null when signed out
 * (docs/protocol/headers.md#between-an-app-and-its-server).
 */
export interface AuthJson {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  /** True if another host of the site may have planted the session: see `TokenStore`. */
  readonly isTakenOver?: true | undefined
}

const authTexts = Effect.map(
  Effect.flatMap(Session, (session) => session.credentials),
  (credentials): AuthJson => ({
    accessToken: credentials === undefined ? null : Redacted.value(credentials.accessToken),
    refreshToken: credentials?.refreshToken === undefined ? null : Redacted.value(credentials.refreshToken),
    ...(credentials?.isTakenOver && { isTakenOver: true })
  })
)

/**
 * The tokens of the current session as plain texts, refreshed if need be, for calls to the app's own server without
 * headers, such as a message of a WebSocket. Anyone who has them can act as the user, so send them to nobody else.
 */
export const authJson = asUser.read("Sessions.authJson", [RefreshWire.refreshToken], { shows: [] })(authTexts)

/**
 * The tokens of the current session as a header for requests to the app's own server, where `RequestTokenStore` reads
 * them. Send them to nobody else.
 *
 * @example
 * ```ts
 * const headers = yield* Sessions.authHeaders
 * const response = yield* Effect.promise(() => fetch("/api/orders", { headers }))
 * ```
 */
export const authHeaders = asUser.read("Sessions.authHeaders", [RefreshWire.refreshToken], { shows: [] })(
  Effect.map(authTexts, (tokens) => ({ [authHeader]: JSON.stringify(tokens) }))
)

/**
 * Signs out: empties the store at once, tries to end the session at the service, then redirects to the after-sign-out
 * page, even if nobody was signed in (docs/protocol/session.md#sign-out). Without a navigator (the default), or over
 * `Navigation.layerNone`, the user stays where they are.
 *
 * Fails only with `SignOutElsewhere`, if a provider keeps the session: the error has the page where the user signs out.
 *
 * It is uninterruptible and takes at most about 7 seconds: the button that started it is often unmounted with the user.
 */
export const signOut = asUser.write("Sessions.signOut", [RefreshWire.refreshToken, Wire.deleteCurrentSession], {
  changes: []
})(
  Effect.gen(function* () {
    const session = yield* Session
    yield* session.signOut
    yield* Redirect.to("afterSignOut", { replace: true }).pipe(
      Effect.provideService(ClientApp, session.app),
      Effect.catch(() => Effect.void)
    )
  }).pipe(Effect.uninterruptible)
)

/**
 * Signs out like `signOut`, then redirects to this page of the app. Fails with `UntrustedRedirect` for any other
 * target, after the sign-out (docs/protocol/redirects.md#trusted-targets), and with `SignOutElsewhere` like `signOut`.
 */
export const signOutTo = asUser.write("Sessions.signOutTo", [RefreshWire.refreshToken, Wire.deleteCurrentSession], {
  changes: []
})(function* (target: string) {
  const session = yield* Session
  const redirect = Redirect.toUrl(target, { replace: true }).pipe(Effect.provideService(ClientApp, session.app))
  yield* Effect.uninterruptible(Effect.andThen(session.signOut, redirect))
})

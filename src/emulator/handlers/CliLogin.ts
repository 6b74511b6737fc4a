/** Command-line login (docs/protocol/sign-in.md#command-line-login). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/CliLogin.ts"
import { Caller } from "../access/Caller.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as CliLogins from "../accounts/CliLogins.ts"
import * as Sessions from "../accounts/Sessions.ts"
import * as Users from "../accounts/Users.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import { Generation } from "../settings/Generation.ts"
import { handle } from "./Route.ts"

const findUser = Effect.fnUntraced(function* (refreshToken: string) {
  const { project } = yield* Caller
  const session = yield* Sessions.findByRefreshToken(project.id, refreshToken)
  return session && (yield* Users.find(project.id, session.user_id))
})

const requireAnonymous = Effect.fnUntraced(function* (refreshToken: string) {
  const user = yield* findUser(refreshToken)
  if (user === undefined) return yield* badRequest("Invalid anon refresh token")
  if (user.is_anonymous === 0) {
    return yield* badRequest("The provided refresh token does not belong to an anonymous user")
  }
})

const noAnonymousSession = badRequest("No anonymous session associated with this code")

/** The refresh token of the guest of a login, if they are still one. */
const findAnonymousToken = Effect.fnUntraced(function* (loginCode: string) {
  const { project } = yield* Caller
  const token = yield* CliLogins.findAnonymousToken(project.id, loginCode)
  return token !== null && (yield* findUser(token))?.is_anonymous === 1 ? token : undefined
})

const claim = Effect.fnUntraced(function* (loginCode: string) {
  const { project } = yield* Caller
  const refreshToken = yield* findAnonymousToken(loginCode)
  if (refreshToken === undefined) return yield* noAnonymousSession
  // Refreshes first, so that the guest stays available if their session has ended.
  const accessToken = yield* Effect.mapError(
    Accounts.refreshSession(project.id, refreshToken),
    () => noAnonymousSession
  )
  if (!(yield* CliLogins.takeAnonymous(project.id, loginCode))) return yield* noAnonymousSession
  return { accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(refreshToken) }
})

const complete = Effect.fnUntraced(function* (loginCode: string, refreshToken: string) {
  const { project } = yield* Caller
  // An unknown login code takes precedence over an invalid refresh token.
  yield* CliLogins.findAnonymousToken(project.id, loginCode)
  // The service of 2025-06 accepts any text; the emulator accepts only a valid refresh token of this project
  // (docs/protocol/sign-in.md#command-line-login).
  if ((yield* findUser(refreshToken)) === undefined) return yield* badRequest("Invalid refresh token")
  yield* CliLogins.complete(project.id, loginCode, refreshToken)
})

const refuseMissingToken = (isOld: boolean) =>
  isOld
    ? RequestValidation.failSchema("body.refresh_token must be defined")
    : badRequest("refresh_token is required when mode is 'complete'")

export const routes = [
  handle(
    Api.startCliLogin,
    function* ({ payload, project }) {
      yield* RequestValidation.refuseUnknown("body", payload, ["anonRefreshToken"])
      const anonymousToken = payload.anonRefreshToken === undefined ? null : Redacted.value(payload.anonRefreshToken)
      if (anonymousToken !== null) yield* requireAnonymous(anonymousToken)
      const lifetime = payload.expiresInMillis ?? CliLogins.defaultLifetimeMillis
      const { expiresAt, loginCode, pollingCode } = yield* CliLogins.start(project.id, lifetime, anonymousToken)
      return {
        pollingCode: Redacted.make(pollingCode),
        loginCode: Redacted.make(loginCode),
        expiresAt: new Date(expiresAt)
      }
    },
    { prepare: RequestBody.readOptional, ignoresQuery: true }
  ),

  handle(Api.pollCliLogin, function* ({ payload, project }) {
    const login = yield* CliLogins.poll(project.id, Redacted.value(payload.pollingCode))
    if (login.status !== "success") return login
    return { status: login.status, refreshToken: Redacted.make(login.refreshToken) }
  }),

  handle(Api.answerCliLogin, function* ({ payload }) {
    yield* RequestValidation.refuseUnknown("body", payload, ["mode"])
    const loginCode = Redacted.value(payload.loginCode)
    if (payload.mode === "check") {
      return { cliSessionState: (yield* findAnonymousToken(loginCode)) === undefined ? "none" : "anonymous" }
    }
    if (payload.mode === "claim-anon-session") return yield* claim(loginCode)
    if (payload.refreshToken === undefined) return yield* refuseMissingToken((yield* Generation).isOnly("2025-06"))
    return yield* complete(loginCode, Redacted.value(payload.refreshToken))
  })
]

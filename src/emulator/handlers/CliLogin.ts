/** Command-line login (docs/protocol/sign-in.md#command-line-login). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/CliLogin.ts"
import { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import { Caller } from "../http/Caller.ts"
import { CliLogins, DEFAULT_LIFETIME_MILLIS } from "../accounts/CliLogins.ts"
import * as RequestBody from "../http/RequestBody.ts"
import { handle } from "../http/Route.ts"
import { Sessions } from "../accounts/Sessions.ts"
import { TextError } from "../TextError.ts"

const startCliLogin = handle(
  Api.startCliLogin,
  Effect.fnUntraced(function* ({ payload }) {
    const { project } = yield* Caller
    const lifetime = payload.expiresInMillis ?? DEFAULT_LIFETIME_MILLIS
    const { expiresAt, loginCode, pollingCode } = yield* (yield* CliLogins).start(project.id, lifetime)
    return {
      pollingCode: Redacted.make(pollingCode),
      loginCode: Redacted.make(loginCode),
      expiresAt: new Date(expiresAt)
    }
  }),
  { prepare: RequestBody.optional }
)

const pollCliLogin = handle(
  Api.pollCliLogin,
  Effect.fnUntraced(function* ({ payload }) {
    const { project } = yield* Caller
    const login = yield* (yield* CliLogins).poll(project.id, Redacted.value(payload.pollingCode))
    if (login === undefined) return yield* new InvalidPollingCodeError()
    if (login.status !== "success") return login
    return { status: login.status, refreshToken: Redacted.make(login.refreshToken) }
  })
)

const completeCliLogin = handle(
  Api.completeCliLogin,
  Effect.fnUntraced(function* ({ payload }) {
    const { project } = yield* Caller
    const refreshToken = Redacted.value(payload.refreshToken)
    // the service accepts any text; the emulator only a valid refresh token of this project
    // (docs/protocol/sign-in.md#command-line-login)
    if ((yield* (yield* Sessions).findByRefreshToken(project.id, refreshToken)) === undefined) {
      return yield* new TextError({ status: 400, text: "Invalid refresh token" })
    }
    if (yield* (yield* CliLogins).complete(project.id, Redacted.value(payload.loginCode), refreshToken)) return
    return yield* new TextError({ status: 400, text: "Invalid login code or the code has expired" })
  })
)

/** The routes of `api/CliLogin`. */
export const routes = [startCliLogin, pollCliLogin, completeCliLogin]

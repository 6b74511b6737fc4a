/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { CliLogin, CliLoginDetails, CliLoginPending, CliLoginSuccess, StartCliLogin } from "../../api/CliLogin.ts"
import type { SessionTokens } from "../../api/schema/Tokens.ts"
import type {
  CliLoginAnonymousUserNotFound,
  CliLoginNotFound,
  InvalidPollingCodeError
} from "../../domain/errors/CliLogin.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { invalidPollingCodeError } from "./errors/CliLogin.ts"
import { decodeAccessToken, decodePollingCode, encodeAccessToken } from "./schema/Secrets.ts"
import { decodeSessionTokens } from "./schema/Tokens.ts"
import { cliAnonymousUser, cliLogin } from "./TextErrors.ts"

export const decodeCliLogin = R.struct((o): CliLogin => ({
  pollingCode: decodePollingCode(o.polling_code, "polling_code"),
  loginCode: decodePollingCode(o.login_code, "login_code"),
  expiresAt: R.dateOfText(o.expires_at, "expires_at")
}))

export const encodeStartCliLogin = R.struct((o) => ({
  expires_in_millis:
    o.expiresInMillis === undefined
      ? undefined
      : R.between(R.finite(o.expiresInMillis, "expiresInMillis"), "expiresInMillis", -Infinity, 86400000),
  anon_refresh_token: R.optional(o.anonRefreshToken, "anonRefreshToken", encodeAccessToken)
}))

/** Start a command-line login. */
export const startCliLogin: Endpoint<
  { readonly payload: StartCliLogin },
  CliLogin,
  CliLoginAnonymousUserNotFound,
  "client"
> = {
  name: "startCliLogin",
  method: "POST",
  path: "/auth/cli",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeStartCliLogin,
  success: decodeCliLogin,
  textErrors: [cliAnonymousUser]
}

export const decodeCliLoginSuccess = R.struct((o): CliLoginSuccess => ({
  status: R.literal(o.status, "status", "success"),
  refreshToken: decodeAccessToken(o.refresh_token, "refresh_token")
}))

export const decodeCliLoginPending = R.struct((o): CliLoginPending => ({ status: R.string(o.status, "status") }))

const pollCliLoginPayload = R.struct((o) => ({ polling_code: R.reveal(o.pollingCode, "pollingCode") }))

/** Poll a command-line login. */
export const pollCliLogin: Endpoint<
  { readonly payload: { readonly pollingCode: Redacted.Redacted } },
  CliLoginSuccess | CliLoginPending,
  InvalidPollingCodeError,
  "client"
> = {
  name: "pollCliLogin",
  method: "POST",
  path: "/auth/cli/poll",
  level: "client",
  levelErrors: clientErrors,
  payload: pollCliLoginPayload,
  success: (value, key, status) =>
    status === 200 ? decodeCliLoginPending(value, key) : decodeCliLoginSuccess(value, key),
  errors: [invalidPollingCodeError]
}

const completeCliLoginPayload = R.struct((o) => ({
  login_code: R.reveal(o.loginCode, "loginCode"),
  refresh_token: encodeAccessToken(o.refreshToken, "refreshToken")
}))

/** Confirm a command-line login. */
export const completeCliLogin: Endpoint<
  { readonly payload: { readonly loginCode: Redacted.Redacted; readonly refreshToken: Redacted.Redacted } },
  void,
  CliLoginNotFound,
  "client"
> = {
  name: "completeCliLogin",
  method: "POST",
  path: "/auth/cli/complete",
  level: "client",
  levelErrors: clientErrors,
  payload: completeCliLoginPayload,
  success: decodeSuccess,
  textErrors: [cliLogin]
}

export const decodeCliLoginDetails = R.struct((o): CliLoginDetails => ({
  cliSessionState: R.string(o.cli_session_state, "cli_session_state")
}))

const checkCliLoginPayload = R.struct((o) => ({
  login_code: R.reveal(o.loginCode, "loginCode"),
  mode: R.literal(o.mode, "mode", "check")
}))

/** Look at a command-line login. */
export const checkCliLogin: Endpoint<
  { readonly payload: { readonly loginCode: Redacted.Redacted; readonly mode: "check" } },
  CliLoginDetails,
  CliLoginNotFound,
  "client"
> = {
  name: "checkCliLogin",
  method: "POST",
  path: "/auth/cli/complete",
  level: "client",
  levelErrors: clientErrors,
  payload: checkCliLoginPayload,
  success: decodeCliLoginDetails,
  textErrors: [cliLogin]
}

const claimCliAnonymousUserPayload = R.struct((o) => ({
  login_code: R.reveal(o.loginCode, "loginCode"),
  mode: R.literal(o.mode, "mode", "claim-anon-session")
}))

/** Take over the guest of a command-line login. */
export const claimCliAnonymousUser: Endpoint<
  { readonly payload: { readonly loginCode: Redacted.Redacted; readonly mode: "claim-anon-session" } },
  SessionTokens,
  CliLoginNotFound | CliLoginAnonymousUserNotFound,
  "client"
> = {
  name: "claimCliAnonymousUser",
  method: "POST",
  path: "/auth/cli/complete",
  level: "client",
  levelErrors: clientErrors,
  payload: claimCliAnonymousUserPayload,
  success: decodeSessionTokens,
  textErrors: [cliLogin, cliAnonymousUser]
}

const answerCliLoginSuccess = R.either<SessionTokens | CliLoginDetails | void>(
  decodeSessionTokens,
  decodeCliLoginDetails,
  decodeSuccess
)

const answerCliLoginPayload = R.struct((o) => ({
  login_code: R.reveal(o.loginCode, "loginCode"),
  mode: o.mode === undefined ? undefined : R.oneOf(o.mode, "mode", ["check", "claim-anon-session", "complete"]),
  refresh_token: R.optional(o.refreshToken, "refreshToken", encodeAccessToken)
}))

/** Look at a command-line login, take over its guest, or confirm it. */
export const answerCliLogin: Endpoint<
  {
    readonly payload: {
      readonly loginCode: Redacted.Redacted
      readonly mode?: "check" | "claim-anon-session" | "complete" | undefined
      readonly refreshToken?: Redacted.Redacted | undefined
    }
  },
  SessionTokens | CliLoginDetails | void,
  CliLoginNotFound | CliLoginAnonymousUserNotFound,
  "client"
> = {
  name: "answerCliLogin",
  method: "POST",
  path: "/auth/cli/complete",
  level: "client",
  levelErrors: clientErrors,
  payload: answerCliLoginPayload,
  success: answerCliLoginSuccess,
  textErrors: [cliLogin, cliAnonymousUser]
}

/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import type * as Redacted from "effect/Redacted"
import type { CliLogin, CliLoginPending, CliLoginSuccess, StartCliLogin } from "../../api/CliLogin.ts"
import type { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import type { Endpoint } from "../Endpoint.ts"
import { clientErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { invalidPollingCodeError } from "./errors/CliLogin.ts"
import { decodeAccessToken, decodePollingCode, encodeAccessToken } from "./schema/Secrets.ts"
import * as R from "../runtime.ts"

export const decodeCliLogin = R.struct((o): CliLogin => ({
  pollingCode: decodePollingCode(o.polling_code, "polling_code"),
  loginCode: decodePollingCode(o.login_code, "login_code"),
  expiresAt: R.dateOfText(o.expires_at, "expires_at")
}))

export const encodeStartCliLogin = R.struct((o) => ({
  expires_in_millis:
    o.expiresInMillis === undefined
      ? undefined
      : R.between(R.finite(o.expiresInMillis, "expiresInMillis"), "expiresInMillis", -Infinity, 86400000)
}))

/** Start a command-line login. */
export const startCliLogin: Endpoint<{ readonly payload: StartCliLogin }, CliLogin, never, "client"> = {
  name: "startCliLogin",
  method: "POST",
  path: "/auth/cli",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeStartCliLogin,
  success: decodeCliLogin
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
  never,
  "client"
> = {
  name: "completeCliLogin",
  method: "POST",
  path: "/auth/cli/complete",
  level: "client",
  levelErrors: clientErrors,
  payload: completeCliLoginPayload,
  success: decodeSuccess
}

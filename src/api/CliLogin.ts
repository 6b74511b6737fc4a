/** Login of a terminal that a browser confirms (docs/protocol/sign-in.md#command-line-login). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, Success } from "./Envelope.ts"
import { InvalidPollingCodeError } from "./errors/CliLogin.ts"
import { OpenEnum } from "./schema/OpenEnum.ts"
import { LoginCode, PollingCode, RefreshToken } from "./schema/Secrets.ts"
import { SessionTokens } from "./schema/Tokens.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** A new login. */
export class StartCliLogin extends WireClass<StartCliLogin>()({
  /** How long the login may take; two hours by default, at most a day. */
  expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(86_400_000))),
  /** The session of the guest as whom the terminal works; not in 2025-06. */
  anonRefreshToken: Schema.optional(RefreshToken)
}) {}

/** The code that the terminal polls with, and the one that the browser confirms. */
export class CliLogin extends WireClass<CliLogin>()({
  pollingCode: PollingCode,
  loginCode: LoginCode,
  expiresAt: Schema.DateFromString
}) {}

/** The login is not confirmed yet, or will never be. */
export class CliLoginPending extends WireClass<CliLoginPending>()({
  status: OpenEnum(["waiting", "expired", "used"])
}) {}

/** The login was confirmed; answered once. */
export class CliLoginSuccess extends WireClass<CliLoginSuccess>()({
  status: Schema.Literal("success"),
  refreshToken: RefreshToken
}) {}

/** Starts a login. */
export const startCliLogin = Endpoint.client.post("startCliLogin", "/auth/cli", {
  summary: "Start a command-line login",
  payload: StartCliLogin,
  success: CliLogin,
  error: TextErrors.cliAnonymousUser
})

/** Asks for the state of a login: 201 once with the refresh token, otherwise 200. */
export const pollCliLogin = Endpoint.client.post("pollCliLogin", "/auth/cli/poll", {
  summary: "Poll a command-line login",
  payload: WireStruct({ pollingCode: PollingCode }),
  // The narrower schema comes first: a server encodes with the first one that fits.
  success: [withCreatedStatus(CliLoginSuccess), CliLoginPending],
  error: InvalidPollingCodeError
})

/** The kind of session that a terminal has while it waits for its login. */
export class CliLoginDetails extends WireClass<CliLoginDetails>()({
  cliSessionState: OpenEnum(["anonymous", "none"])
}) {}

const path = "/auth/cli/complete"

/** Confirms a login with a refresh token for the terminal. */
export const completeCliLogin = Endpoint.client.post("completeCliLogin", path, {
  summary: "Confirm a command-line login",
  payload: WireStruct({ loginCode: LoginCode, refreshToken: RefreshToken }),
  success: Success,
  error: TextErrors.cliLogin
})

/** Checks whether a terminal works as a guest; not in 2025-06. */
export const checkCliLogin = Endpoint.client.post("checkCliLogin", path, {
  summary: "Look at a command-line login",
  payload: WireStruct({ loginCode: LoginCode, mode: Schema.Literal("check") }),
  success: CliLoginDetails,
  error: TextErrors.cliLogin
})

/** Hands out the session of the guest as whom a terminal works, once; not in 2025-06. */
export const claimCliAnonymousUser = Endpoint.client.post("claimCliAnonymousUser", path, {
  summary: "Take over the guest of a command-line login",
  payload: WireStruct({ loginCode: LoginCode, mode: Schema.Literal("claim-anon-session") }),
  success: SessionTokens,
  error: [TextErrors.cliLogin, TextErrors.cliAnonymousUser]
})

/** The whole endpoint, all modes in one, as a server implements it and the documents describe it. */
export const answerCliLogin = Endpoint.client.post("answerCliLogin", path, {
  summary: "Look at a command-line login, take over its guest, or confirm it",
  payload: WireStruct({
    loginCode: LoginCode,
    /** `complete` by default, which needs the refresh token. */
    mode: Schema.optional(Schema.Literals(["check", "claim-anon-session", "complete"])),
    refreshToken: Schema.optional(RefreshToken)
  }),
  success: Schema.Union([SessionTokens, CliLoginDetails, Success]),
  error: [TextErrors.cliLogin, TextErrors.cliAnonymousUser]
})

/** Login of terminals. */
export class CliLoginGroup extends HttpApiGroup.make("cliLogin")
  .add(startCliLogin, pollCliLogin, answerCliLogin)
  .prefix(Endpoint.root) {}

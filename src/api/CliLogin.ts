/** Login of a terminal that a browser confirms (docs/protocol/sign-in.md#command-line-login). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, Success } from "./Envelope.ts"
import { InvalidPollingCodeError } from "./errors/CliLogin.ts"
import { OpenEnum } from "./schema/OpenEnum.ts"
import { LoginCode, PollingCode, RefreshToken } from "./schema/Secrets.ts"
import { SessionTokens } from "./schema/Tokens.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** A new login. */
export class StartCliLogin extends Schema.Opaque<StartCliLogin>()(
  WireStruct({
    /** How long the login may take; two hours by default, at most a day. */
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(86_400_000))),
    /** The session of the guest as whom the terminal works; not in 2025-06. */
    anonRefreshToken: Schema.optional(RefreshToken)
  })
) {}

/** The code that the terminal polls with, and the one that the browser confirms. */
export class CliLogin extends Schema.Opaque<CliLogin>()(
  WireStruct({
    pollingCode: PollingCode,
    loginCode: LoginCode,
    expiresAt: Schema.DateFromString
  })
) {}

/** The login is not confirmed yet, or will never be. */
export class CliLoginPending extends Schema.Opaque<CliLoginPending>()(
  WireStruct({ status: OpenEnum(["waiting", "expired", "used"]) })
) {}

/** The login was confirmed; answered once. */
export class CliLoginSuccess extends Schema.Opaque<CliLoginSuccess>()(
  WireStruct({ status: Schema.Literal("success"), refreshToken: RefreshToken })
) {}

/** Starts a login. */
export const startCliLogin = Endpoint.post("startCliLogin", "/auth/cli", {
  payload: StartCliLogin,
  success: CliLogin,
  error: TextErrors.cliAnonymousUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Start a command-line login")

/** Asks for the state of a login: 201 once with the refresh token, otherwise 200. */
export const pollCliLogin = Endpoint.post("pollCliLogin", "/auth/cli/poll", {
  payload: WireStruct({ pollingCode: PollingCode }),
  // The narrower schema comes first: a server encodes with the first one that fits.
  success: [created(CliLoginSuccess), CliLoginPending],
  error: InvalidPollingCodeError
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Poll a command-line login")

/** The kind of session that a terminal has while it waits for its login. */
export class CliLoginDetails extends Schema.Opaque<CliLoginDetails>()(
  WireStruct({ cliSessionState: OpenEnum(["anonymous", "none"]) })
) {}

const path = "/auth/cli/complete"

/** Confirms a login with a refresh token for the terminal. */
export const completeCliLogin = Endpoint.post("completeCliLogin", path, {
  payload: WireStruct({ loginCode: LoginCode, refreshToken: RefreshToken }),
  success: Success,
  error: TextErrors.cliLogin
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Confirm a command-line login")

/** Checks whether a terminal works as a guest; not in 2025-06. */
export const checkCliLogin = Endpoint.post("checkCliLogin", path, {
  payload: WireStruct({ loginCode: LoginCode, mode: Schema.Literal("check") }),
  success: CliLoginDetails,
  error: TextErrors.cliLogin
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Look at a command-line login")

/** Hands out the session of the guest as whom a terminal works, once; not in 2025-06. */
export const claimCliAnonymousUser = Endpoint.post("claimCliAnonymousUser", path, {
  payload: WireStruct({ loginCode: LoginCode, mode: Schema.Literal("claim-anon-session") }),
  success: SessionTokens,
  error: [TextErrors.cliLogin, TextErrors.cliAnonymousUser]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Take over the guest of a command-line login")

/** The whole endpoint, all modes in one, as a server implements it and the documents describe it. */
export const answerCliLogin = Endpoint.post("answerCliLogin", path, {
  payload: WireStruct({
    loginCode: LoginCode,
    /** `complete` by default, which needs the refresh token. */
    mode: Schema.optional(Schema.Literals(["check", "claim-anon-session", "complete"])),
    refreshToken: Schema.optional(RefreshToken)
  }),
  success: Schema.Union([SessionTokens, CliLoginDetails, Success]),
  error: [TextErrors.cliLogin, TextErrors.cliAnonymousUser]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Look at a command-line login, take over its guest, or confirm it")

/** Login of terminals. */
export class CliLoginGroup extends HttpApiGroup.make("cliLogin")
  .add(startCliLogin, pollCliLogin, answerCliLogin)
  .prefix(Endpoint.root) {}

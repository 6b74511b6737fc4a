/**
 * Login of a terminal that a browser confirms (docs/protocol/sign-in.md#command-line-login).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { InvalidPollingCodeError } from "./errors/CliLogin.ts"
import { OpenEnum } from "./schema/OpenEnum.ts"
import { LoginCode, PollingCode, RefreshToken } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import { ClientAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, Success } from "./Envelope.ts"

/** How long the login may take; two hours by default, at most a day. */
export class StartCliLogin extends Schema.Opaque<StartCliLogin>()(
  WireStruct({
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(86_400_000)))
  })
) {}

/** What the terminal polls with, and what the browser confirms. */
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
  success: CliLogin
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Start a command-line login")

/** Asks how a login stands: 201 once with the refresh token, otherwise 200. */
export const pollCliLogin = Endpoint.post("pollCliLogin", "/auth/cli/poll", {
  payload: WireStruct({ pollingCode: PollingCode }),
  // The narrower schema comes first: a server encodes with the first one that fits.
  success: [created(CliLoginSuccess), CliLoginPending],
  error: InvalidPollingCodeError
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Poll a command-line login")

/** Confirms a login with a refresh token for the terminal. */
export const completeCliLogin = Endpoint.post("completeCliLogin", "/auth/cli/complete", {
  payload: WireStruct({ loginCode: LoginCode, refreshToken: RefreshToken }),
  success: Success
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Confirm a command-line login")

/** Login of terminals. */
export class CliLoginGroup extends HttpApiGroup.make("cliLogin")
  .add(startCliLogin, pollCliLogin, completeCliLogin)
  .prefix(Endpoint.root) {}

/** The answers of sign-ins (docs/protocol/tokens.md#sign-in-answers). */
import * as Schema from "effect/Schema"
import { UserId } from "./Ids.ts"
import { AccessToken, RefreshToken } from "./Secrets.ts"
import { WireStruct } from "./WireStruct.ts"

/** The tokens of a new session. */
export class SessionTokens extends Schema.Opaque<SessionTokens>()(
  WireStruct({ accessToken: AccessToken, refreshToken: RefreshToken })
) {}

/** The answer of a sign-in: tokens and user. */
export class SignIn extends Schema.Opaque<SignIn>()(
  WireStruct({ accessToken: AccessToken, refreshToken: RefreshToken, userId: UserId })
) {}

/** A sign-in that may have created the user. */
export class SignInOrUp extends Schema.Opaque<SignInOrUp>()(
  WireStruct({
    accessToken: AccessToken,
    refreshToken: RefreshToken,
    userId: UserId,
    isNewUser: Schema.Boolean
  })
) {}

/** A renewed access token. */
export class RenewedAccessToken extends Schema.Opaque<RenewedAccessToken>()(WireStruct({ accessToken: AccessToken })) {}

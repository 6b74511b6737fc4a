/** The answers of sign-ins (docs/protocol/tokens.md#sign-in-answers). */
import * as Schema from "effect/Schema"
import { UserId } from "./Ids.ts"
import { AccessToken, RefreshToken } from "./Secrets.ts"
import { WireClass } from "./WireStruct.ts"

/** The tokens of a new session. */
export class SessionTokens extends WireClass<SessionTokens>()({
  accessToken: AccessToken,
  refreshToken: RefreshToken
}) {}

/** The answer of a sign-in: tokens and user. */
export class SignIn extends WireClass<SignIn>()({
  accessToken: AccessToken,
  refreshToken: RefreshToken,
  userId: UserId
}) {}

/** A sign-in that may have created the user. */
export class SignInOrUp extends WireClass<SignInOrUp>()({
  accessToken: AccessToken,
  refreshToken: RefreshToken,
  userId: UserId,
  isNewUser: Schema.Boolean
}) {}

/** A renewed access token. */
export class RenewedAccessToken extends WireClass<RenewedAccessToken>()({ accessToken: AccessToken }) {}

/**
 * What a sign-in answers (docs/protocol/tokens.md#sign-in-answers).
 */
import * as Schema from "effect/Schema"
import { UserId } from "./Ids.ts"
import { AccessToken, RefreshToken } from "./Secrets.ts"
import { WireStruct } from "./WireStruct.ts"

/** The tokens of a new session. */
export const SessionTokens = WireStruct({ accessToken: AccessToken, refreshToken: RefreshToken })
/** The tokens of a new session. */
export interface SessionTokens extends Schema.Schema.Type<typeof SessionTokens> {}

/** The answer of a sign-in: tokens and user. */
export const SignIn = WireStruct({ accessToken: AccessToken, refreshToken: RefreshToken, userId: UserId })
/** The answer of a sign-in: tokens and user. */
export interface SignIn extends Schema.Schema.Type<typeof SignIn> {}

/** A sign-in that may have created the user. */
export const SignInOrUp = WireStruct({
  accessToken: AccessToken,
  refreshToken: RefreshToken,
  userId: UserId,
  isNewUser: Schema.Boolean
})
/** A sign-in that may have created the user. */
export interface SignInOrUp extends Schema.Schema.Type<typeof SignInOrUp> {}

/** A renewed access token. */
export const RenewedAccessToken = WireStruct({ accessToken: AccessToken })
/** A renewed access token. */
export interface RenewedAccessToken extends Schema.Schema.Type<typeof RenewedAccessToken> {}

/**
 * Sign-in with a provider, and the token endpoint (docs/protocol/oauth.md).
 *
 * These carry no `x-stack-*` headers: the project and its key are in the request itself.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { MultiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import {
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "./errors/OAuth.ts"
import {
  BodyParsingError,
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject,
  SchemaError
} from "./errors/ProjectAccess.ts"
import {
  AccessTokenExpired,
  RefreshTokenNotFoundOrExpired,
  UnparsableAccessToken,
  UserAuthenticationRequired
} from "./errors/Session.ts"
import {
  BotChallengeFailed,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  signUpErrors,
  SignUpRejected
} from "./errors/Users.ts"
import { botChallengeFields, Query } from "./Input.ts"
import { RefreshAnswer, RefreshGrant, TokenType } from "./Refresh.ts"
import { AbsoluteUrl, WebUrl } from "./schema/AbsoluteUrl.ts"
import { ProviderId } from "./schema/Ids.ts"
import {
  AccessToken,
  CodeVerifier,
  ForeignSecret,
  PublishableClientKey,
  RefreshToken,
  VerificationCode
} from "./schema/Secrets.ts"
import { SignInOrUp } from "./schema/Tokens.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

export { RefreshAnswer, RefreshGrant, refreshToken } from "./Refresh.ts"

/** An authorization code in exchange for a session. */
export class AuthorizationCodeGrant extends WireClass<AuthorizationCodeGrant>()({
  grantType: Schema.Literal("authorization_code"),
  code: VerificationCode,
  redirectUri: AbsoluteUrl,
  codeVerifier: CodeVerifier,
  clientId: Schema.String,
  clientSecret: PublishableClientKey
}) {}

/** The tokens of a new session; two fields also have an older name. */
export class AuthorizationCodeAnswer extends WireClass<AuthorizationCodeAnswer>()(
  {
    accessToken: AccessToken,
    refreshToken: RefreshToken,
    tokenType: TokenType,
    expiresIn: Schema.Finite,
    scope: Schema.String,
    isNewUser: Schema.Boolean,
    legacyNewUser: Schema.optionalKey(Schema.Boolean),
    afterCallbackRedirectUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
    legacyAfterCallbackRedirectUrl: Schema.optionalKey(Schema.NullOr(Schema.String))
  },
  { legacyNewUser: "newUser", legacyAfterCallbackRedirectUrl: "afterCallbackRedirectUrl" }
) {}

const exchangeErrors = [
  InvalidAuthorizationCode,
  RedirectUrlNotWhitelisted,
  InvalidOAuthClientIdOrSecret,
  PublishableClientKeyRequiredForProject,
  MultiFactorAuthenticationRequired,
  SchemaError,
  BodyParsingError
] as const

/** Exchanges an authorization code for a session: the last step of a sign-in with a provider. */
export const exchangeCode = Endpoint.open.post("exchangeCode", "/auth/oauth/token", {
  summary: "Exchange an authorization code",
  payload: AuthorizationCodeGrant.pipe(HttpApiSchema.asFormUrlEncoded()),
  success: AuthorizationCodeAnswer,
  error: exchangeErrors
})

/** The whole token endpoint, both grants in one, as a server implements it and the documents describe it. */
export const token = Endpoint.open.post("token", "/auth/oauth/token", {
  summary: "Renew a session or exchange an authorization code",
  payload: [
    Schema.Union([RefreshGrant, AuthorizationCodeGrant]).pipe(HttpApiSchema.asFormUrlEncoded()),
    Schema.Union([RefreshGrant, AuthorizationCodeGrant])
  ],
  success: Schema.Union([AuthorizationCodeAnswer, RefreshAnswer]),
  error: [RefreshTokenNotFoundOrExpired, ...exchangeErrors]
})

/** The query of the start of a sign-in with a provider. */
export const authorizeFields = {
  clientId: Schema.String,
  clientSecret: PublishableClientKey,
  redirectUri: AbsoluteUrl,
  scope: Schema.String,
  state: Schema.String,
  grantType: Schema.Literal("authorization_code"),
  codeChallenge: Schema.String,
  codeChallengeMethod: Schema.Literals(["S256", "plain"]),
  responseType: Schema.Literal("code"),
  type: Schema.optional(Schema.Literals(["authenticate", "link"])),
  /** Needed to link. */
  token: Schema.optional(AccessToken),
  providerScope: Schema.optional(Schema.String),
  errorRedirectUri: Schema.optional(AbsoluteUrl),
  /** The older name of `errorRedirectUri`. */
  errorRedirectUrl: Schema.optional(AbsoluteUrl),
  afterCallbackRedirectUrl: Schema.optional(AbsoluteUrl),
  ...botChallengeFields
}

/** How a sign-in with a provider starts. */
export const Authorize = Query(authorizeFields)

const authorizeErrors = [
  InvalidOAuthClientIdOrSecret,
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject,
  OAuthProviderNotFoundOrNotEnabled,
  UnparsableAccessToken,
  AccessTokenExpired,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  InvalidScope,
  // The service checks the URLs only in the callback; the emulator checks them here.
  RedirectUrlNotWhitelisted,
  ...signUpErrors,
  SchemaError
] as const

/** Sends the browser to the provider; a navigation, not a call. */
export const authorize = Endpoint.open.get("authorize", "/auth/oauth/authorize/:provider", {
  summary: "Start a sign-in with a provider",
  params: { provider: ProviderId },
  query: Authorize,
  success: HttpApiSchema.Empty(307),
  error: authorizeErrors
})

/** Tells a page that redirects the browser itself the URL of a provider, or why it may not; in the current service. */
export const locateProvider = Endpoint.open.get("locateProvider", "/auth/oauth/authorize/:provider", {
  summary: "Start a sign-in with a provider, by a call",
  params: { provider: ProviderId },
  query: Query({ ...authorizeFields, stackResponseMode: Schema.Literal("json") }),
  success: WireStruct({ location: WebUrl }),
  error: authorizeErrors
})

/** The query of a provider's callback; it may have more parameters. */
export const callbackFields = {
  state: Schema.String,
  code: Schema.optional(VerificationCode),
  error: Schema.optional(Schema.String),
  errorDescription: Schema.optional(Schema.String),
  /** The issuer (RFC 9207). */
  iss: Schema.optional(Schema.String)
}

const callbackErrors = [
  OuterOAuthTimeout,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderAccessDenied,
  OAuthProviderTemporarilyUnavailable,
  UserAlreadyConnectedToAnotherOAuthConnection,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  SignUpNotEnabled,
  SignUpRejected,
  // The service judges a challenge of the start again when a user signs up; the emulator only at the start.
  BotChallengeFailed,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  RedirectUrlNotWhitelisted,
  SchemaError
] as const

/** The service's callback for providers; it redirects to the app. */
export const callback = Endpoint.open
  .get("callback", "/auth/oauth/callback/:provider", {
    summary: "Finish a sign-in at the provider",
    params: { provider: ProviderId },
    query: Query(callbackFields),
    success: HttpApiSchema.Empty(303),
    error: callbackErrors
  })
  .annotate(HttpApi.QueryParseOptions, {})

/** The callback of providers that answer with a form. */
export const callbackForm = Endpoint.open
  .post("callbackForm", "/auth/oauth/callback/:provider", {
    summary: "Finish a sign-in at the provider, by form",
    params: { provider: ProviderId },
    payload: WireStruct(callbackFields).pipe(HttpApiSchema.asFormUrlEncoded()),
    success: HttpApiSchema.Empty(303),
    error: callbackErrors
  })
  .annotate(HttpApi.PayloadParseOptions, {})

/** Signs in with the identity token that an app on a device has from Apple; not in 2025-06. */
export const signInWithAppleToken = Endpoint.client.post("signInWithAppleToken", "/auth/oauth/callback/apple/native", {
  summary: "Sign in with an identity token of Apple",
  only: "current",
  payload: WireStruct({ idToken: ForeignSecret }),
  success: SignInOrUp,
  error: [
    OAuthProviderNotFoundOrNotEnabled,
    AppleBundleIdNotConfigured,
    InvalidAppleCredentials,
    OAuthProviderTemporarilyUnavailable,
    SignUpNotEnabled,
    SignUpRejected,
    ContactChannelAlreadyUsedForAuthBySomeoneElse,
    MultiFactorAuthenticationRequired
  ]
})

/** The request of another domain of the project, with its own challenge (RFC 7636). */
export class AuthorizeCrossDomain extends WireClass<AuthorizeCrossDomain>()({
  redirectUri: AbsoluteUrl,
  state: Schema.String.check(Schema.isMaxLength(512)),
  codeChallenge: Schema.String,
  codeChallengeMethod: Schema.Literal("S256"),
  afterCallbackRedirectUrl: Schema.optional(AbsoluteUrl)
}) {}

/** Hands the current session on to another domain: answers its callback page with a code; not in 2025-06. */
export const authorizeCrossDomain = Endpoint.client.post("authorizeCrossDomain", "/auth/oauth/cross-domain/authorize", {
  summary: "Hand a session on to another domain",
  only: "current",
  payload: AuthorizeCrossDomain,
  success: WireStruct({ redirectUrl: WebUrl }),
  error: [UserAuthenticationRequired, RedirectUrlNotWhitelisted, TextErrors.handedOnSession]
})

/** Sign-in with a provider, and the token endpoint. */
export class OAuthGroup extends HttpApiGroup.make("oauth")
  .add(token, authorize, callback, callbackForm, signInWithAppleToken, authorizeCrossDomain)
  .prefix(Endpoint.root) {}

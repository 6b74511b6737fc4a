/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type {
  AuthorizationCodeAnswer,
  AuthorizationCodeGrant,
  Authorize,
  AuthorizeCrossDomain
} from "../../api/OAuth.ts"
import type { RefreshAnswer, RefreshGrant } from "../../api/Refresh.ts"
import type { ProviderId } from "../../api/schema/Ids.ts"
import type { SignInOrUp } from "../../api/schema/Tokens.ts"
import { nothing } from "../../domain/Envelope.ts"
import type { MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import type {
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  InvalidAuthorizationCode,
  InvalidScope,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../domain/errors/OAuth.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type {
  RefreshTokenNotFoundOrExpired,
  SessionMismatch,
  UserAuthenticationRequired
} from "../../domain/errors/Session.ts"
import type {
  BotChallengeFailed,
  BotChallengeRequired,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  SignUpRejected
} from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { multiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import {
  appleBundleIdNotConfigured,
  invalidAppleCredentials,
  invalidAuthorizationCode,
  invalidOAuthClientIdOrSecret,
  invalidScope,
  oAuthConnectionAlreadyConnectedToAnotherUser,
  oAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  oAuthProviderAccessDenied,
  oAuthProviderNotFoundOrNotEnabled,
  oAuthProviderTemporarilyUnavailable,
  outerOAuthTimeout,
  userAlreadyConnectedToAnotherOAuthConnection
} from "./errors/OAuth.ts"
import {
  bodyParsingError,
  invalidPublishableClientKey,
  publishableClientKeyRequiredForProject,
  schemaError
} from "./errors/ProjectAccess.ts"
import {
  accessTokenExpired,
  refreshTokenNotFoundOrExpired,
  unparsableAccessToken,
  userAuthenticationRequired
} from "./errors/Session.ts"
import {
  botChallengeFailed,
  botChallengeRequired,
  contactChannelAlreadyUsedForAuthBySomeoneElse,
  redirectUrlNotWhitelisted,
  signUpNotEnabled,
  signUpRejected
} from "./errors/Users.ts"
import { decodeRefreshAnswer, encodeRefreshGrant, tokenType } from "./Refresh.ts"
import { absoluteUrl, webUrl } from "./schema/AbsoluteUrl.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeAccessToken, encodeAccessToken, encodeApiKeyValue } from "./schema/Secrets.ts"
import { decodeSignInOrUp } from "./schema/Tokens.ts"
import { handedOnSession, otherGeneration } from "./TextErrors.ts"

export const decodeAuthorizationCodeAnswer = R.struct((o): AuthorizationCodeAnswer => {
  const a: R.Mutable<AuthorizationCodeAnswer> = {
    accessToken: decodeAccessToken(o.access_token, "access_token"),
    refreshToken: decodeAccessToken(o.refresh_token, "refresh_token"),
    tokenType: tokenType(o.token_type, "token_type"),
    expiresIn: R.finite(o.expires_in, "expires_in"),
    scope: R.string(o.scope, "scope"),
    isNewUser: R.boolean(o.is_new_user, "is_new_user")
  }
  if (o.newUser !== undefined) a.legacyNewUser = R.boolean(o.newUser, "newUser")
  if (o.after_callback_redirect_url !== undefined)
    a.afterCallbackRedirectUrl = R.nullable(o.after_callback_redirect_url, "after_callback_redirect_url", R.string)
  if (o.afterCallbackRedirectUrl !== undefined)
    a.legacyAfterCallbackRedirectUrl = R.nullable(o.afterCallbackRedirectUrl, "afterCallbackRedirectUrl", R.string)
  return a
})

export const encodeAuthorizationCodeGrant = R.struct((o) => ({
  grant_type: R.literal(o.grantType, "grantType", "authorization_code"),
  code: encodeApiKeyValue(o.code, "code"),
  redirect_uri: absoluteUrl(o.redirectUri, "redirectUri"),
  code_verifier: encodeApiKeyValue(o.codeVerifier, "codeVerifier"),
  client_id: R.string(o.clientId, "clientId"),
  client_secret: encodeAccessToken(o.clientSecret, "clientSecret")
}))

/** Exchange an authorization code. */
export const exchangeCode: Endpoint<
  { readonly payload: AuthorizationCodeGrant },
  AuthorizationCodeAnswer,
  InvalidAuthorizationCode | RedirectUrlNotWhitelisted | MultiFactorAuthenticationRequired,
  undefined
> = {
  name: "exchangeCode",
  method: "POST",
  path: "/auth/oauth/token",
  level: undefined,
  payload: encodeAuthorizationCodeGrant,
  sends: "form",
  success: decodeAuthorizationCodeAnswer,
  errors: [
    invalidAuthorizationCode,
    redirectUrlNotWhitelisted,
    invalidOAuthClientIdOrSecret,
    publishableClientKeyRequiredForProject,
    multiFactorAuthenticationRequired,
    schemaError,
    bodyParsingError
  ]
}

const tokenSuccess = R.either<AuthorizationCodeAnswer | RefreshAnswer>(
  decodeAuthorizationCodeAnswer,
  decodeRefreshAnswer
)

const tokenPayload = R.either<unknown>(encodeRefreshGrant, encodeAuthorizationCodeGrant)

/** Renew a session or exchange an authorization code. */
export const token: Endpoint<
  { readonly payload: RefreshGrant | AuthorizationCodeGrant },
  AuthorizationCodeAnswer | RefreshAnswer,
  | RefreshTokenNotFoundOrExpired
  | InvalidAuthorizationCode
  | RedirectUrlNotWhitelisted
  | MultiFactorAuthenticationRequired,
  undefined
> = {
  name: "token",
  method: "POST",
  path: "/auth/oauth/token",
  level: undefined,
  payload: tokenPayload,
  sends: "form",
  success: tokenSuccess,
  errors: [
    refreshTokenNotFoundOrExpired,
    invalidAuthorizationCode,
    redirectUrlNotWhitelisted,
    invalidOAuthClientIdOrSecret,
    publishableClientKeyRequiredForProject,
    multiFactorAuthenticationRequired,
    schemaError,
    bodyParsingError
  ]
}

const providerParams = R.struct((o) => ({ provider: pathSegment<ProviderId>(o.provider, "provider") }))

const clientIdToBotChallengeUnavailable = (o: R.Properties) => ({
  client_id: R.string(o.clientId, "clientId"),
  client_secret: encodeAccessToken(o.clientSecret, "clientSecret"),
  redirect_uri: absoluteUrl(o.redirectUri, "redirectUri"),
  scope: R.string(o.scope, "scope"),
  state: R.string(o.state, "state"),
  grant_type: R.literal(o.grantType, "grantType", "authorization_code"),
  code_challenge: R.string(o.codeChallenge, "codeChallenge"),
  code_challenge_method: R.oneOf(o.codeChallengeMethod, "codeChallengeMethod", ["S256", "plain"]),
  response_type: R.literal(o.responseType, "responseType", "code"),
  type: o.type === undefined ? undefined : R.oneOf(o.type, "type", ["authenticate", "link"]),
  token: R.optional(o.token, "token", encodeAccessToken),
  provider_scope: R.optional(o.providerScope, "providerScope", R.string),
  error_redirect_uri: R.optional(o.errorRedirectUri, "errorRedirectUri", absoluteUrl),
  error_redirect_url: R.optional(o.errorRedirectUrl, "errorRedirectUrl", absoluteUrl),
  after_callback_redirect_url: R.optional(o.afterCallbackRedirectUrl, "afterCallbackRedirectUrl", absoluteUrl),
  bot_challenge_token: R.optional(o.botChallengeToken, "botChallengeToken", R.string),
  bot_challenge_phase:
    o.botChallengePhase === undefined
      ? undefined
      : R.oneOf(o.botChallengePhase, "botChallengePhase", ["invisible", "visible"]),
  bot_challenge_unavailable:
    o.botChallengeUnavailable === undefined
      ? undefined
      : R.literal(o.botChallengeUnavailable, "botChallengeUnavailable", "true")
})

export const encodeAuthorize = R.struct((o) => ({ ...clientIdToBotChallengeUnavailable(o) }))

/** Start a sign-in with a provider. */
export const authorize: Endpoint<
  { readonly params: { readonly provider: ProviderId }; readonly query: typeof Authorize.Type },
  void,
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  | InvalidScope
  | RedirectUrlNotWhitelisted
  | SignUpRejected
  | BotChallengeRequired
  | BotChallengeFailed,
  undefined
> = {
  name: "authorize",
  method: "GET",
  path: "/auth/oauth/authorize/:provider",
  level: undefined,
  params: providerParams,
  query: encodeAuthorize,
  success: nothing,
  reads: "nothing",
  errors: [
    invalidOAuthClientIdOrSecret,
    invalidPublishableClientKey,
    publishableClientKeyRequiredForProject,
    oAuthProviderNotFoundOrNotEnabled,
    unparsableAccessToken,
    accessTokenExpired,
    oAuthExtraScopeNotAvailableWithSharedOAuthKeys,
    invalidScope,
    redirectUrlNotWhitelisted,
    signUpRejected,
    botChallengeRequired,
    botChallengeFailed,
    schemaError
  ]
}

const locateProviderSuccess = R.struct((o) => ({ location: webUrl(o.location, "location") }))

const locateProviderQuery = R.struct((o) => ({
  ...clientIdToBotChallengeUnavailable(o),
  stack_response_mode: R.literal(o.stackResponseMode, "stackResponseMode", "json")
}))

/** Start a sign-in with a provider, by a call. */
export const locateProvider: Endpoint<
  {
    readonly params: { readonly provider: ProviderId }
    readonly query: {
      readonly clientId: string
      readonly clientSecret: Redacted.Redacted
      readonly redirectUri: string
      readonly scope: string
      readonly state: string
      readonly grantType: "authorization_code"
      readonly codeChallenge: string
      readonly codeChallengeMethod: "S256" | "plain"
      readonly responseType: "code"
      readonly type?: "authenticate" | "link" | undefined
      readonly token?: Redacted.Redacted | undefined
      readonly providerScope?: string | undefined
      readonly errorRedirectUri?: string | undefined
      readonly errorRedirectUrl?: string | undefined
      readonly afterCallbackRedirectUrl?: string | undefined
      readonly botChallengeToken?: string | undefined
      readonly botChallengePhase?: "invisible" | "visible" | undefined
      readonly botChallengeUnavailable?: "true" | undefined
      readonly stackResponseMode: "json"
    }
  },
  { readonly location: string },
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  | InvalidScope
  | RedirectUrlNotWhitelisted
  | SignUpRejected
  | BotChallengeRequired
  | BotChallengeFailed,
  undefined
> = {
  name: "locateProvider",
  method: "GET",
  path: "/auth/oauth/authorize/:provider",
  level: undefined,
  params: providerParams,
  query: locateProviderQuery,
  success: locateProviderSuccess,
  errors: [
    invalidOAuthClientIdOrSecret,
    invalidPublishableClientKey,
    publishableClientKeyRequiredForProject,
    oAuthProviderNotFoundOrNotEnabled,
    unparsableAccessToken,
    accessTokenExpired,
    oAuthExtraScopeNotAvailableWithSharedOAuthKeys,
    invalidScope,
    redirectUrlNotWhitelisted,
    signUpRejected,
    botChallengeRequired,
    botChallengeFailed,
    schemaError
  ]
}

const callbackQuery = R.struct((o) => ({
  state: R.string(o.state, "state"),
  code: R.optional(o.code, "code", encodeApiKeyValue),
  error: R.optional(o.error, "error", R.string),
  error_description: R.optional(o.errorDescription, "errorDescription", R.string),
  iss: R.optional(o.iss, "iss", R.string)
}))

/** Finish a sign-in at the provider. */
export const callback: Endpoint<
  {
    readonly params: { readonly provider: ProviderId }
    readonly query: {
      readonly state: string
      readonly code?: Redacted.Redacted | undefined
      readonly error?: string | undefined
      readonly errorDescription?: string | undefined
      readonly iss?: string | undefined
    }
  },
  void,
  | OuterOAuthTimeout
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthProviderAccessDenied
  | OAuthProviderTemporarilyUnavailable
  | UserAlreadyConnectedToAnotherOAuthConnection
  | OAuthConnectionAlreadyConnectedToAnotherUser
  | SignUpNotEnabled
  | SignUpRejected
  | BotChallengeFailed
  | ContactChannelAlreadyUsedForAuthBySomeoneElse
  | RedirectUrlNotWhitelisted,
  undefined
> = {
  name: "callback",
  method: "GET",
  path: "/auth/oauth/callback/:provider",
  level: undefined,
  params: providerParams,
  query: callbackQuery,
  success: nothing,
  reads: "nothing",
  errors: [
    outerOAuthTimeout,
    oAuthProviderNotFoundOrNotEnabled,
    oAuthProviderAccessDenied,
    oAuthProviderTemporarilyUnavailable,
    userAlreadyConnectedToAnotherOAuthConnection,
    oAuthConnectionAlreadyConnectedToAnotherUser,
    signUpNotEnabled,
    signUpRejected,
    botChallengeFailed,
    contactChannelAlreadyUsedForAuthBySomeoneElse,
    redirectUrlNotWhitelisted,
    schemaError
  ]
}

/** Finish a sign-in at the provider, by form. */
export const callbackForm: Endpoint<
  {
    readonly params: { readonly provider: ProviderId }
    readonly payload: {
      readonly state: string
      readonly code?: Redacted.Redacted | undefined
      readonly error?: string | undefined
      readonly errorDescription?: string | undefined
      readonly iss?: string | undefined
    }
  },
  void,
  | OuterOAuthTimeout
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthProviderAccessDenied
  | OAuthProviderTemporarilyUnavailable
  | UserAlreadyConnectedToAnotherOAuthConnection
  | OAuthConnectionAlreadyConnectedToAnotherUser
  | SignUpNotEnabled
  | SignUpRejected
  | BotChallengeFailed
  | ContactChannelAlreadyUsedForAuthBySomeoneElse
  | RedirectUrlNotWhitelisted,
  undefined
> = {
  name: "callbackForm",
  method: "POST",
  path: "/auth/oauth/callback/:provider",
  level: undefined,
  params: providerParams,
  payload: callbackQuery,
  sends: "form",
  success: nothing,
  reads: "nothing",
  errors: [
    outerOAuthTimeout,
    oAuthProviderNotFoundOrNotEnabled,
    oAuthProviderAccessDenied,
    oAuthProviderTemporarilyUnavailable,
    userAlreadyConnectedToAnotherOAuthConnection,
    oAuthConnectionAlreadyConnectedToAnotherUser,
    signUpNotEnabled,
    signUpRejected,
    botChallengeFailed,
    contactChannelAlreadyUsedForAuthBySomeoneElse,
    redirectUrlNotWhitelisted,
    schemaError
  ]
}

const signInWithAppleTokenPayload = R.struct((o) => ({ id_token: R.reveal(o.idToken, "idToken") }))

/** Sign in with an identity token of Apple. */
export const signInWithAppleToken: Endpoint<
  { readonly payload: { readonly idToken: Redacted.Redacted } },
  SignInOrUp,
  | OAuthProviderNotFoundOrNotEnabled
  | AppleBundleIdNotConfigured
  | InvalidAppleCredentials
  | OAuthProviderTemporarilyUnavailable
  | SignUpNotEnabled
  | SignUpRejected
  | ContactChannelAlreadyUsedForAuthBySomeoneElse
  | MultiFactorAuthenticationRequired
  | NotSupportedByService,
  "client"
> = {
  name: "signInWithAppleToken",
  method: "POST",
  path: "/auth/oauth/callback/apple/native",
  level: "client",
  levelErrors: clientErrors,
  payload: signInWithAppleTokenPayload,
  success: decodeSignInOrUp,
  errors: [
    oAuthProviderNotFoundOrNotEnabled,
    appleBundleIdNotConfigured,
    invalidAppleCredentials,
    oAuthProviderTemporarilyUnavailable,
    signUpNotEnabled,
    signUpRejected,
    contactChannelAlreadyUsedForAuthBySomeoneElse,
    multiFactorAuthenticationRequired
  ],
  textErrors: [otherGeneration]
}

const authorizeCrossDomainSuccess = R.struct((o) => ({ redirectUrl: webUrl(o.redirect_url, "redirect_url") }))

export const encodeAuthorizeCrossDomain = R.struct((o) => ({
  redirect_uri: absoluteUrl(o.redirectUri, "redirectUri"),
  state: R.atMost(R.string(o.state, "state"), "state", 512),
  code_challenge: R.string(o.codeChallenge, "codeChallenge"),
  code_challenge_method: R.literal(o.codeChallengeMethod, "codeChallengeMethod", "S256"),
  after_callback_redirect_url: R.optional(o.afterCallbackRedirectUrl, "afterCallbackRedirectUrl", absoluteUrl)
}))

/** Hand a session on to another domain. */
export const authorizeCrossDomain: Endpoint<
  { readonly payload: AuthorizeCrossDomain },
  { readonly redirectUrl: string },
  UserAuthenticationRequired | RedirectUrlNotWhitelisted | SessionMismatch | NotSupportedByService,
  "client"
> = {
  name: "authorizeCrossDomain",
  method: "POST",
  path: "/auth/oauth/cross-domain/authorize",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeAuthorizeCrossDomain,
  success: authorizeCrossDomainSuccess,
  errors: [userAuthenticationRequired, redirectUrlNotWhitelisted],
  textErrors: [handedOnSession, otherGeneration]
}

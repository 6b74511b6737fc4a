/** Signing in with a provider: the start, and the way back (docs/protocol/oauth.md#start). */
import * as Effect from "effect/Effect"
import { HttpServerRequest, ParsedSearchParams } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { SqlClient } from "effect/sql/SqlClient"
import * as Api from "../../api/OAuth.ts"
import type { KnownError } from "../../domain/errors/KnownError.ts"
import {
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout
} from "../../domain/errors/OAuth.ts"
import { InvalidPublishableClientKey } from "../../domain/errors/ProjectAccess.ts"
import { UnparsableAccessToken } from "../../domain/errors/Session.ts"
import type { ProviderId } from "../../domain/Ids.ts"
import { isLoopback } from "../../domain/url/Loopback.ts"
import { AccessTokens, toKnownError } from "../accounts/AccessTokens.ts"
import { Users } from "../accounts/Users.ts"
import * as CodeChallenge from "../crypto/CodeChallenge.ts"
import { badRequest, forbidden, TextAnswer } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as BotChallenge from "../http/BotChallenge.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as SchemaErrorText from "../http/SchemaErrorText.ts"
import * as Client from "../oauth/Client.ts"
import { Codes } from "../oauth/Codes.ts"
import { type Flow, Flows } from "../oauth/Flows.ts"
import { Grants } from "../oauth/Grants.ts"
import * as InnerCookie from "../oauth/InnerCookie.ts"
import type { ProviderFailure } from "../oauth/Provider.ts"
import { type EnabledProvider, Providers } from "../oauth/Providers.ts"
import * as ProviderSignIns from "../oauth/ProviderSignIns.ts"
import * as Scopes from "../oauth/Scopes.ts"
import { type Project, Projects } from "../projects/Projects.ts"
import { isRedirectUri, requireTrusted, requireRedirectUri } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import * as Database from "../storage/Database.ts"
import { signInWithAppleToken } from "./AppleSignIn.ts"
import { authorizeCrossDomain } from "./CrossDomain.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import * as OAuthToken from "./OAuthToken.ts"
import { handle } from "./Route.ts"

type Start = typeof LenientEndpoints.Authorize.Type

const legacyScope = "legacy"

/** The service sends a body with a code, and none with an error. */
const redirect = (status: 303 | 307, location: string) =>
  status === 307
    ? HttpServerResponse.empty({ status, headers: { location } })
    : HttpServerResponse.setHeader(Answer.json(status, {}), "location", location)

const requireProject = Effect.fnUntraced(function* ({ clientId, clientSecret }: Start) {
  const projectId = Client.parseProjectId(clientId)
  const project = projectId === undefined ? undefined : yield* Projects.use(({ find }) => find(projectId))
  if (project === undefined) return yield* new InvalidOAuthClientIdOrSecret({ details: { clientId } })
  if (yield* Client.isAdmitted(project, clientSecret)) return project
  return yield* new InvalidPublishableClientKey({ details: { projectId: project.id } })
})

const requirePkce = Effect.fnUntraced(function* ({ codeChallenge, codeChallengeMethod }: Start) {
  const violations = [
    ...(codeChallengeMethod === CodeChallenge.supportedMethod
      ? []
      : ["query.code_challenge_method must be one of the following values: S256"]),
    ...(CodeChallenge.isChallenge(codeChallenge) ? [] : ["query.code_challenge must be 43 characters of base64url"])
  ]
  if (violations.length > 0) return yield* RequestValidation.failSchema(violations)
})

const requireProvider = Effect.fnUntraced(function* (project: Project, providerId: ProviderId) {
  const enabled = (yield* Providers).find(project, providerId)
  return enabled ?? (yield* new OAuthProviderNotFoundOrNotEnabled())
})

/** The user of the access token in the query; `undefined` if the user was deleted. */
const findUserByToken = Effect.fnUntraced(function* (project: Project, token: NonNullable<Start["token"]>) {
  const claims = yield* Effect.mapError((yield* AccessTokens).verify(Redacted.value(token)), toKnownError)
  if (claims.projectId !== project.id || claims.branchId !== "main") {
    return yield* forbidden("The access token is for another project or branch.")
  }
  return yield* Users.use(({ find }) => find(project.id, claims.userId))
})

/** The user who links an account, or the guest who may sign up; only the current service upgrades guests. */
const findInitiator = Effect.fnUntraced(function* (
  project: Project,
  enabled: EnabledProvider,
  { providerScope, token, type }: Start
) {
  const asksForMore = enabled.isShared && Scopes.parseScopes(providerScope ?? "").length > 0
  if (type === "link") {
    if (token === undefined) {
      // The service of 2025-06 reads the missing token.
      if (!(yield* Generation).has("current")) return yield* new UnparsableAccessToken()
      return yield* badRequest("Linking an account needs the query parameter token.")
    }
    const user = yield* findUserByToken(project, token)
    if (user === undefined) return yield* forbidden("The user of the access token does not exist any more.")
    if (asksForMore) return yield* new OAuthExtraScopeNotAvailableWithSharedOAuthKeys()
    return { linkTo: user.id, anonymousUserId: null }
  }
  // The service of 2025-06 passes them on at sign-in, although its own error is about them.
  if (asksForMore && (yield* Generation).isOnly("current")) {
    return yield* new OAuthExtraScopeNotAvailableWithSharedOAuthKeys()
  }
  const user =
    token !== undefined && (yield* Generation).has("current") ? yield* findUserByToken(project, token) : undefined
  return { linkTo: null, anonymousUserId: user?.is_anonymous === 1 ? user.id : null }
})

const toBadRequest = (failure: ProviderFailure) => badRequest(failure.problem)

/** The data of a flow for the provider, at its start and its end. */
const makeBinding = (enabled: EnabledProvider, state: string, request: Flow["request"]) => ({
  state,
  nonce: request.nonce,
  codeVerifier: request.codeVerifier,
  redirectUri: enabled.callbackUrl,
  scope: request.scope
})

const names2025 = ["errorRedirectUrl", ...Object.keys(Api.authorizeFields)].map(SchemaErrorText.snakeCase)

/** Queries that the service of 2025-06 refuses, or fails on in the callback. */
const requireStartOf2025 = Effect.fnUntraced(function* (query: Start) {
  const unknown = Object.keys(yield* ParsedSearchParams).filter((name) => !names2025.includes(name))
  const violations = [
    ...(query.responseType === "code" ? [] : ["query.response_type must be one of the following values: code"]),
    ...(unknown.length === 0 ? [] : [`query contains unknown properties: ${unknown.join(", ")}`])
  ]
  if (violations.length > 0) return yield* RequestValidation.failSchema(violations)
  if (query.scope !== legacyScope) return yield* new InvalidScope()
})

/**
 * The same URL at the emulator's public host, if the request uses another loopback name. The cookie of a flow is valid
 * for one host, and providers redirect to the public one.
 */
const findPublicUrl = Effect.gen(function* () {
  const requestUrl = new URL((yield* HttpServerRequest).originalUrl)
  const { hostname, origin } = new URL((yield* Settings).publicUrl)
  if (requestUrl.hostname === hostname || !isLoopback(requestUrl.hostname) || !isLoopback(hostname)) return undefined
  return origin + requestUrl.pathname + requestUrl.search
})

/** Gets the person from the provider, finds or creates their account, and issues a code for the app. */
const completeFlow = Effect.fnUntraced(function* (
  project: Project,
  flow: Flow,
  providerId: ProviderId,
  answer: URLSearchParams
) {
  const { request } = flow
  if (flow.isExpired) return yield* new OuterOAuthTimeout()
  if (providerId !== flow.providerId) {
    return yield* badRequest("The sign-in was started with another provider.")
  }
  const enabled = yield* requireProvider(project, providerId)
  // Checked again, because the project's list may have changed.
  yield* requireRedirectUri(project, request.redirectUri)
  const { has } = yield* Generation
  const { grant, profile } = yield* Effect.mapError(
    enabled.provider.exchange(makeBinding(enabled, answer.get("state") ?? "", request), answer),
    (failure) => {
      if (failure.reason === "Denied") return new OAuthProviderAccessDenied()
      if (failure.reason === "Unavailable" && has("current")) return new OAuthProviderTemporarilyUnavailable()
      return toBadRequest(failure)
    }
  )
  const codes = yield* Codes
  const grants = yield* Grants
  const users = yield* Users
  const { anonymousUserId = null, linkTo } = request
  const write = Effect.gen(function* () {
    if (linkTo !== null && (yield* users.find(project.id, linkTo)) === undefined) {
      return yield* forbidden("The user who wanted to link an account does not exist any more.")
    }
    const { isNewUser, providerAccountId, userId } =
      linkTo === null
        ? yield* ProviderSignIns.signIn(
            project,
            providerId,
            profile,
            anonymousUserId === null ? undefined : yield* users.find(project.id, anonymousUserId)
          )
        : yield* ProviderSignIns.link(project, providerId, profile, linkTo)
    yield* grants.store(providerAccountId, grant)
    return yield* codes.issue({
      projectId: project.id,
      userId,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      isNewUser,
      afterCallbackRedirectUrl: request.afterCallbackRedirectUrl,
      sharedRefreshToken: null
    })
  })
  return yield* Database.transaction(yield* SqlClient, write)
})

const addQuery = (base: string, query: Readonly<Record<string, string>>): string => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** The current service redirects to the app's callback page without its state; that of 2025-06 to its error page. */
const findErrorRedirectUrl = Effect.fnUntraced(function* (project: Project, { request }: Flow, error: KnownError) {
  const isCurrent = (yield* Generation).has("current")
  const { details } = Answer.knownErrorBody(error) as { readonly details?: unknown }
  const query = {
    ...(isCurrent && { error: "server_error", error_description: error.error }),
    errorCode: error.code,
    message: error.error,
    details: JSON.stringify(details ?? {})
  }
  for (const url of isCurrent ? [request.redirectUri, request.errorRedirectUrl] : [request.errorRedirectUrl]) {
    if (url !== null && (yield* isRedirectUri(project, url))) return addQuery(url, query)
  }
  return undefined
})

const unknownFlow = Answer.text(400, "This sign-in is unknown, or was started in another browser. Start again.")

const finish = Effect.fnUntraced(function* (
  providerId: ProviderId,
  answer: URLSearchParams,
  { isForm }: { readonly isForm: boolean }
) {
  const state = answer.get("state") ?? ""
  const { cookies } = yield* HttpServerRequest
  const flow = yield* Flows.use(({ take }) => take(state, InnerCookie.isIn(cookies, state)))
  const project = flow && (yield* Projects.use(({ find }) => find(flow.projectId)))
  if (flow === undefined || project === undefined) return InnerCookie.remove(unknownFlow, state)

  const { redirectUri, state: outerState } = flow.request
  const result = yield* Effect.result(completeFlow(project, flow, providerId, answer))
  if (Result.isSuccess(result)) {
    const location = addQuery(redirectUri, { code: result.success, state: outerState })
    return InnerCookie.remove(redirect(303, location), state)
  }
  const error = result.failure
  if (error instanceof TextAnswer) return InnerCookie.remove(Answer.textAnswer(error), state)
  const location = yield* findErrorRedirectUrl(project, flow, error)
  // 307 would make the browser post the provider's form to the app.
  const response = location === undefined ? Answer.knownError(error) : redirect(isForm ? 303 : 307, location)
  return InnerCookie.remove(response, state)
})

/** The parameters of a provider's answer, with their names on the wire. */
const toSearchParams = ({
  code,
  error,
  errorDescription,
  iss,
  state
}: {
  readonly state?: string | undefined
  readonly code?: Redacted.Redacted<string> | undefined
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
  readonly iss?: string | undefined
}): URLSearchParams =>
  new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(code !== undefined && { code: Redacted.value(code) }),
    ...(error !== undefined && { error }),
    ...(errorDescription !== undefined && { error_description: errorDescription }),
    ...(iss !== undefined && { iss })
  })

export const routes = [
  handle(LenientEndpoints.authorize, function* ({ params, query }) {
    const isJson = query.stackResponseMode === "json" || query.hexclaveResponseMode === "json"
    yield* requirePkce(query)
    const project = yield* requireProject(query)
    if ((yield* Generation).isOnly("2025-06")) yield* requireStartOf2025(query)
    if (query.type !== "link") yield* BotChallenge.requireSolved("query", "oauth_authenticate", query)
    const errorRedirectUrl = query.errorRedirectUri ?? query.errorRedirectUrl ?? null
    const { afterCallbackRedirectUrl = null, redirectUri } = query
    yield* requireRedirectUri(project, redirectUri)
    if (errorRedirectUrl !== null) yield* requireRedirectUri(project, errorRedirectUrl)
    if (afterCallbackRedirectUrl !== null) yield* requireTrusted(project, afterCallbackRedirectUrl)
    const enabled = yield* requireProvider(project, params.provider)
    const { anonymousUserId, linkTo } = yield* findInitiator(project, enabled, query)
    const publicUrl = isJson ? undefined : yield* findPublicUrl
    if (publicUrl !== undefined) return HttpServerResponse.empty({ status: 307, headers: { location: publicUrl } })
    const { innerState, request } = yield* Flows.use(({ start }) =>
      start(project.id, enabled.id, {
        redirectUri: redirectUri.split("#", 1)[0]!,
        state: query.state,
        codeChallenge: query.codeChallenge,
        errorRedirectUrl,
        afterCallbackRedirectUrl,
        linkTo,
        anonymousUserId,
        isBound: !isJson,
        scope: Scopes.union(enabled.scope, query.providerScope ?? "")
      })
    )
    const location = yield* Effect.mapError(
      enabled.provider.authorizationUrl(makeBinding(enabled, innerState, request)),
      toBadRequest
    )
    if (isJson) return Answer.json(200, { location })
    const response = HttpServerResponse.empty({ status: 307, headers: { location } })
    return yield* InnerCookie.add(response, innerState, (yield* Settings).publicUrl)
  }),

  handle(LenientEndpoints.callback, ({ params, query }) =>
    finish(params.provider, toSearchParams(query), { isForm: false })
  ),

  handle(
    LenientEndpoints.callbackForm,
    ({ params, payload }) => finish(params.provider, toSearchParams(payload), { isForm: true }),
    {
      prepare: RequestBody.lenient,
      ignoresQuery: true
    }
  ),

  signInWithAppleToken,

  authorizeCrossDomain,

  OAuthToken.token
]

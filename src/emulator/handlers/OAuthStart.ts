/** The start of a sign-in with a provider (docs/protocol/oauth.md#start). */
import * as Effect from "effect/Effect"
import { HttpServerRequest, ParsedSearchParams } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/OAuth.ts"
import {
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys
} from "../../domain/errors/OAuth.ts"
import { InvalidPublishableClientKey } from "../../domain/errors/ProjectAccess.ts"
import { UnparsableAccessToken } from "../../domain/errors/Session.ts"
import { isLoopback } from "../../domain/url/Loopback.ts"
import { AccessTokens, toKnownError } from "../accounts/AccessTokens.ts"
import * as Users from "../accounts/Users.ts"
import * as CodeChallenge from "../crypto/CodeChallenge.ts"
import { badRequest, forbidden } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as BotChallenge from "../http/BotChallenge.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as SchemaErrorText from "../http/SchemaErrorText.ts"
import * as Client from "../oauth/Client.ts"
import * as Flows from "../oauth/Flows.ts"
import * as InnerCookie from "../oauth/InnerCookie.ts"
import type { EnabledProvider } from "../oauth/Providers.ts"
import * as Scopes from "../oauth/Scopes.ts"
import * as Projects from "../projects/Projects.ts"
import type { Project } from "../projects/Projects.ts"
import { requireRedirectUri, requireTrusted } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import { makeBinding, requireProvider } from "./internal/FlowProvider.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

type Start = typeof LenientEndpoints.Authorize.Type

const legacyScope = "legacy"

const requireProject = Effect.fnUntraced(function* ({ clientId, clientSecret }: Start) {
  const projectId = Client.parseProjectId(clientId)
  const project = projectId === undefined ? undefined : yield* Projects.find(projectId)
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
  if (violations.length > 0) return yield* RequestValidation.failSchema(...violations)
})

const names2025 = ["errorRedirectUrl", ...Object.keys(Api.authorizeFields)].map(SchemaErrorText.toSnakeCase)

/** Queries that the service of 2025-06 refuses, or fails on in the callback. */
const requireStartOf2025 = Effect.fnUntraced(function* (query: Start) {
  const unknown = Object.keys(yield* ParsedSearchParams).filter((name) => !names2025.includes(name))
  const violations = [
    ...(query.responseType === "code" ? [] : ["query.response_type must be one of the following values: code"]),
    ...(unknown.length === 0 ? [] : [`query contains unknown properties: ${unknown.join(", ")}`])
  ]
  if (violations.length > 0) return yield* RequestValidation.failSchema(...violations)
  if (query.scope !== legacyScope) return yield* new InvalidScope()
})

/** The redirects of a start, which the project must allow. */
const requireRedirects = Effect.fnUntraced(function* (project: Project, query: Start) {
  const errorRedirectUrl = query.errorRedirectUri ?? query.errorRedirectUrl ?? null
  const { afterCallbackRedirectUrl = null, redirectUri } = query
  yield* requireRedirectUri(project, redirectUri)
  if (errorRedirectUrl !== null) yield* requireRedirectUri(project, errorRedirectUrl)
  if (afterCallbackRedirectUrl !== null) yield* requireTrusted(project, afterCallbackRedirectUrl)
  return { redirectUri: redirectUri.split("#", 1)[0]!, errorRedirectUrl, afterCallbackRedirectUrl }
})

/** The user of the access token in the query; `undefined` if the user was deleted. */
const findUserByToken = Effect.fnUntraced(function* (project: Project, token: NonNullable<Start["token"]>) {
  const claims = yield* Effect.mapError((yield* AccessTokens).verify(Redacted.value(token)), toKnownError)
  if (claims.projectId !== project.id || claims.branchId !== "main") {
    return yield* forbidden("The access token is for another project or branch.")
  }
  return yield* Users.find(project.id, claims.userId)
})

const findLinkingUser = Effect.fnUntraced(function* (project: Project, token: Start["token"]) {
  if (token !== undefined) {
    const user = yield* findUserByToken(project, token)
    return user ?? (yield* forbidden("The user of the access token does not exist any more."))
  }
  const { has } = yield* Generation
  // The service of 2025-06 reads the missing token.
  if (!has("current")) return yield* new UnparsableAccessToken()
  return yield* badRequest("Linking an account needs the query parameter token.")
})

/** The user who links an account, or the guest who may sign up; only the current service upgrades guests. */
const findInitiator = Effect.fnUntraced(function* (
  project: Project,
  enabled: EnabledProvider,
  { providerScope, token, type }: Start
) {
  const { has, isOnly } = yield* Generation
  const asksForMore = enabled.isShared && Scopes.parseScopes(providerScope ?? "").length > 0
  if (type === "link") {
    const user = yield* findLinkingUser(project, token)
    if (asksForMore) return yield* new OAuthExtraScopeNotAvailableWithSharedOAuthKeys()
    return { linkTo: user.id, anonymousUserId: null }
  }
  // The service of 2025-06 passes them on at sign-in, although its own error is about them.
  if (asksForMore && isOnly("current")) return yield* new OAuthExtraScopeNotAvailableWithSharedOAuthKeys()
  const user = token !== undefined && has("current") ? yield* findUserByToken(project, token) : undefined
  return { linkTo: null, anonymousUserId: user?.is_anonymous === 1 ? user.id : null }
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

export const authorize = handle(LenientEndpoints.authorize, function* ({ params, query }) {
  const isJson = query.stackResponseMode === "json" || query.hexclaveResponseMode === "json"
  const { isOnly } = yield* Generation
  yield* requirePkce(query)
  const project = yield* requireProject(query)
  if (isOnly("2025-06")) yield* requireStartOf2025(query)
  if (query.type !== "link") yield* BotChallenge.requireSolved("query", "oauth_authenticate", query)
  const redirects = yield* requireRedirects(project, query)
  const enabled = yield* requireProvider(project, params.provider)
  const initiator = yield* findInitiator(project, enabled, query)
  const publicUrl = isJson ? undefined : yield* findPublicUrl
  if (publicUrl !== undefined) return HttpServerResponse.empty({ status: 307, headers: { location: publicUrl } })
  const { innerState, request } = yield* Flows.start(project.id, enabled.id, {
    ...redirects,
    ...initiator,
    state: query.state,
    codeChallenge: query.codeChallenge,
    isBound: !isJson,
    scope: Scopes.mergeScopes(enabled.scope, query.providerScope ?? "")
  })
  const location = yield* Effect.mapError(
    enabled.provider.authorizationUrl(makeBinding(enabled, innerState, request)),
    ({ problem }) => badRequest(problem)
  )
  if (isJson) return Answer.json(200, { location })
  const response = HttpServerResponse.empty({ status: 307, headers: { location } })
  return yield* InnerCookie.add(response, innerState, (yield* Settings).publicUrl)
})

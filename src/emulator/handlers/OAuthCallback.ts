/** The callback of a sign-in with a provider (docs/protocol/oauth.md#callback-of-the-service). */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { KnownError } from "../../domain/errors/KnownError.ts"
import {
  OAuthProviderAccessDenied,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout
} from "../../domain/errors/OAuth.ts"
import type { ProviderId } from "../../domain/Ids.ts"
import * as Users from "../accounts/Users.ts"
import { badRequest, forbidden, TextAnswer } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as Codes from "../oauth/Codes.ts"
import * as Flows from "../oauth/Flows.ts"
import type { Flow } from "../oauth/Flows.ts"
import * as Grants from "../oauth/Grants.ts"
import * as InnerCookie from "../oauth/InnerCookie.ts"
import type { Grant, Profile } from "../oauth/Provider.ts"
import * as ProviderSignIns from "../oauth/ProviderSignIns.ts"
import * as Projects from "../projects/Projects.ts"
import type { Project } from "../projects/Projects.ts"
import { isRedirectUri, requireRedirectUri } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import { makeBinding, requireProvider } from "./internal/FlowProvider.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

/** Exchanges the provider's answer for the person's identity and tokens of the provider's API. */
const exchangeAnswer = Effect.fnUntraced(function* (
  project: Project,
  { providerId, request }: Flow,
  answer: URLSearchParams
) {
  const enabled = yield* requireProvider(project, providerId)
  // Checked again, because the project's list may have changed.
  yield* requireRedirectUri(project, request.redirectUri)
  const { has } = yield* Generation
  return yield* Effect.mapError(
    enabled.provider.exchange(makeBinding(enabled, answer.get("state") ?? "", request), answer),
    ({ problem, reason }) => {
      if (reason === "Denied") return new OAuthProviderAccessDenied()
      if (reason === "Unavailable" && has("current")) return new OAuthProviderTemporarilyUnavailable()
      return badRequest(problem)
    }
  )
})

/** Finds or creates the account of a person, and issues a code for the app. */
const issueCode = Effect.fnUntraced(function* (
  project: Project,
  { providerId, request }: Flow,
  { grant, profile }: { readonly grant: Grant; readonly profile: Profile }
) {
  const { anonymousUserId = null, linkTo } = request
  if (linkTo !== null && (yield* Users.find(project.id, linkTo)) === undefined) {
    return yield* forbidden("The user who wanted to link an account does not exist any more.")
  }
  const { isNewUser, providerAccountId, userId } =
    linkTo === null
      ? yield* ProviderSignIns.signIn(
          project,
          providerId,
          profile,
          anonymousUserId === null ? undefined : yield* Users.find(project.id, anonymousUserId)
        )
      : yield* ProviderSignIns.link(project, providerId, profile, linkTo)
  yield* Grants.store(providerAccountId, grant)
  return yield* Codes.issue({
    projectId: project.id,
    userId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    isNewUser,
    afterCallbackRedirectUrl: request.afterCallbackRedirectUrl,
    sharedRefreshToken: null
  })
})

const completeFlow = Effect.fnUntraced(function* (
  project: Project,
  flow: Flow,
  providerId: ProviderId,
  answer: URLSearchParams
) {
  if (flow.isExpired) return yield* new OuterOAuthTimeout()
  if (providerId !== flow.providerId) return yield* badRequest("The sign-in was started with another provider.")
  const exchanged = yield* exchangeAnswer(project, flow, answer)
  return yield* Database.transaction(issueCode(project, flow, exchanged))
})

const addQuery = (base: string, query: Readonly<Record<string, string>>): string => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** The current service redirects to the app's callback page without its state; that of 2025-06 to its error page. */
const findErrorRedirectUrl = Effect.fnUntraced(function* (project: Project, { request }: Flow, error: KnownError) {
  const isCurrent = (yield* Generation).has("current")
  const { details } = Answer.encodeKnownError(error) as { readonly details?: unknown }
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

/** The service sends a body with a code, and none with an error. */
const redirect = (status: 303 | 307, location: string) =>
  status === 307
    ? HttpServerResponse.empty({ status, headers: { location } })
    : HttpServerResponse.setHeader(Answer.json(status, {}), "location", location)

const unknownFlow = Answer.text(400, "This sign-in is unknown, or was started in another browser. Start again.")

const finish = Effect.fnUntraced(function* (
  providerId: ProviderId,
  answer: URLSearchParams,
  { errorStatus }: { readonly errorStatus: 303 | 307 }
) {
  const state = answer.get("state") ?? ""
  const { cookies } = yield* HttpServerRequest
  const flow = yield* Flows.take(state, InnerCookie.isIn(cookies, state))
  const project = flow && (yield* Projects.find(flow.projectId))
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
  const response = location === undefined ? Answer.knownError(error) : redirect(errorStatus, location)
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

export const callback = handle(LenientEndpoints.callback, ({ params, query }) =>
  finish(params.provider, toSearchParams(query), { errorStatus: 307 })
)

// 307 would make the browser post the provider's form to the app.
export const callbackForm = handle(
  LenientEndpoints.callbackForm,
  ({ params, payload }) => finish(params.provider, toSearchParams(payload), { errorStatus: 303 }),
  { prepare: RequestBody.readLenient, ignoresQuery: true }
)

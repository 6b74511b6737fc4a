/**
 * The token endpoint: renewing a session, and the last step of a sign-in with a provider
 * (docs/protocol/oauth.md#exchange).
 */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Api from "../../api/OAuth.ts"
import { InvalidAuthorizationCode, InvalidOAuthClientIdOrSecret } from "../../domain/errors/OAuth.ts"
import { PublishableClientKeyRequiredForProject } from "../../domain/errors/ProjectAccess.ts"
import { RedirectUrlNotWhitelisted } from "../../domain/errors/Users.ts"
import * as BasicCredentials from "../../domain/text/BasicCredentials.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as Sessions from "../accounts/Sessions.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import * as CodeChallenge from "../crypto/CodeChallenge.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as Client from "../oauth/Client.ts"
import * as Codes from "../oauth/Codes.ts"
import type { Ticket } from "../oauth/Codes.ts"
import * as Projects from "../projects/Projects.ts"
import type { Project } from "../projects/Projects.ts"
import { requireRedirectUri } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import { answerViolations, handle } from "./Route.ts"

const client = ["client_id", "client_secret"]

/** The parameters of each grant, without the client's. */
const grants: Readonly<Record<string, ReadonlyArray<string>>> = {
  refresh_token: ["refresh_token"],
  authorization_code: ["code", "redirect_uri", "code_verifier"]
}

/** The error of the OAuth library of the service; not a known error. */
const invalidRequest = (description: string) =>
  Answer.json(400, { error: "invalid_request", error_description: description })

const unknownClient = new InvalidOAuthClientIdOrSecret({ details: { clientId: null } })

const findProject = Effect.fnUntraced(function* (clientId: string) {
  const projectId = Client.parseProjectId(clientId)
  return projectId === undefined ? undefined : yield* Projects.find(projectId)
})

/** The error of a request without a client. The current service says whether a key is required. */
const refuseUnnamed = Effect.fnUntraced(function* (isSecretMissing: boolean, clientId: unknown) {
  if (!isSecretMissing || typeof clientId !== "string" || !(yield* Generation).has("current")) return unknownClient
  const project = yield* findProject(clientId)
  return project?.config.requirePublishableClientKey === true
    ? new PublishableClientKeyRequiredForProject({ details: { projectId: project.id } })
    : unknownClient
})

/**
 * Converts forms and JSON to the payload of the endpoint, without unknown parameters (RFC 6749 §3.2). The service reads
 * the client from the body. The service of 2025-06 rejects Basic credentials, and the current one ignores them. Both
 * ignore a malformed header.
 */
const prepare = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const { isOnly } = yield* Generation
  const fields = yield* RequestBody.readFields(request)
  const grant = grants[String(fields["grant_type"])]
  if (grant === undefined) {
    return yield* answerViolations([
      "body.grant_type must be one of the following values: refresh_token, authorization_code"
    ])
  }
  const isMissing = (name: string) => fields[name] === undefined || fields[name] === ""
  const refusesBasic = isOnly("2025-06") && Option.isSome(BasicCredentials.parse(request.headers["authorization"]))
  if (refusesBasic) return Answer.knownError(unknownClient)
  if (client.some(isMissing)) {
    return Answer.knownError(yield* refuseUnnamed(isMissing("client_secret"), fields["client_id"]))
  }
  const [credential = "", ...binding] = grant
  if (isMissing(credential)) return invalidRequest(`Missing parameter: \`${credential}\``)
  // Without its redirect URI or verifier, a code counts as unknown.
  if (binding.some((name) => fields[name] === undefined)) return Answer.knownError(new InvalidAuthorizationCode())
  return RequestBody.withFields(
    request,
    Object.fromEntries(["grant_type", ...grant, ...client].map((name) => [name, fields[name]]))
  )
})

// Not the lifetime of the access token: the service always answers this.
const common = { tokenType: "Bearer", expiresIn: 3599, scope: "legacy" }

const encodeRefreshAnswer = Schema.encodeSync(Api.RefreshAnswer)
const encodeExchangeAnswer = Schema.encodeSync(Api.AuthorizationCodeAnswer)

const toTokenResponse = (body: unknown) => HttpServerResponse.setHeader(Answer.json(200, body), "pragma", "no-cache")

const refresh = Effect.fnUntraced(function* (project: Project, payload: Api.RefreshGrant) {
  const accessToken = yield* Accounts.refreshSession(project.id, Redacted.value(payload.refreshToken))
  const body = encodeRefreshAnswer({ ...common, accessToken: Redacted.make(accessToken) })
  const { has } = yield* Generation
  return toTokenResponse({
    ...body,
    ...(has("current") && { afterCallbackRedirectUrl: null, after_callback_redirect_url: null })
  })
})

const otherRedirectUri = badRequest("The redirect URI must be that of the authorization.")

const checkTicket = Effect.fnUntraced(function* (
  project: Project,
  ticket: Ticket | undefined,
  payload: Api.AuthorizationCodeGrant
) {
  if (ticket === undefined || ticket.projectId !== project.id) return yield* new InvalidAuthorizationCode()
  if (!CodeChallenge.matches(Redacted.value(payload.codeVerifier), ticket.codeChallenge)) {
    return yield* new InvalidAuthorizationCode()
  }
  if (payload.redirectUri.split("#", 1)[0] !== ticket.redirectUri) {
    const { has } = yield* Generation
    return yield* has("current") ? otherRedirectUri : new RedirectUrlNotWhitelisted()
  }
  const user = yield* Users.find(project.id, ticket.userId)
  return user === undefined ? yield* new InvalidAuthorizationCode() : { ticket, user }
})

/** The session itself for another domain: ending it at one domain ends it at both. */
const resumeSession = Effect.fnUntraced(function* (project: Project, user: UserRow, refreshToken: string) {
  // A user with a second factor passes it again, which opens another session.
  if (user.requires_totp_mfa === 1) return yield* Accounts.signIn(project, user)
  const refreshed = Accounts.refreshSession(project.id, refreshToken)
  const accessToken = yield* Effect.mapError(refreshed, () => new InvalidAuthorizationCode())
  return { accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(refreshToken) }
})

/** Spends the code and signs in; the code stays spent after a failure. */
const redeem = Effect.fnUntraced(function* (project: Project, payload: Api.AuthorizationCodeGrant) {
  const code = Redacted.value(payload.code)
  const { ticket, user } = yield* checkTicket(project, yield* Codes.redeem(code), payload)
  if (ticket.sharedRefreshToken !== null) {
    return { ticket, signedIn: yield* resumeSession(project, user, ticket.sharedRefreshToken) }
  }
  const signedIn = yield* Accounts.signIn(project, user, { isNewUser: ticket.isNewUser })
  const session = yield* Sessions.findByRefreshToken(project.id, Redacted.value(signedIn.refreshToken))
  if (session !== undefined) yield* Codes.recordSession(code, session.id)
  return { ticket, signedIn }
})

const exchange = Effect.fnUntraced(function* (project: Project, payload: Api.AuthorizationCodeGrant) {
  // The current service only compares it with the redirect URI of the start, which was checked there.
  if (!(yield* Generation).isOnly("current")) yield* requireRedirectUri(project, payload.redirectUri)
  // One transaction, so that a replay finds the session to end; failures leave it as values, so that the code stays
  // spent.
  const redeemed = yield* Database.transaction(Effect.result(redeem(project, payload)))
  const { signedIn, ticket } = yield* Effect.fromResult(redeemed)
  return toTokenResponse(
    encodeExchangeAnswer({
      ...common,
      accessToken: signedIn.accessToken,
      refreshToken: signedIn.refreshToken,
      isNewUser: ticket.isNewUser,
      legacyNewUser: ticket.isNewUser,
      afterCallbackRedirectUrl: ticket.afterCallbackRedirectUrl,
      legacyAfterCallbackRedirectUrl: ticket.afterCallbackRedirectUrl
    })
  )
})

export const token = handle(
  Api.token,
  function* ({ payload }) {
    const project = yield* findProject(payload.clientId)
    if (project === undefined || !(yield* Client.isAdmitted(project, payload.clientSecret))) return yield* unknownClient
    return payload.grantType === "refresh_token" ? yield* refresh(project, payload) : yield* exchange(project, payload)
  },
  { prepare }
)

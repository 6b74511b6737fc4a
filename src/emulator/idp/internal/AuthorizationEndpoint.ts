/** The authorization endpoint, where browsers sign in: by an answer without a page, or by the page and its form. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Email } from "../../../api/schema/Email.ts"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import type { ProjectId, ProviderId } from "../../../domain/Ids.ts"
import { isFromElsewhere, Origins } from "../../access/Origins.ts"
import { sha256 } from "../../crypto/Hashing.ts"
import { readForm } from "../../http/HtmlPage.ts"
import * as Projects from "../../projects/Projects.ts"
import * as ProviderCatalog from "../../projects/ProviderCatalog.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Identities from "../Identities.ts"
import type { IdentityRow } from "../Identities.ts"
import { isOutcome, type Outcome } from "../Outcome.ts"
import { ada, type SignInAnswer, type Identity, samples } from "../SignInAnswer.ts"
import type { AnswersWithoutPage } from "./AnswersWithoutPage.ts"
import * as AuthorizationRequest from "./AuthorizationRequest.ts"
import * as SignInPage from "./SignInPage.ts"
import * as Tokens from "./Tokens.ts"

const isEmail = Schema.is(Email)

const defaultLifetimeMillis = 3_600_000

/** The lifetime of its access tokens: long enough to read the user, too short to be handed out. */
const shortLifetimeMillis = 60_000

const errors = {
  deny: { error: "access_denied", error_description: "The user denied the request." },
  unavailable: { error: "temporarily_unavailable", error_description: "The provider is down." }
}

/** Redirects the browser with an answer, by the provider's response mode. */
const respond = (
  request: AuthorizationRequest.AuthorizationRequest,
  answer: Readonly<Record<string, string>>
): Response => {
  const fields = { ...answer, state: request.state }
  if (request.usesForm) return SignInPage.renderFormPost(request.redirectUri, fields)
  const location = `${request.redirectUri}?${new URLSearchParams(fields)}`
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } })
}

/** Issues a code for an identity that consents. */
const respondWithCode = Effect.fnUntraced(function* (
  request: AuthorizationRequest.AuthorizationRequest,
  identity: IdentityRow,
  outcome: Outcome
) {
  const isShort = outcome === "expired-token" || outcome === "revoked-token"
  const code = yield* Tokens.issueCode({
    providerId: request.providerId,
    clientId: request.clientId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    claims: { ...Identities.toClaims(identity, outcome), ...(request.nonce !== undefined && { nonce: request.nonce }) },
    scope: outcome === "missing-scope" ? ProviderCatalog.find(request.providerId).scope : request.scope,
    tokenLifetimeMillis: isShort ? shortLifetimeMillis : defaultLifetimeMillis,
    isRefreshable: outcome !== "revoked-token"
  })
  return respond(request, { code })
})

const follow = Effect.fnUntraced(function* (
  request: AuthorizationRequest.AuthorizationRequest,
  { identity = ada, outcome = "approve" }: SignInAnswer
) {
  if (outcome === "deny" || outcome === "unavailable") return respond(request, errors[outcome])
  const row = yield* Identities.ensure(request.providerId, identity)
  return yield* respondWithCode(request, row, outcome)
})

/** The sign-in that a request belongs to, and the project's settings of the provider. */
const findFlow = Effect.fnUntraced(function* (state: string, providerId: ProviderId) {
  const row = yield* Database.first(sql<{ readonly project_id: ProjectId; readonly url: string | null }>`
    SELECT project_id, json_extract(request, '$.redirectUri') AS url FROM oauth_flows
    WHERE state_hash = ${sha256(state)}`)
  const project = row && (yield* Projects.find(row.project_id))
  const app: SignInPage.App = {
    name: project?.displayName || "the app",
    host: row?.url && URL.parse(row.url)?.host
  }
  return { app, provider: project?.config.oauthProviders.find(({ id }) => id === providerId) }
})

const showPage = Effect.fnUntraced(function* (
  request: AuthorizationRequest.AuthorizationRequest,
  again?: SignInPage.Attempt
) {
  const { displayName, scope } = ProviderCatalog.find(request.providerId)
  const { app, provider } = yield* findFlow(request.state, request.providerId)
  const custom = provider?.customOidc
  return SignInPage.renderChoice({
    provider: {
      id: request.providerId,
      name: custom?.displayName ?? displayName,
      scope: custom?.scope ?? scope
    },
    app,
    scope: request.scope,
    identities: yield* Identities.list(request.providerId),
    loginHint: request.loginHint,
    again
  })
})

const begin = Effect.fnUntraced(function* (
  answers: AnswersWithoutPage,
  request: AuthorizationRequest.AuthorizationRequest
) {
  const answer = answers.takeNext(request.providerId)
  if (answer !== undefined) return yield* follow(request, answer)
  const hinted: Identity | undefined = request.loginHint === undefined ? undefined : { email: request.loginHint }
  const { autoApprove } = answers.all()
  if (autoApprove !== undefined) return yield* follow(request, { identity: hinted ?? autoApprove })
  if (!request.isSilent) return yield* showPage(request)
  return hinted === undefined
    ? respond(request, { error: "login_required" })
    : yield* follow(request, { identity: hinted })
})

/** A form that names nobody, with the text to show. */
class NobodyChosen extends TaggedError("NobodyChosen")<{ readonly problem: string }> {}

const findPerson = Effect.fnUntraced(function* (providerId: ProviderId, read: (name: string) => string) {
  const chosen = read("identity")
  if (Object.hasOwn(samples, chosen)) return yield* Identities.ensure(providerId, samples[chosen] ?? ada)
  if (chosen !== "new") {
    return (yield* Identities.find(providerId, chosen)) ?? (yield* new NobodyChosen({ problem: "Choose an account." }))
  }
  const email = read("email")
  if (email !== "" && !isEmail(email)) {
    return yield* new NobodyChosen({ problem: "Enter a valid email address, or leave it empty." })
  }
  return yield* Identities.ensure(providerId, {
    email: email === "" ? null : email,
    emailVerified: read("email_verified") === "true",
    displayName: read("display_name") || undefined
  })
})

const decide = Effect.fnUntraced(function* (request: AuthorizationRequest.AuthorizationRequest, form: URLSearchParams) {
  const read = (name: string) => (form.get(name) ?? "").trim()
  const showAgain = (error: string) =>
    showPage(request, {
      error,
      identity: read("identity"),
      email: read("email"),
      displayName: read("display_name")
    })
  const outcome = read("decision") || read("outcome")
  if (!isOutcome(outcome)) return yield* showAgain("Choose an outcome.")
  if (outcome === "deny" || outcome === "unavailable") return yield* follow(request, { outcome })
  return yield* Effect.matchEffect(findPerson(request.providerId, read), {
    onFailure: ({ problem }) => showAgain(problem),
    onSuccess: (person) => respondWithCode(request, person, outcome)
  })
})

/** Answers requests whose redirect URI is the provider's callback, the service's own or the project's. */
export const make = (answers: AnswersWithoutPage, makeCallbackUrl: (providerId: ProviderId) => string) =>
  Effect.fnUntraced(function* (request: Request, providerId: ProviderId) {
    const { searchParams } = new URL(request.url)
    const { provider } = yield* findFlow(searchParams.get("state") ?? "", providerId)
    const callbackUrls = [provider?.customCallbackUrl ?? makeCallbackUrl(providerId)]
    const parsed = AuthorizationRequest.parse(callbackUrls, providerId, searchParams)
    if (Result.isFailure(parsed)) return SignInPage.renderError(400, parsed.failure.problem)
    if (request.method === "GET") return yield* begin(answers, parsed.success)
    if (isFromElsewhere(yield* Origins, request)) {
      return SignInPage.renderError(403, "Only this page can answer. Go back to the app and start the sign-in again.")
    }
    return yield* decide(parsed.success, yield* readForm(request))
  })

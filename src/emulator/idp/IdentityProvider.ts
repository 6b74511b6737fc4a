/**
 * The identity provider that simulates Google, GitHub and others. It has an authorization page, scripted answers for
 * tests, token and userinfo endpoints for the service, and ID tokens for native apps with the keys to verify them.
 *
 * Every client id and secret is accepted; a code is valid only with the emulator's callback URL and PKCE verifier.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { Email } from "../../api/schema/Email.ts"
import type { ProviderId } from "../../domain/Ids.ts"
import { isFromElsewhere, Origins } from "../access/Origins.ts"
import type { Randomness } from "../crypto/Randomness.ts"
import { logFailure } from "../errors/FailureLog.ts"
import { readForm } from "../http/HtmlPage.ts"
import { Settings } from "../settings/Settings.ts"
import type { StateParts } from "../storage/StateParts.ts"
import * as AnswersWithoutPage from "./internal/AnswersWithoutPage.ts"
import * as AuthorizationEndpoint from "./internal/AuthorizationEndpoint.ts"
import * as IdTokens from "./internal/IdTokens.ts"
import * as Json from "./internal/Json.ts"
import * as SignInPage from "./internal/SignInPage.ts"
import * as TokenEndpoints from "./internal/TokenEndpoints.ts"
import type { SignInAnswer, Identity, IdTokenRequest } from "./SignInAnswer.ts"

/** Options of the identity provider. */
export interface Options {
  /** The identity that it approves without its page. */
  readonly autoApprove: Identity | undefined
  /** The service's callback URL for a provider. */
  readonly makeCallbackUrl: (publicUrl: string, providerId: ProviderId) => string
}

export const prefix = "/__idp/"

/** The built-in identity provider of one emulator. */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /** Answers a request below {@link prefix}. */
    readonly handle: (request: Request) => Effect.Effect<Response>
    readonly makeUrl: (providerId: ProviderId, endpoint: string) => string
    /** Answers the next sign-ins without the page, one answer for each, in this order. */
    readonly script: (...answers: ReadonlyArray<SignInAnswer>) => Effect.Effect<void>
    readonly scriptOnly: (...answers: ReadonlyArray<SignInAnswer>) => Effect.Effect<void>
    /** Approves each unscripted sign-in as this identity, without the page; `undefined` shows the page. */
    readonly approve: (identity: Identity | undefined) => Effect.Effect<void>
    /** The answers that it gives without showing its page. */
    readonly answers: Effect.Effect<ReturnType<AnswersWithoutPage.AnswersWithoutPage["all"]>>
    /** The issuer of a provider's ID tokens. */
    readonly makeIssuer: (providerId: ProviderId) => string
    /** An ID token of an identity, for a native app. */
    readonly idToken: (request: IdTokenRequest) => Effect.Effect<string>
  }
>()("gatefold/emulator/idp/IdentityProvider") {}

const path = /^\/__idp\/([\w-]{1,64})\/([\w-]+|\.well-known\/openid-configuration)$/

const isEmail = Schema.is(Email)

/** The document of a provider for OpenID Connect Discovery. */
const makeConfiguration = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  response_modes_supported: ["query", "form_post"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
  token_endpoint_auth_methods_supported: ["client_secret_post"],
  code_challenge_methods_supported: ["S256"],
  scopes_supported: ["openid", "email", "profile"]
})

/** The services that read and write the tables. */
type Tables = Origins | Randomness | SqlClient

const make = Effect.fnUntraced(function* ({ autoApprove, makeCallbackUrl }: Options) {
  const { publicUrl } = yield* Settings
  const origins = yield* Origins
  const provide = Effect.provideContext(yield* Effect.context<Tables>())
  const makeIssuer = (providerId: ProviderId) => `${publicUrl}${prefix}${encodeURIComponent(providerId)}`
  const answers = yield* AnswersWithoutPage.make(autoApprove)
  const idTokens = yield* IdTokens.make(makeIssuer)
  const authorize = AuthorizationEndpoint.make(answers, (providerId) => makeCallbackUrl(publicUrl, providerId))
  const { token, userinfo } = TokenEndpoints.make(idTokens.sign)

  const answerDiscovery = (_: Request, providerId: ProviderId) =>
    Effect.succeed(Json.json(200, makeConfiguration(makeIssuer(providerId))))

  /** The keys of ID tokens. A script may let it fail, which is how a service sees that a provider is down. */
  const answerKeys = (_: Request, providerId: ProviderId) =>
    answers.takeNext(providerId, "unavailable") === undefined
      ? Effect.map(idTokens.publicJwk, (key) => Json.json(200, { keys: [key] }))
      : Effect.succeed(Json.json(503, { error: "temporarily_unavailable" }))

  /** Issues an ID token, as the platform of a device does for a native app. */
  const makeIdToken = Effect.fnUntraced(function* (request: Request, provider: string) {
    if (isFromElsewhere(origins, request)) return Json.json(403, { error: "access_denied" })
    const form = yield* readForm(request)
    const audience = form.get("audience") ?? ""
    const email = form.get("email") ?? undefined
    if (audience === "" || (email !== undefined && !isEmail(email))) return Json.json(400, { error: "invalid_request" })
    const identity = email === undefined ? undefined : { email }
    return Json.json(200, { id_token: yield* idTokens.issue({ provider, audience, identity }) })
  })

  const endpoints = new Map<
    string,
    (request: Request, providerId: ProviderId) => Effect.Effect<Response, never, Tables>
  >([
    ["GET authorize", authorize],
    ["POST authorize", authorize],
    ["POST id-token", makeIdToken],
    ["GET .well-known/openid-configuration", answerDiscovery],
    ["GET keys", answerKeys],
    ["POST token", token],
    ["GET userinfo", userinfo]
  ])

  const answer = (request: Request): Effect.Effect<Response, never, Tables> => {
    const [, providerId = "", name = ""] = path.exec(new URL(request.url).pathname) ?? []
    const endpoint = endpoints.get(`${request.method} ${name}`)
    return endpoint === undefined
      ? Effect.succeed(SignInPage.renderError(404, "This page does not exist."))
      : endpoint(request, providerId)
  }

  return IdentityProvider.of({
    handle: (request) =>
      Effect.catchCause(provide(answer(request)), (cause) =>
        Effect.map(logFailure("The identity provider failed to answer a request", cause), (outage) =>
          outage === undefined
            ? SignInPage.renderError(500, "The emulator failed; its log tells why.")
            : SignInPage.renderError(503, outage.publicMessage)
        )
      ),
    makeUrl: (providerId, endpoint) => `${makeIssuer(providerId)}/${endpoint}`,
    makeIssuer,
    idToken: (request) => provide(idTokens.issue(request)),
    script: (...scripted) => Effect.sync(() => answers.script(scripted)),
    scriptOnly: (...scripted) => Effect.sync(() => answers.scriptOnly(scripted)),
    approve: (identity) => Effect.sync(() => answers.approve(identity)),
    answers: Effect.sync(answers.all)
  })
})

/** The identity provider over its identities and tokens. */
export const layer = (options: Options): Layer.Layer<IdentityProvider, never, Tables | Settings | StateParts> =>
  Layer.effect(IdentityProvider, make(options))

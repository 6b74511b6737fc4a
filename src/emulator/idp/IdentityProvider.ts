/**
 * The identity provider that simulates Google, GitHub and others. It has an authorization page, scripted answers for
 * tests, token and userinfo endpoints for the service, and ID tokens for native apps with the keys to verify them.
 *
 * Every client id and secret is accepted; a code is valid only with the emulator's callback URL and PKCE verifier.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { Email } from "../../api/schema/Email.ts"
import * as ProviderCatalogue from "../projects/ProviderCatalogue.ts"
import { Projects } from "../projects/Projects.ts"
import { logFailure } from "../storage/FailureLog.ts"
import { isFromElsewhere, Origins } from "../http/Origins.ts"
import { Settings } from "../runtime/Settings.ts"
import * as Database from "../storage/Database.ts"
import { sha256 } from "../storage/Hashing.ts"
import * as KeyPair from "../storage/KeyPair.ts"
import type { Randomness } from "../storage/Randomness.ts"
import { StateParts } from "../storage/StateParts.ts"
import {
  ada,
  type Answer,
  type Identity,
  type IdTokenRequest,
  isOutcome,
  type Outcome,
  samples
} from "./SignInAnswer.ts"
import { type AuthorizationRequest, parse } from "./internal/AuthorizationRequest.ts"
import { Identities, type IdentityRow } from "./Identities.ts"
import * as Page from "./internal/Page.ts"
import { type Claims, type TokenAnswer, Tokens } from "./Tokens.ts"

const IdentitySchema = Schema.Struct({
  accountId: Schema.optional(Schema.String),
  email: Schema.optional(Schema.NullOr(Schema.String)),
  emailVerified: Schema.optional(Schema.Boolean),
  displayName: Schema.optional(Schema.String),
  profileImageUrl: Schema.optional(Schema.String)
})

const AnswerSchema = Schema.Struct({
  provider: Schema.optional(Schema.String),
  outcome: Schema.optional(
    Schema.String.check(Schema.makeFilter((text) => isOutcome(text) || "Expected an outcome of a sign-in"))
  ),
  identity: Schema.optional(IdentitySchema)
})

/** Options of the identity provider. */
export interface Options {
  /** The identity that it approves without its page. */
  readonly autoApprove: Identity | undefined
  /** The service's callback URL for a provider. */
  readonly callbackUrlOf: (publicUrl: string, providerId: string) => string
}

/** The prefix of its paths. */
export const prefix = "/__idp/"

/** The built-in identity provider of one emulator. */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /** Answers a request below {@link prefix}. */
    readonly handle: (request: Request) => Effect.Effect<Response>
    /** The absolute URL of an endpoint of a provider. */
    readonly urlOf: (providerId: string, endpoint: string) => string
    /** Answers the next sign-ins without the page, one answer for each, in this order. */
    readonly script: (...answers: ReadonlyArray<Answer>) => Effect.Effect<void>
    /** Replaces all scripted answers with these. */
    readonly scriptOnly: (...answers: ReadonlyArray<Answer>) => Effect.Effect<void>
    /** Approves each unscripted sign-in as this identity, without the page; `undefined` shows the page. */
    readonly approve: (identity: Identity | undefined) => Effect.Effect<void>
    /** The answers that it gives without showing its page. */
    readonly answers: Effect.Effect<{
      readonly autoApprove: Identity | undefined
      readonly script: ReadonlyArray<Answer>
    }>
    /** The issuer of a provider's ID tokens. */
    readonly issuerOf: (providerId: string) => string
    /** An ID token of an identity, for a native app. */
    readonly idToken: (request: IdTokenRequest) => Effect.Effect<string>
  }
>()("gatefold/emulator/idp/IdentityProvider") {}

const path = /^\/__idp\/([\w-]{1,64})\/(\.well-known\/openid-configuration|authorize|id-token|keys|token|userinfo)$/

const isEmail = Schema.is(Email)

const defaultTokenLifetimeMillis = 3_600_000

/** The lifetime of its access tokens: long enough to read the user, too short to be handed out. */
const shortLifetimeMillis = 60_000

const idTokenLifetimeMillis = 600_000

/** What an ID token says. */
interface IdTokenContent {
  readonly claims: Claims
  readonly issuer: string
  readonly audience: string
  readonly lifetimeMillis: number
}

const json = (status: number, body: TokenAnswer | Claims | object): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store", pragma: "no-cache" } })

const claimsOf = (identity: IdentityRow, outcome: Outcome): Claims => ({
  sub: identity.id,
  ...(identity.display_name !== null && { name: identity.display_name }),
  ...(identity.profile_image_url !== null && { picture: identity.profile_image_url }),
  ...(identity.email !== null &&
    outcome !== "missing-email" && {
      email: identity.email,
      email_verified: identity.email_verified === 1 && outcome !== "unverified-email"
    })
})

/** Redirects the browser with an answer, by the provider's response mode. */
const reply = (request: AuthorizationRequest, answer: Readonly<Record<string, string>>): Response => {
  const fields = { ...answer, state: request.state }
  if (request.usesForm) return Page.formPost(request.redirectUri, fields)
  const location = `${request.redirectUri}?${new URLSearchParams(fields)}`
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } })
}

const bodyOf = (request: Request): Effect.Effect<URLSearchParams> =>
  Effect.map(
    Effect.promise(() => request.text()),
    (text) => new URLSearchParams(text)
  )

const make = ({ autoApprove: given, callbackUrlOf }: Options) =>
  Effect.gen(function* () {
    const { publicUrl } = yield* Settings
    const origins = yield* Origins
    const identities = yield* Identities
    const tokens = yield* Tokens
    const projects = yield* Projects
    const sql = yield* SqlClient
    yield* KeyPair.ensureSecret("identity provider")
    let known: KeyPair.KeyPair | undefined
    const keyPair = Effect.suspend(() =>
      known === undefined
        ? Effect.map(
            KeyPair.readSecret(sql, "identity provider"),
            (secret) => (known = KeyPair.derive(secret, "id-token"))
          )
        : Effect.succeed(known)
    )
    const scripted: Array<Answer> = []
    let autoApprove = given
    const parts = yield* StateParts
    parts.add<{ readonly script: ReadonlyArray<Answer>; readonly autoApprove: Identity | null }>({
      name: "identityProvider",
      schema: Schema.Struct({ script: Schema.Array(AnswerSchema), autoApprove: Schema.NullOr(IdentitySchema) }),
      capture: () => ({ script: [...scripted], autoApprove: autoApprove ?? null }),
      restore: (captured) => {
        known = undefined
        scripted.splice(0, scripted.length, ...captured.script)
        autoApprove = captured.autoApprove ?? undefined
      }
    })

    const nextScripted = (providerId: string, outcome?: Outcome): Answer | undefined => {
      const index = scripted.findIndex(({ provider = providerId }) => provider === providerId)
      const isNext = index !== -1 && (outcome === undefined || scripted[index]?.outcome === outcome)
      return isNext ? scripted.splice(index, 1)[0] : undefined
    }
    const issuerOf = (providerId: string) => `${publicUrl}${prefix}${encodeURIComponent(providerId)}`

    const signed = Effect.fnUntraced(function* ({ audience, claims, issuer, lifetimeMillis }: IdTokenContent) {
      const now = yield* Clock.currentTimeMillis
      const iat = Math.floor(now / 1000)
      const exp = Math.floor((now + lifetimeMillis) / 1000)
      return (yield* keyPair).sign({ ...claims, iss: issuer, aud: audience, iat, exp })
    })

    const consent = Effect.fnUntraced(function* (
      request: AuthorizationRequest,
      identity: IdentityRow,
      outcome: Outcome
    ) {
      const base = ProviderCatalogue.find(request.providerId).scope
      const isShort = outcome === "expired-token" || outcome === "revoked-token"
      const code = yield* tokens.issueCode({
        providerId: request.providerId,
        clientId: request.clientId,
        redirectUri: request.redirectUri,
        codeChallenge: request.codeChallenge,
        claims: { ...claimsOf(identity, outcome), ...(request.nonce !== undefined && { nonce: request.nonce }) },
        scope: outcome === "missing-scope" ? base : request.scope,
        tokenLifetimeMillis: isShort ? shortLifetimeMillis : defaultTokenLifetimeMillis,
        isRefreshable: outcome !== "revoked-token"
      })
      return reply(request, { code })
    })

    const deny = (request: AuthorizationRequest) =>
      reply(request, { error: "access_denied", error_description: "The user denied the request." })

    const fail = (request: AuthorizationRequest) =>
      reply(request, { error: "temporarily_unavailable", error_description: "The provider is down." })

    const follow = Effect.fnUntraced(function* (
      request: AuthorizationRequest,
      { identity = ada, outcome = "approve" }: Answer
    ) {
      if (outcome === "deny") return deny(request)
      if (outcome === "unavailable") return fail(request)
      return yield* consent(request, yield* identities.ensure(request.providerId, identity), outcome)
    })

    /** The sign-in that a request belongs to, and the project's settings of the provider. */
    const flowOf = Effect.fnUntraced(function* (state: string, providerId: string) {
      const row = yield* Database.first(sql<{ readonly project_id: string; readonly url: string | null }>`
        SELECT project_id, json_extract(request, '$.redirectUri') AS url FROM oauth_flows
        WHERE state_hash = ${sha256(state)}`)
      const project = row && (yield* projects.find(row.project_id))
      const app: Page.App = {
        name: project?.displayName || "the app",
        host: row?.url && URL.parse(row.url)?.host
      }
      return { app, provider: project?.config.oauthProviders.find(({ id }) => id === providerId) }
    })

    const showPage = Effect.fnUntraced(function* (request: AuthorizationRequest, again?: Page.Attempt) {
      const { displayName, scope } = ProviderCatalogue.find(request.providerId)
      const { app, provider } = yield* flowOf(request.state, request.providerId)
      const custom = provider?.customOidc
      return Page.choice({
        provider: {
          id: request.providerId,
          name: custom?.displayName ?? displayName,
          scope: custom?.scope ?? scope
        },
        app,
        scope: request.scope,
        identities: yield* identities.list(request.providerId),
        loginHint: request.loginHint,
        again
      })
    })

    const authorize = Effect.fnUntraced(function* (request: AuthorizationRequest) {
      const answer = nextScripted(request.providerId)
      if (answer !== undefined) return yield* follow(request, answer)
      const hinted: Identity | undefined = request.loginHint === undefined ? undefined : { email: request.loginHint }
      if (autoApprove !== undefined) return yield* follow(request, { identity: hinted ?? autoApprove })
      if (!request.isSilent) return yield* showPage(request)
      return hinted === undefined
        ? reply(request, { error: "login_required" })
        : yield* follow(request, { identity: hinted })
    })

    /** The fields of the page's form. */
    const decide = Effect.fnUntraced(function* (request: AuthorizationRequest, form: URLSearchParams) {
      const read = (name: string) => (form.get(name) ?? "").trim()
      const again = (error: string) =>
        showPage(request, {
          error,
          identity: read("identity"),
          email: read("email"),
          displayName: read("display_name")
        })
      const outcome = read("decision") || read("outcome")
      if (!isOutcome(outcome)) return yield* again("Choose an outcome.")
      if (outcome === "deny") return deny(request)
      if (outcome === "unavailable") return fail(request)
      const chosen = read("identity")
      if (Object.hasOwn(samples, chosen)) {
        return yield* consent(request, yield* identities.ensure(request.providerId, samples[chosen] ?? ada), outcome)
      }
      if (chosen !== "new") {
        const identity = yield* identities.find(request.providerId, chosen)
        if (identity === undefined) return yield* again("Choose an account.")
        return yield* consent(request, identity, outcome)
      }
      const email = read("email")
      if (email !== "" && !isEmail(email)) return yield* again("Enter a valid email address, or leave it empty.")
      const identity = yield* identities.ensure(request.providerId, {
        email: email === "" ? null : email,
        emailVerified: read("email_verified") === "true",
        displayName: read("display_name") || undefined
      })
      return yield* consent(request, identity, outcome)
    })

    const atAuthorize = Effect.fnUntraced(function* (request: Request, providerId: string, url: URL) {
      const { provider } = yield* flowOf(url.searchParams.get("state") ?? "", providerId)
      const callbackUrls = [provider?.customCallbackUrl ?? callbackUrlOf(publicUrl, providerId)]
      const parsed = parse(callbackUrls, providerId, url.searchParams)
      if (typeof parsed === "string") return Page.refusal(400, parsed)
      if (request.method === "GET") return yield* authorize(parsed)
      if (isFromElsewhere(origins, request))
        return Page.refusal(403, "Only this page can answer. Go back to the app and start the sign-in again.")
      return yield* decide(parsed, yield* bodyOf(request))
    })

    const atToken = Effect.fnUntraced(function* (request: Request, providerId: string) {
      const form = yield* bodyOf(request)
      const read = (name: string) => form.get(name) ?? ""
      const clientId = read("client_id")
      const grantType = read("grant_type")
      if (grantType !== "authorization_code" && grantType !== "refresh_token") {
        return json(400, { error: "unsupported_grant_type" })
      }
      if (grantType === "refresh_token") {
        const answer = yield* tokens.refresh({ providerId, clientId, refreshToken: read("refresh_token") })
        return answer === undefined ? json(400, { error: "invalid_grant" }) : json(200, answer)
      }
      const redeemed = yield* tokens.redeemCode({
        providerId,
        clientId,
        redirectUri: read("redirect_uri"),
        code: read("code"),
        codeVerifier: read("code_verifier")
      })
      if (redeemed === undefined) return json(400, { error: "invalid_grant" })
      const { answer, claims } = redeemed
      const isOpenId = answer.scope.split(" ").includes("openid")
      const idToken = isOpenId
        ? yield* signed({
            claims,
            issuer: issuerOf(providerId),
            audience: clientId,
            lifetimeMillis: idTokenLifetimeMillis
          })
        : undefined
      return json(200, { ...answer, ...(idToken !== undefined && { id_token: idToken }) })
    })

    /** What OpenID Connect Discovery says of a provider. */
    const configurationOf = (providerId: string) => {
      const issuer = issuerOf(providerId)
      return {
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
      }
    }

    const atUserinfo = Effect.fnUntraced(function* (request: Request, providerId: string) {
      const [, token = ""] = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? []
      const claims = yield* tokens.claims(providerId, token)
      if (claims === undefined) return json(401, { error: "invalid_token" })
      const { nonce: _, ...profile } = claims
      return json(200, profile)
    })

    /** The keys of ID tokens. A script may let it fail, which is how a service sees that a provider is down. */
    const atKeys = (providerId: string) =>
      nextScripted(providerId, "unavailable") === undefined
        ? Effect.map(keyPair, ({ publicJwk }) => json(200, { keys: [publicJwk] }))
        : Effect.succeed(json(503, { error: "temporarily_unavailable" }))

    const idToken: IdentityProvider["Service"]["idToken"] = Effect.fnUntraced(function* (asked) {
      const { audience, identity = ada, lifetimeMillis = idTokenLifetimeMillis, provider = "apple" } = asked
      const claims = claimsOf(yield* identities.ensure(provider, identity), "approve")
      return yield* signed({ claims, issuer: issuerOf(provider), audience, lifetimeMillis })
    })

    /** Issues an ID token, as the platform of a device does for a native app. */
    const atIdToken = Effect.fnUntraced(function* (request: Request, provider: string) {
      if (isFromElsewhere(origins, request)) return json(403, { error: "access_denied" })
      const form = yield* bodyOf(request)
      const audience = form.get("audience") ?? ""
      const email = form.get("email") ?? undefined
      if (audience === "" || (email !== undefined && !isEmail(email))) return json(400, { error: "invalid_request" })
      const identity = email === undefined ? undefined : { email }
      return json(200, { id_token: yield* idToken({ provider, audience, identity }) })
    })

    const route = (request: Request): Effect.Effect<Response> => {
      const url = new URL(request.url)
      const [, providerId = "", endpoint] = path.exec(url.pathname) ?? []
      const { method } = request
      if (endpoint === "authorize" && (method === "GET" || method === "POST")) {
        return atAuthorize(request, providerId, url)
      }
      if (endpoint === ".well-known/openid-configuration" && method === "GET") {
        return Effect.succeed(json(200, configurationOf(providerId)))
      }
      if (endpoint === "id-token" && method === "POST") return atIdToken(request, providerId)
      if (endpoint === "keys" && method === "GET") return atKeys(providerId)
      if (endpoint === "token" && method === "POST") return atToken(request, providerId)
      if (endpoint === "userinfo" && method === "GET") return atUserinfo(request, providerId)
      return Effect.succeed(Page.refusal(404, "This page does not exist."))
    }

    return IdentityProvider.of({
      handle: (request) =>
        Effect.catchCause(route(request), (cause) =>
          Effect.map(logFailure("The identity provider failed to answer a request", cause), (outage) =>
            outage === undefined
              ? Page.refusal(500, "The emulator failed; its log tells why.")
              : Page.refusal(503, outage.publicMessage)
          )
        ),
      urlOf: (providerId, endpoint) => `${issuerOf(providerId)}/${endpoint}`,
      issuerOf,
      idToken,
      script: (...answers) => Effect.sync(() => void scripted.push(...answers)),
      scriptOnly: (...answers) => Effect.sync(() => void scripted.splice(0, scripted.length, ...answers)),
      approve: (identity) =>
        Effect.sync(() => {
          autoApprove = identity
        }),
      answers: Effect.sync(() => ({ autoApprove, script: [...scripted] }))
    })
  })

/** The identity provider over its identities and tokens. */
export const layer = (
  options: Options
): Layer.Layer<IdentityProvider, never, Origins | Settings | Identities | Projects | Tokens | SqlClient | Randomness> =>
  Layer.effect(IdentityProvider, make(options))

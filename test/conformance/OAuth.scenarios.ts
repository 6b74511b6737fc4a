/**
 * Sign-in with providers, as far as no provider takes part: starting it, finishing it with wrong codes, and providers'
 * tokens (docs/protocol/oauth.md).
 */
import assert from "node:assert/strict"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import { ProviderId } from "../../src/domain/Ids.ts"
import * as AccountsWire from "../../src/wire/generated/ConnectedAccounts.ts"
import * as Wire from "../../src/wire/generated/OAuth.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { requireClientKey } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  appUrl,
  authorize,
  byGeneration,
  call,
  failure,
  isKnownErrorAnswer,
  makeProject,
  refusal,
  scenario,
  send,
  signUp
} from "./Scenario.ts"

const github = ProviderId.make("github")
const google = ProviderId.make("google")
const verifier = "v".repeat(43)

const withProviders = makeProject({
  oauthProviders: [
    { id: github, type: "standard", clientId: "client", clientSecret: Redacted.make("secret") },
    { id: google, type: "shared" }
  ]
})

export const scenarios = [
  scenario("a sign-in starts at the provider, with a state of the service's own", function* () {
    const project = yield* withProviders
    const response = yield* authorize(project, github)
    assert.equal(response.status, 307, response.text)
    const location = new URL(response.header("location") ?? "")
    assert.equal(location.searchParams.get("client_id"), "client")
    assert.equal(location.searchParams.get("response_type"), "code")
    assert.ok(location.searchParams.get("redirect_uri")?.endsWith("/api/v1/auth/oauth/callback/github"))
    assert.ok(!location.href.includes("secret"), "the secret of the project stays at the service")
    const state = location.searchParams.get("state")
    assert.ok(state !== null && state !== "outer")
    const cookie = response.header("set-cookie") ?? ""
    assert.ok(cookie.startsWith(`stack-oauth-inner-${state}=true`), cookie)
    assert.match(cookie, /HttpOnly/i)
  }),
  scenario("a sign-in with a provider starts for clients and providers that exist", function* () {
    const project = yield* withProviders
    isKnownErrorAnswer(yield* authorize(project, "spotify"), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400)
    const { details } = isKnownErrorAnswer(
      yield* authorize(project, github, { client_id: unknownId }),
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
      400
    )
    assert.deepEqual(details, { client_id: unknownId })
    isKnownErrorAnswer(
      yield* authorize(project, github, { client_secret: "wrong" }),
      "INVALID_PUBLISHABLE_CLIENT_KEY",
      401
    )
    // The service of 2025-06 goes on to the provider, and fails when the browser comes back.
    const wrongType = yield* authorize(project, github, { response_type: "token" })
    if (wrongType.status !== 307) isKnownErrorAnswer(wrongType, "SCHEMA_ERROR", 400)
    isKnownErrorAnswer(
      yield* authorize(project, github, { type: "link", token: "no.token.atall" }),
      "UNPARSABLE_ACCESS_TOKEN",
      401
    )
    const { device } = yield* signUp(project)
    const token = Redacted.value(yield* readAccessToken(device))
    isKnownErrorAnswer(
      yield* authorize(project, google, { type: "link", token, provider_scope: "more" }),
      "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
      400
    )
    assert.equal((yield* authorize(project, github, { type: "link", token, provider_scope: "more" })).status, 307)
  }),
  scenario("a sign-in with a provider starts with keys, tokens and pages that are good", function* () {
    const { elapse } = yield* Backend
    const project = yield* withProviders
    yield* requireClientKey(project)
    const untrusted = yield* authorize(project, github, { redirect_uri: "https://untrusted.example.net/" })
    // A real service sends people to the provider all the same, and refuses when they come back (decision 0012).
    if (untrusted.status !== 307) isKnownErrorAnswer(untrusted, "REDIRECT_URL_NOT_WHITELISTED", 400)
    const { device } = yield* signUp(project)
    const token = Redacted.value(yield* readAccessToken(device))
    yield* elapse("1 hour")
    isKnownErrorAnswer(yield* authorize(project, github, { type: "link", token }), "ACCESS_TOKEN_EXPIRED", 401)
    const noKey = yield* authorize(project, github, { client_secret: "__stack_public_client__" })
    const code = yield* byGeneration("INVALID_PUBLISHABLE_CLIENT_KEY", "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")
    isKnownErrorAnswer(noKey, code, 401)
  }),
  scenario("a provider that nobody was sent to finishes nothing", function* () {
    const path = "/api/v1/auth/oauth/callback/github"
    const type = { "content-type": "application/x-www-form-urlencoded" }
    const stateless = [
      yield* send("GET", path),
      yield* send("POST", path, type, "code=stateless"),
      yield* send("POST", path, { "content-type": "application/json" }, "{}")
    ]
    for (const answer of stateless) {
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.header("x-stack-known-error"), undefined)
    }
    const forged = yield* send("GET", `${path}?state=forged&code=forged`)
    assert.equal(forged.status, 400, forged.text)
    assert.equal(forged.header("location"), undefined)
    const form = yield* send(
      "POST",
      path,
      { ...type, cookie: "stack-oauth-inner-forged=true" },
      "state=forged&code=forged"
    )
    assert.equal(form.status, 400, form.text)
    assert.equal(form.header("location"), undefined)
  }),
  scenario("a code that the service did not give is worth nothing", function* () {
    const project = yield* withProviders
    yield* requireClientKey(project)
    const exchange = (clientSecret: Redacted.Redacted) =>
      call(project, "client", Wire.token, {
        payload: {
          grantType: "authorization_code",
          code: Redacted.make("0".repeat(45)),
          redirectUri: `${appUrl}/handler/oauth-callback`,
          codeVerifier: Redacted.make(verifier),
          clientId: project.projectId,
          clientSecret
        }
      })
    yield* failure(exchange(project.publishableClientKey), "InvalidAuthorizationCode")
    yield* failure(exchange(Redacted.make("wrong")), "InvalidOAuthClientIdOrSecret")
    const noKey = yield* byGeneration("InvalidOAuthClientIdOrSecret", "PublishableClientKeyRequiredForProject")
    yield* failure(exchange(Redacted.make("__stack_public_client__")), noKey)
    const broken = yield* send("POST", "/api/v1/auth/oauth/token", { "content-type": "application/json" }, "{")
    isKnownErrorAnswer(broken, "BODY_PARSING_ERROR", 400)
  }),
  scenario("tokens of providers are for connected accounts, with keys of the project", function* () {
    const project = yield* withProviders
    const { device } = yield* signUp(project)
    const credentials = { accessToken: yield* readAccessToken(device) }
    const get = (provider: string) =>
      call(
        project,
        "client",
        AccountsWire.createProviderAccessToken,
        { params: { userId: "me", provider: ProviderId.make(provider) }, payload: {} },
        credentials
      )
    yield* failure(get("spotify"), "OAuthProviderNotFoundOrNotEnabled")
    yield* failure(get(google), "OAuthAccessTokenNotAvailableWithSharedOAuthKeys")
    const { generation } = yield* Backend
    if (generation !== "2025-06") {
      const getAccessToken = (provider: string) =>
        call(
          project,
          "client",
          AccountsWire.createConnectedAccountAccessToken,
          { params: { userId: "me", provider: ProviderId.make(provider), accountId: "4711" }, payload: {} },
          credentials
        )
      yield* failure(getAccessToken("spotify"), "OAuthProviderNotFoundOrNotEnabled")
      yield* failure(getAccessToken(google), "OAuthAccessTokenNotAvailableWithSharedOAuthKeys")
    }
    yield* failure(get(github), "OAuthConnectionNotConnectedToUser")
    yield* failure(
      call(
        project,
        "client",
        AccountsWire.createOwnProviderAccessToken,
        { params: { provider: github }, payload: {} },
        credentials
      ),
      "OAuthConnectionNotConnectedToUser"
    )
    const connected = yield* call(project, "server", UsersWire.createUser, {
      payload: { oauthProviders: [{ id: github, accountId: "4711", email: null }] }
    })
    assert.equal(connected.oauthProviders[0]?.accountId, "4711")
    const params = { userId: connected.id, provider: github }
    yield* failure(
      call(project, "server", AccountsWire.createProviderAccessToken, { params, payload: { scope: "repo" } }),
      "OAuthConnectionDoesNotHaveRequiredScope"
    )
    yield* refusal(
      call(project, "client", AccountsWire.createProviderAccessToken, { params, payload: {} }, credentials),
      403
    )
  }),
  scenario(
    "the token of a deleted user starts a sign-in of its own, in the current service",
    { generations: ["current"] },
    function* () {
      const project = yield* withProviders
      const { device } = yield* signUp(project)
      const token = Redacted.value(yield* readAccessToken(device))
      const { id: userId } = yield* device(CurrentUser.getOrFail)
      yield* call(project, "server", UsersWire.deleteUser, { params: { userId } })
      const answer = yield* authorize(project, "github", { token })
      assert.ok(answer.status >= 300 && answer.status < 400, `${answer.status} ${answer.text}`)
      assert.match(answer.header("location") ?? "", /github/)
    }
  )
]

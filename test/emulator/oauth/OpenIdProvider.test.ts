/** A real identity provider, request by request: what it is sent, and what its answers come to. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as jose from "jose"
import * as CodeChallenge from "../../../src/emulator/crypto/CodeChallenge.ts"
import * as OpenIdProvider from "../../../src/emulator/oauth/OpenIdProvider.ts"
import type { Binding } from "../../../src/emulator/oauth/Provider.ts"
import { serve } from "../../support/listen.ts"
import { until } from "../../support/turns.ts"

const client = { clientId: "client", clientSecret: "secret" }

const binding: Binding = {
  state: "the-state",
  nonce: "the-nonce",
  codeVerifier: "v".repeat(43),
  redirectUri: "http://127.0.0.1:8102/callback",
  scope: "email calendar"
}

const cameBack = new URLSearchParams({ code: "the-code", state: binding.state })

interface Seen {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly form: Readonly<Record<string, string>>
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A server that answers as it is told, path by path, and one that is not told does not answer. */
const serveAnswers = (answers: (url: string) => Readonly<Record<string, Answer>>) =>
  Effect.gen(function* () {
    const seen: Record<string, Seen> = {}
    const closed = new Set<string>()
    const server = createServer(async (request, response) => {
      const path = request.url ?? ""
      response.on("close", () => closed.add(path))
      let text = ""
      for await (const chunk of request) text += chunk
      const { headers, method } = request
      seen[path] = { method, headers, form: Object.fromEntries(new URLSearchParams(text)) }
      const answer = answers(url)[path]
      if (answer === undefined) return
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers })
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body))
    })
    const { url } = yield* serve(server)
    return { url, seen, closed }
  })

const makeEndpoints = (url: string) => ({
  authorizationEndpoint: `${url}/authorize?tenant=t`,
  tokenEndpoint: `${url}/token`,
  userinfoEndpoint: `${url}/userinfo`
})

const token = { access_token: "at", token_type: "bearer", expires_in: 60, refresh_token: "rt", scope: "email" }
const ann = { id: 7, login: "ann", email: "ann@example.org" }

/** A provider that speaks OAuth only, with these answers. */
const plain = Effect.fnUntraced(function* (answers: Readonly<Record<string, Answer>>) {
  const server = yield* serveAnswers(() => ({ "/token": { body: token }, "/userinfo": { body: ann }, ...answers }))
  return { ...server, provider: OpenIdProvider.make(makeEndpoints(server.url), client) }
})

const readParameters = (url: string) => Object.fromEntries(new URL(url).searchParams)

const asked = {
  client_id: "client",
  redirect_uri: binding.redirectUri,
  response_type: "code",
  scope: binding.scope,
  state: binding.state,
  code_challenge: CodeChallenge.toChallenge(binding.codeVerifier),
  code_challenge_method: "S256",
  access_type: "offline"
}

describe("a provider that speaks OAuth only", () => {
  it.effect("is asked by an address that has all parameters, and those of the options", () =>
    Effect.gen(function* () {
      const endpoints = makeEndpoints("http://localhost:9")
      const url = yield* OpenIdProvider.make(endpoints, client).authorizationUrl(binding)
      expect(url.startsWith("http://localhost:9/authorize?")).toBe(true)
      expect(readParameters(url)).toStrictEqual({ tenant: "t", ...asked })
      const parameters = { prompt: "consent", access_type: "online" }
      const more = yield* OpenIdProvider.make({ ...endpoints, parameters }, client).authorizationUrl(binding)
      expect(readParameters(more)).toStrictEqual({ tenant: "t", ...asked, ...parameters })
    })
  )

  it.live("gets the code with the client's secret, and the access token where the person is asked for", () =>
    Effect.gen(function* () {
      const { provider, seen } = yield* plain({})
      expect(yield* provider.exchange(binding, cameBack)).toStrictEqual({
        profile: {
          accountId: "7",
          email: "ann@example.org",
          emailVerified: false,
          displayName: "ann",
          profileImageUrl: null
        },
        grant: { accessToken: "at", expiresInMillis: 60_000, refreshToken: "rt", scope: "email" }
      })
      expect(seen["/token"]).toMatchObject({
        method: "POST",
        form: {
          grant_type: "authorization_code",
          code: "the-code",
          redirect_uri: binding.redirectUri,
          code_verifier: binding.codeVerifier,
          client_id: "client",
          client_secret: "secret"
        }
      })
      expect(seen["/token"]?.headers.authorization).toBeUndefined()
      expect(seen["/userinfo"]).toMatchObject({
        method: "GET",
        headers: { authorization: "Bearer at", accept: "application/json", "user-agent": "gatefold-emulator" }
      })
    })
  )

  it.live("may leave out how long a token lives, how it is renewed, and what it is for", () =>
    Effect.gen(function* () {
      const body = { access_token: "at", token_type: "bearer" }
      const { provider } = yield* plain({ "/token": { body } })
      const { grant } = yield* provider.exchange(binding, cameBack)
      expect(grant).toStrictEqual({
        accessToken: "at",
        expiresInMillis: undefined,
        refreshToken: undefined,
        scope: binding.scope
      })
      expect((yield* provider.refresh("rt", "calendar")).scope).toBe("calendar")
    })
  )

  it.live("renews tokens", () =>
    Effect.gen(function* () {
      const { provider, seen } = yield* plain({})
      expect(yield* provider.refresh("old", "email calendar")).toStrictEqual({
        accessToken: "at",
        expiresInMillis: 60_000,
        refreshToken: "rt",
        scope: "email"
      })
      expect(seen["/token"]?.form).toStrictEqual({
        grant_type: "refresh_token",
        refresh_token: "old",
        client_id: "client",
        client_secret: "secret"
      })
    })
  )

  const failures: Readonly<Record<string, readonly [Readonly<Record<string, Answer>>, string, string]>> = {
    "takes no such code": [
      { "/token": { status: 400, body: { error: "invalid_grant", error_description: "at" } } },
      "InvalidGrant",
      "The provider answered invalid_grant."
    ],
    "does not know the client": [
      { "/token": { status: 401, body: { error: "invalid_client" } } },
      "Failed",
      "The provider answered invalid_client."
    ],
    "answers something else than tokens": [
      { "/token": { body: { nothing: true } } },
      "Failed",
      "The provider could not be used: OAUTH_INVALID_RESPONSE."
    ],
    "does not take its own token": [
      {
        "/userinfo": { status: 401, headers: { "www-authenticate": `Bearer error="invalid_token"` }, body: {} }
      },
      "Failed",
      "The provider answered invalid_token."
    ],
    "does not say why it does not take it": [
      { "/userinfo": { status: 403, headers: { "www-authenticate": "Bearer" }, body: {} } },
      "Failed",
      "The provider answered with status 403."
    ],
    "does not find the person": [
      { "/userinfo": { status: 500, body: ann } },
      "Failed",
      "The provider named no account."
    ],
    "names nobody": [{ "/userinfo": { body: { login: "ann" } } }, "Failed", "The provider named no account."],
    "answers no JSON about the person": [
      { "/userinfo": { body: "<html>" } },
      "Unavailable",
      "The provider could not be used: no answer."
    ]
  }
  it.live.each(Object.entries(failures))("fails when it %s", ([, [answers, reason, problem]]) =>
    Effect.gen(function* () {
      const { provider } = yield* plain(answers)
      const failure = yield* Effect.flip(provider.exchange(binding, cameBack))
      expect({ reason: failure.reason, problem: failure.problem }).toStrictEqual({ reason, problem })
    })
  )

  it.live("is not asked with an answer of another flow, nor with one that is an error", () =>
    Effect.gen(function* () {
      const { provider, seen } = yield* plain({})
      const other = new URLSearchParams({ code: "the-code", state: "another" })
      const failure = yield* Effect.flip(provider.exchange(binding, other))
      expect(failure.problem).toBe("The provider could not be used: OAUTH_INVALID_RESPONSE.")
      const denied = new URLSearchParams({ error: "access_denied", code: "the-code", state: binding.state })
      expect(yield* Effect.flip(provider.exchange(binding, denied))).toMatchObject({ reason: "Denied" })
      expect(seen).toStrictEqual({})
    })
  )

  const findProblem = (url: string) =>
    Effect.map(
      Effect.flip(OpenIdProvider.make(makeEndpoints(url), client).exchange(binding, cameBack)),
      ({ problem }) => problem
    )

  it.live.each(["localhost", "[::1]", "127.0.0.1", "127.12.255.3"])("may be on $0 without TLS", (here) =>
    Effect.gen(function* () {
      // Nobody listens at port 1.
      expect(yield* findProblem(`http://${here}:1`)).toBe("The provider could not be used: no answer.")
    })
  )

  it.live.each(["127.0.0.1.invalid", "a127.0.0.1.invalid", "128.0.0.1", "localhost.invalid"])(
    "may not be on $0 without TLS",
    (there) =>
      Effect.gen(function* () {
        expect(yield* findProblem(`http://${there}:1`)).toBe(
          "The provider could not be used: OAUTH_HTTP_REQUEST_FORBIDDEN."
        )
      })
  )

  it.effect("is given ten seconds, and then no more is wanted of it", () =>
    Effect.gen(function* () {
      const { closed, seen, url } = yield* serveAnswers(() => ({}))
      const { refresh } = OpenIdProvider.make(makeEndpoints(url), client)
      const fiber = yield* Effect.forkChild(Effect.flip(refresh("old", "email")))
      yield* until(() => "/token" in seen)
      yield* TestClock.adjust(9999)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect((yield* Fiber.join(fiber)).problem).toBe("The provider did not answer in time.")
      yield* until(() => closed.has("/token"))
    })
  )
})

describe("an OpenID issuer", () => {
  const keys = jose.generateKeyPair("RS256", { extractable: true })

  interface Issuer {
    readonly metadata?: Readonly<Record<string, unknown>>
    readonly claims?: jose.JWTPayload
    readonly userinfo?: Answer
  }

  /** One whose ID tokens are good. */
  const startIssuer = Effect.fnUntraced(function* ({ claims, metadata, userinfo }: Issuer) {
    const { privateKey, publicKey } = yield* Effect.promise(() => keys)
    const jwk = { ...(yield* Effect.promise(() => jose.exportJWK(publicKey))), kid: "k", alg: "RS256", use: "sig" }
    const seconds = Math.floor(Date.now() / 1000)
    let idToken = ""
    const server = yield* serveAnswers((url) => ({
      "/.well-known/openid-configuration": {
        body: {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          id_token_signing_alg_values_supported: ["RS256"],
          ...(userinfo !== undefined && { userinfo_endpoint: `${url}/userinfo` }),
          ...metadata
        }
      },
      "/jwks": { body: { keys: [jwk] } },
      "/token": { body: { ...token, ...(idToken !== "" && { id_token: idToken }) } },
      ...(userinfo !== undefined && { "/userinfo": userinfo })
    }))
    const all = {
      iss: server.url,
      aud: client.clientId,
      sub: "ann",
      nonce: binding.nonce,
      iat: seconds,
      exp: seconds + 60,
      name: "Ann",
      ...claims
    }
    const sign = new jose.SignJWT(all).setProtectedHeader({ alg: "RS256", kid: "k" })
    if (claims !== undefined) idToken = yield* Effect.promise(() => sign.sign(privateKey))
    return { ...server, provider: OpenIdProvider.make({ issuer: server.url }, client) }
  })

  it.live("is asked with a nonce", () =>
    Effect.gen(function* () {
      const { provider, url } = yield* startIssuer({})
      const address = yield* provider.authorizationUrl(binding)
      expect(address.startsWith(`${url}/authorize?`)).toBe(true)
      expect(readParameters(address)).toStrictEqual({ ...asked, nonce: binding.nonce })
    })
  )

  it.live("is told which endpoint its metadata lacks", () =>
    Effect.gen(function* () {
      const metadata = { authorization_endpoint: undefined, jwks_uri: "/jwks" }
      const { provider } = yield* startIssuer({ metadata })
      const [asking, verifying] = [provider.authorizationUrl(binding), provider.verify("token", ["client"])]
      expect(yield* Effect.flip(asking)).toMatchObject({
        reason: "Failed",
        problem: "The provider's metadata has no valid authorization_endpoint."
      })
      expect(yield* Effect.flip(verifying)).toMatchObject({
        reason: "Failed",
        problem: "The provider's metadata has no valid jwks_uri."
      })
    })
  )

  const basic = `Basic ${Buffer.from("client:secret").toString("base64")}`
  it.live.each([
    ["header", undefined, basic],
    ["header", ["client_secret_post", "client_secret_basic"], basic],
    ["form", ["client_secret_post"], undefined]
  ] as const)("gets the client's secret in the %s: %s", ([, methods, authorization]) =>
    Effect.gen(function* () {
      const metadata = methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }
      const { provider, seen } = yield* startIssuer({ metadata, claims: {} })
      const { profile } = yield* provider.exchange(binding, cameBack)
      expect(profile).toMatchObject({ accountId: "ann", displayName: "Ann", email: null })
      expect(seen["/token"]?.headers.authorization).toBe(authorization)
      expect(seen["/token"]?.form["client_secret"]).toBe(authorization ? undefined : "secret")
    })
  )

  it.live("tells more of the person where they are asked for, and both count", () =>
    Effect.gen(function* () {
      const { provider, seen } = yield* startIssuer({
        claims: { picture: "https://example.org/a.png" },
        userinfo: { body: { sub: "ann", name: "Ann Smith", email: "ann@example.org", email_verified: true } }
      })
      expect((yield* provider.exchange(binding, cameBack)).profile).toStrictEqual({
        accountId: "ann",
        email: "ann@example.org",
        emailVerified: true,
        displayName: "Ann Smith",
        profileImageUrl: "https://example.org/a.png"
      })
      expect(seen["/userinfo"]?.headers.authorization).toBe("Bearer at")
    })
  )

  it.live("may sign what it tells, and then it does so with its published key", () =>
    Effect.gen(function* () {
      const personSignedBy = Effect.fnUntraced(function* (key: jose.GenerateKeyPairResult) {
        const jwt = new jose.SignJWT({ sub: "ann", name: "Ann Smith" }).setProtectedHeader({ alg: "RS256", kid: "k" })
        const body = yield* Effect.promise(() => jwt.sign(key.privateKey))
        const { provider } = yield* startIssuer({
          metadata: { userinfo_signing_alg_values_supported: ["RS256"] },
          claims: {},
          userinfo: { headers: { "content-type": "application/jwt; charset=utf-8" }, body }
        })
        return yield* Effect.exit(
          Effect.map(provider.exchange(binding, cameBack), ({ profile }) => profile.displayName)
        )
      })
      expect(yield* personSignedBy(yield* Effect.promise(() => keys))).toStrictEqual(Exit.succeed("Ann Smith"))
      const another = yield* Effect.promise(() => jose.generateKeyPair("RS256"))
      expect(Exit.isFailure(yield* personSignedBy(another))).toBe(true)
    })
  )

  const refused: Readonly<Record<string, Issuer>> = {
    "gives no ID token": {},
    "gives one for another flow": { claims: { nonce: "another" } },
    "gives one for another client": { claims: { aud: "another" } },
    "gives one that has expired": { claims: { exp: 1 } },
    "gives one of another issuer": { claims: { iss: "https://issuer.invalid" } },
    "names somebody else where the person is asked for": { claims: {}, userinfo: { body: { sub: "eve" } } },
    "says that it is another one": { metadata: { issuer: "https://issuer.invalid" }, claims: {} }
  }
  it.live.each(Object.entries(refused))("is not believed when it %s", ([, issuer]) =>
    Effect.gen(function* () {
      const { provider } = yield* startIssuer(issuer)
      const failure = yield* Effect.flip(provider.exchange(binding, cameBack))
      expect(failure).toMatchObject({ reason: "Failed" })
      expect(failure.problem).toMatch(/^The provider could not be used: OAUTH_[A-Z_]+\.$/)
    })
  )
})

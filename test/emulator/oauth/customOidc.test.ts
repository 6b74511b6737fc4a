/** Sign-in with a custom OpenID Connect provider. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as oauth from "oauth4webapi"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Browser from "../../support/Browser.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { admin } from "../../support/emulatorCalls.ts"
import {
  authorize,
  authorizeUrl,
  browser,
  makeChallenge,
  readCode,
  readError,
  exchange,
  layer,
  me,
  codeVerifier
} from "./appSignIn.ts"
import { oidcClient, start } from "./openIdServer.ts"

const makeCallback = (provider: string) => `http://127.0.0.1:8102/api/v1/auth/oauth/callback/${provider}`

const okta = (issuerUrl: string, more: object = {}) => ({
  type: "custom_oidc",
  allowSignIn: true,
  allowConnectedAccounts: true,
  isShared: false,
  clientId: oidcClient.clientId,
  clientSecret: oidcClient.clientSecret,
  issuerUrl,
  displayName: "Acme staff",
  ...more
})

/** Configures the provider `okta` as an admin does. */
const configure = (issuerUrl: string, more?: object) =>
  emulatorCalls.call("PATCH", "/internal/config/override/environment", {
    ...admin,
    body: { config_override_string: JSON.stringify({ "auth.oauth.providers.okta": okta(issuerUrl, more) }) }
  })

const project = Effect.map(emulatorCalls.call("GET", "/internal/projects/current", admin), ({ body }) => body)

describe("a custom OpenID Connect provider", () => {
  it.effect("signs people in at a real issuer of this machine", () =>
    Effect.gen(function* () {
      const issuer = yield* start(makeCallback("okta"))
      yield* configure(issuer)
      const { baseUrl, fetch: emulator } = yield* Emulator.Emulator
      const own = Browser.make({ [baseUrl]: emulator, [issuer]: (request) => fetch(request) })
      const page = yield* own.open(yield* authorizeUrl("okta"))
      const consent = yield* own.press(page, "Sign-in", { login: "ann@example.com", password: "anything" })
      const landed = yield* own.press(consent, "Continue")
      expect(readError(landed)).toBeUndefined()
      const { body } = yield* exchange(readCode(landed))
      expect(yield* me(body.access_token)).toMatchObject({
        primary_email: "ann@example.com",
        oauth_providers: [{ id: "okta", account_id: "ann@example.com" }]
      })
      const accounts = yield* emulatorCalls.call("GET", "/oauth-providers?user_id=me", { token: body.access_token })
      expect(accounts.body.items[0]).toMatchObject({ provider_config_id: "okta", type: "custom_oidc" })
      const token = yield* emulatorCalls.call("POST", "/connected-accounts/me/okta/access-token", {
        token: body.access_token,
        body: { scope: "openid email" }
      })
      expect(token.status).toBe(201)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is simulated where its issuer is elsewhere, with its name and scopes", () =>
    Effect.gen(function* () {
      yield* configure("https://acme.okta.example", { scope: "openid groups" })
      const page = yield* (yield* browser).open(yield* authorizeUrl("okta"))
      expect(page.text).toContain("Acme staff")
      expect(new URL(page.url).searchParams.get("scope")).toBe("openid groups")
      const { identityProvider } = yield* Emulator.Emulator
      yield* identityProvider.script({ identity: { email: "bob@example.com" } })
      const { body } = yield* exchange(readCode(yield* (yield* browser).open(yield* authorizeUrl("okta"))))
      expect(yield* me(body.access_token)).toMatchObject({ oauth_providers: [{ id: "okta" }] })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is in the configuration document only, and stays when the list of providers is written", () =>
    Effect.gen(function* () {
      yield* configure("https://acme.okta.example")
      const before = yield* project
      expect(before.config.oauth_providers.map(({ id }: { readonly id: string }) => id)).not.toContain("okta")
      expect(before.config.enabled_oauth_providers).not.toContainEqual({ id: "okta" })
      const body = { config: { oauth_providers: [{ id: "github", type: "shared" }] } }
      yield* emulatorCalls.call("PATCH", "/internal/projects/current", { ...admin, body })
      expect((yield* authorize("okta")).status).toBe(307)
      expect((yield* authorize("google")).status).not.toBe(307)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("gets the callback URL that the project names, and no other", () =>
    Effect.gen(function* () {
      const own = "https://auth.acme.example/callback"
      yield* configure("https://acme.okta.example", { customCallbackUrl: own })
      const location = new URL((yield* authorize("okta")).headers.get("location")!)
      expect(location.searchParams.get("redirect_uri")).toBe(own)
      const { fetch, identityProvider } = yield* Emulator.Emulator
      yield* identityProvider.script({ identity: { email: "bob@example.com" } })
      const answer = yield* Effect.promise(() => fetch(new Request(location)))
      expect(answer.headers.get("location")).toMatch(new RegExp(`^${own}\\?code=`))
      location.searchParams.set("redirect_uri", makeCallback("okta"))
      expect((yield* Effect.promise(() => fetch(new Request(location)))).status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )
})

describe("the built-in identity provider", () => {
  // Its client looks at the clock of this machine.
  it.live("is an issuer of OpenID Connect", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch: emulator, identityProvider } = yield* Emulator.Emulator
      yield* identityProvider.script({ identity: { email: "ann@example.com", displayName: "Ann" } })
      const issuer = new URL(`${baseUrl}/__idp/okta`)
      const options = {
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: (url: string, init: RequestInit) => emulator(new Request(url, init))
      }
      const claims = yield* Effect.promise(async () => {
        const server = await oauth.processDiscoveryResponse(
          issuer,
          await oauth.discoveryRequest(issuer, options as never)
        )
        const client = { client_id: "anything" }
        const url = new URL(server.authorization_endpoint!)
        const query = {
          client_id: "anything",
          redirect_uri: makeCallback("okta"),
          response_type: "code",
          scope: "openid email",
          state: "state",
          nonce: "nonce-1",
          code_challenge: makeChallenge(codeVerifier),
          code_challenge_method: "S256"
        }
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
        const location = new URL((await emulator(new Request(url))).headers.get("location")!)
        const answer = oauth.validateAuthResponse(server, client, location, "state")
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.ClientSecretPost("secret"),
          answer,
          makeCallback("okta"),
          codeVerifier,
          options as never
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          requireIdToken: true,
          expectedNonce: "nonce-1"
        })
        await oauth.validateApplicationLevelSignature(server, response, options as never)
        const { sub } = oauth.getValidatedIdTokenClaims(tokens)!
        const info = await oauth.userInfoRequest(server, client, tokens.access_token, options as never)
        return oauth.processUserInfoResponse(server, client, sub, info)
      })
      expect(claims).toMatchObject({ email: "ann@example.com", name: "Ann" })
      expect(claims).not.toHaveProperty("nonce")
    }).pipe(Effect.provide(layer()))
  )
})

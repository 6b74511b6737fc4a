/** Sign-in with a real OpenID provider on this machine. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as jose from "jose"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Browser from "../../support/Browser.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { server } from "../../support/emulatorCalls.ts"
import { base64url } from "../../support/tokens.ts"
import { authorize, authorizeUrl, readCode, readError, exchange, layer, me, type Query } from "./appSignIn.ts"
import * as Issuer from "./Issuer.ts"
import { oidcClient, start } from "./openIdServer.ts"

const redirectUri = "http://127.0.0.1:8102/api/v1/auth/oauth/callback/google"

const withIssuer = (endpoints: Emulator.IdentityProviderEndpoints, secret = oidcClient.clientSecret) =>
  layer({
    identityProviders: { google: endpoints },
    project: {
      config: {
        oauthProviders: [{ id: "google", type: "standard", clientId: oidcClient.clientId, clientSecret: secret }]
      }
    }
  })

const openId = (issuer: string): Emulator.IdentityProviderEndpoints => ({
  issuer,
  scope: "openid email profile offline_access",
  parameters: { prompt: "consent" }
})

/** Signs in at the real provider by its own pages. */
const throughPages = Effect.fnUntraced(function* (issuer: string, login: string, changes: Query = {}) {
  const { baseUrl, fetch: emulator } = yield* Emulator.Emulator
  const browser = Browser.make({ [baseUrl]: emulator, [issuer]: (request) => fetch(request) })
  const page = yield* browser.open(yield* authorizeUrl("google", changes))
  const consent = yield* browser.press(page, "Sign-in", { login, password: "anything" })
  return yield* browser.press(consent, "Continue")
})

describe("a real OpenID provider", () => {
  it.effect.each(["client_secret_basic", "client_secret_post"])("signs people in (%s)", (method) =>
    Effect.gen(function* () {
      const issuer = yield* start(redirectUri, method)
      yield* Effect.gen(function* () {
        const page = yield* throughPages(issuer, "ann@example.com")
        expect(readError(page)).toBeUndefined()
        const { body } = yield* exchange(readCode(page))
        expect(body.is_new_user).toBe(true)
        expect(yield* me(body.access_token)).toMatchObject({
          display_name: "ann@example.com in person",
          primary_email: "ann@example.com",
          primary_email_verified: true,
          profile_image_url: "https://example.com/picture.png",
          oauth_providers: [{ id: "google", account_id: "ann@example.com", email: "ann@example.com" }]
        })
        const again = yield* exchange(readCode(yield* throughPages(issuer, "ann@example.com")))
        expect(again.body.is_new_user).toBe(false)
        const other = yield* exchange(readCode(yield* throughPages(issuer, "unverified@example.com")))
        expect(yield* me(other.body.access_token)).toMatchObject({ primary_email_verified: false })
      }).pipe(Effect.provide(withIssuer(openId(issuer))))
    })
  )

  it.effect("renews tokens of connected accounts, with refresh tokens that change", () =>
    Effect.gen(function* () {
      const issuer = yield* start(redirectUri)
      yield* Effect.gen(function* () {
        const { body } = yield* exchange(readCode(yield* throughPages(issuer, "ann@example.com")))
        const token = Effect.gen(function* () {
          const { access_token } = (yield* emulatorCalls.refresh(body.refresh_token)).body
          const path = "/connected-accounts/me/google/access-token"
          const answer = yield* emulatorCalls.call("POST", path, { token: access_token, body: { scope: "email" } })
          expect(answer.status).toBe(201)
          return String(answer.body.access_token)
        })
        const readSubject = Effect.fnUntraced(function* (accessToken: string) {
          const headers = { authorization: `Bearer ${accessToken}` }
          return yield* Effect.promise(async () => (await fetch(`${issuer}/me`, { headers })).json())
        })
        const tokens = [yield* token]
        for (let i = 0; i < 3; i++) {
          yield* TestClock.adjust("1 hour")
          tokens.push(yield* token)
        }
        expect(new Set(tokens).size).toBe(4)
        expect(yield* readSubject(tokens[3]!)).toMatchObject({ sub: "ann@example.com" })
      }).pipe(Effect.provide(withIssuer(openId(issuer))))
    })
  )

  it.effect("can be denied", () =>
    Effect.gen(function* () {
      const issuer = yield* start(redirectUri)
      yield* Effect.gen(function* () {
        const { baseUrl, fetch: emulator } = yield* Emulator.Emulator
        const browser = Browser.make({ [baseUrl]: emulator, [issuer]: (request) => fetch(request) })
        const page = yield* browser.open(yield* authorizeUrl("google"))
        const abort = /href="([^"]*\/abort)"/.exec(page.text)?.[1] ?? ""
        expect(readError(yield* browser.open(new URL(abort, page.url).href))).toBe("OAUTH_PROVIDER_ACCESS_DENIED")
      }).pipe(Effect.provide(withIssuer(openId(issuer))))
    })
  )

  it.effect("is not believed when it refuses the client", () =>
    Effect.gen(function* () {
      const issuer = yield* start(redirectUri)
      yield* Effect.gen(function* () {
        const page = yield* throughPages(issuer, "ann@example.com")
        expect(page).toMatchObject({
          status: 400,
          text: "The provider answered invalid_client."
        })
      }).pipe(Effect.provide(withIssuer(openId(issuer), "wrong-secret")))
    })
  )

  it.effect("may be one that speaks OAuth only", () =>
    Effect.gen(function* () {
      const issuer = yield* start(redirectUri, "client_secret_post")
      const endpoints = {
        authorizationEndpoint: `${issuer}/auth`,
        tokenEndpoint: `${issuer}/token`,
        userinfoEndpoint: `${issuer}/me`,
        scope: "openid email"
      }
      yield* Effect.gen(function* () {
        const { body } = yield* exchange(readCode(yield* throughPages(issuer, "ann@example.com")))
        expect(yield* me(body.access_token)).toMatchObject({ primary_email: "ann@example.com", display_name: null })
      }).pipe(Effect.provide(withIssuer(endpoints)))
    })
  )

  const forgeries: Readonly<Record<string, Issuer.Signer["sign"]>> = {
    "by another key of the same name": (claims, { other }) => Issuer.honest(claims, { published: other, other }),
    "by a key that is not published": (claims, { other }) =>
      new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "unknown" }).sign(other.privateKey),
    "and changed afterwards": async (claims, keys) => {
      const [header, , signature] = (await Issuer.honest(claims, keys)).split(".")
      return `${header}.${base64url({ ...claims, sub: "somebody-else" })}.${signature}`
    },
    "not at all": async (claims) => `${base64url({ alg: "none" })}.${base64url(claims)}.`,
    "with the public key as a secret": async (claims, { published }) => {
      const secret = new TextEncoder().encode(await jose.exportSPKI(published.publicKey))
      return new jose.SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: Issuer.keyId }).sign(secret)
    },
    "by nobody": async (claims) => `${base64url({ alg: "RS256", kid: Issuer.keyId })}.${base64url(claims)}.AAAA`
  }

  /** Signs in at an issuer whose page asks nothing. */
  const signInAt = Effect.fnUntraced(function* (sign: Issuer.Signer["sign"]) {
    const issuer = yield* Issuer.start({ sign })
    return yield* Effect.gen(function* () {
      const { baseUrl, fetch: emulator } = yield* Emulator.Emulator
      const browser = Browser.make({
        [baseUrl]: emulator,
        [issuer]: (request) => fetch(request, { redirect: "manual" })
      })
      const page = yield* browser.open(yield* authorizeUrl("google"))
      const users = yield* emulatorCalls.call("GET", "/users", server)
      return { page, count: users.body.items.length }
    }).pipe(Effect.provide(withIssuer({ issuer })))
  })

  it.live("is believed when its published key signed the ID token", () =>
    Effect.gen(function* () {
      const { count, page } = yield* signInAt(Issuer.honest)
      expect({ error: readError(page), code: readCode(page).length, count }).toStrictEqual({
        error: undefined,
        code: 45,
        count: 1
      })
    })
  )

  it.live.each(Object.entries(forgeries))("is not believed when the ID token is signed %s", ([, sign]) =>
    Effect.gen(function* () {
      const { count, page } = yield* signInAt(sign)
      expect([page.status, page.text.slice(0, 30), count]).toStrictEqual([400, "The provider could not be used", 0])
    })
  )

  it.effect.each(["http://127.0.0.1:9", "http://issuer.example.com"])(
    "is an error and no crash if it is not there, or not on this machine without TLS: $0",
    (issuer) =>
      Effect.gen(function* () {
        const answer = yield* Effect.provide(authorize("google"), withIssuer({ issuer }))
        expect(answer).toMatchObject({ status: 400, knownError: undefined })
        expect(answer.text).toContain("could not be used")
      })
  )
})

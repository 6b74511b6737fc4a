/**
 * What the operations decide themselves, before anything is sent, and what
 * exactly they send.
 */
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import assert from "node:assert/strict"
import * as util from "node:util"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Project from "../../src/client/Project.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { SessionId } from "../../src/domain/Ids.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Session from "../../src/session/Session.ts"
import * as Memory from "../../src/token/Memory.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { apiUrl, json, knownError, network, type Network, projectId } from "../http/support.ts"

const canary = "canary0123456789"

/** A token that lasts for years from 1970 on. */
const accessToken = `e30.${Buffer.from(JSON.stringify({ iat: 1, exp: 4_000_000_000 })).toString("base64url")}.${canary}`
const tokens = { access_token: accessToken, refresh_token: `refresh-${canary}`, user_id: "u" }

const user = {
  id: "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f",
  display_name: null,
  primary_email: "ann@example.org",
  primary_email_verified: true,
  profile_image_url: null,
  signed_up_at_millis: 1,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  requires_totp_mfa: false,
  is_anonymous: false,
  selected_team_id: null,
  selected_team: null
}

const app = (net: Network, options: Partial<ClientApp.ClientAppOptions> = {}) =>
  Layer.fresh(
    Session.layer.pipe(
      Layer.provideMerge(Memory.layer),
      Layer.provideMerge(
        ClientApp.layer({ projectId, publishableClientKey: `pck_${canary}`, apiUrl, ...options }).pipe(
          Layer.provide(net.layer)
        )
      )
    )
  )

const signedIn = Effect.flatMap(TokenStore, (store) =>
  store.set({ accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(`refresh-${canary}`) })
)

const bodies = (net: Network) => net.sent.map((request) => JSON.parse(request.body ?? "null") as unknown)

describe("a password", () => {
  const tooLong = "x".repeat(71)
  const operations = {
    signUp: Password.signUp({ email: "ann@example.org", password: tooLong, verificationCallbackUrl: "https://a.b/c" }),
    update: Password.update({ oldPassword: "whatever it was", newPassword: tooLong }),
    set: Password.set({ password: tooLong }),
    reset: Password.reset({ code: "0".repeat(45), password: Redacted.make(tooLong) })
  }
  for (const [name, operation] of Object.entries(operations)) {
    it.effect(`of more than 70 characters is refused by ${name} without a request`, () => {
      const net = network(() => json({}))
      return Effect.gen(function* () {
        yield* signedIn
        const error = yield* Effect.flip(
          operation as Effect.Effect<unknown, unknown, Session.Session | ClientApp.ClientApp>
        )
        assert.equal((error as { _tag: string })._tag, "PasswordTooLong")
        assert.deepEqual((error as { details: unknown }).details, { maxLength: 70 })
        assert.equal(net.sent.length, 0)
      }).pipe(Effect.provide(app(net)))
    })
  }

  it.effect("is measured in UTF-16 units, and sent as it is", () => {
    const net = network(() => json({ success: true }))
    return Effect.gen(function* () {
      yield* signedIn
      const password = "🔑".repeat(35)
      yield* Password.set({ password })
      assert.deepEqual(bodies(net), [{ password }])
      assert.equal((yield* Effect.flip(Password.set({ password: `${password}x` })))._tag, "PasswordTooLong")
    }).pipe(Effect.provide(app(net)))
  })

  it.effect("that signs in is sent whatever its length, for the service to refuse", () => {
    const net = network(() => knownError("EMAIL_PASSWORD_MISMATCH", 400))
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Password.signIn({ email: "ann@example.org", password: "x" }))
      assert.equal(error._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(app(net)))
  })
})

describe("the URL that a mail leads to", () => {
  const email = "ann@example.org"
  const password = "a fine password"

  it.effect("is below appUrl", () => {
    const net = network((request) =>
      request.url.endsWith("sign-up") ? json(tokens) : json({ success: "maybe, only if user with e-mail exists" })
    )
    return Effect.gen(function* () {
      yield* Password.signUp({ email, password })
      yield* Password.sendResetCode({ email })
      assert.deepEqual(bodies(net), [
        { email, password, verification_callback_url: "https://app.example.org/handler/email-verification" },
        { email, callback_url: "https://app.example.org/handler/password-reset" }
      ])
    }).pipe(Effect.provide(app(net, { appUrl: "https://app.example.org//" })))
  })

  it.effect("is the one given, as it is", () => {
    const net = network(() => json({ success: "maybe, only if user with e-mail exists" }))
    return Effect.gen(function* () {
      const callbackUrl = "https://other.example.org/reset?a=b#c"
      yield* Password.sendResetCode({ email, callbackUrl })
      assert.deepEqual(bodies(net), [{ email, callback_url: callbackUrl }])
    }).pipe(Effect.provide(app(net, { appUrl: "https://app.example.org" })))
  })

  it.effect("has to be known: the error names the option, and nothing is sent", () => {
    const net = network(() => json({}))
    return Effect.gen(function* () {
      const signUp = yield* Effect.flip(Password.signUp({ email, password }))
      assert.ok(signUp._tag === "InvalidOption", String(signUp))
      assert.equal(signUp.option, "verificationCallbackUrl")
      const send = yield* Effect.flip(Password.sendResetCode({ email }))
      assert.ok(send._tag === "InvalidOption", String(send))
      assert.equal(send.option, "callbackUrl")
      assert.match(send.message, /appUrl/)
      assert.equal(net.sent.length, 0)
    }).pipe(Effect.provide(app(net)))
  })

  for (const appUrl of ["app.example.org", "/app", "", "javascript:alert(1)", "ftp://app.example.org"]) {
    it.effect(`is not below ${JSON.stringify(appUrl)}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(
          Layer.build(
            app(
              network(() => json({})),
              { appUrl }
            )
          )
        )
        assert.equal(error._tag, "InvalidOption")
        assert.equal(error.option, "appUrl")
      })
    )
  }

  it.effect("has to be a URL: the request is not sent otherwise", () => {
    const net = network(() => json({}))
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Password.sendResetCode({ email, callbackUrl: "not a url" }))
      assert.ok(error._tag === "TransportError" && error.reason._tag === "InvalidRequest", String(error))
      assert.equal(net.sent.length, 0)
    }).pipe(Effect.provide(app(net)))
  })
})

describe("CurrentUser.update", () => {
  it.effect("sends what it is given: null clears, and what is not named or undefined stays", () => {
    const net = network(() => json(user))
    return Effect.gen(function* () {
      yield* signedIn
      yield* CurrentUser.update({ displayName: null, clientMetadata: undefined })
      yield* CurrentUser.update({})
      yield* CurrentUser.setDisplayName("Ann")
      yield* CurrentUser.setClientMetadata({ theme: "dark" })
      yield* CurrentUser.setSelectedTeam(null)
      assert.deepEqual(bodies(net), [
        { display_name: null },
        {},
        { display_name: "Ann" },
        { client_metadata: { theme: "dark" } },
        { selected_team_id: null }
      ])
      assert.ok(net.sent.every((request) => request.method === "PATCH"))
    }).pipe(Effect.provide(app(net)))
  })

  it.effect("does not send what clients may not change", () => {
    const net = network(() => json(user))
    return Effect.gen(function* () {
      yield* signedIn
      const smuggled = { displayName: "Ann", serverMetadata: { admin: true } } as CurrentUser.UpdateInput
      yield* Effect.ignore(CurrentUser.update(smuggled))
      assert.ok(!JSON.stringify(bodies(net)).includes("admin"), JSON.stringify(bodies(net)))
    }).pipe(Effect.provide(app(net)))
  })
})

describe("CurrentUser.delete", () => {
  it.effect("leaves a session alone that has signed in meanwhile", () => {
    const net = network(() =>
      Effect.andThen(
        Effect.sync(() => meanwhile?.()),
        json({ success: true })
      )
    )
    let meanwhile: (() => void) | undefined
    return Effect.gen(function* () {
      yield* signedIn
      const store = yield* TokenStore
      const other = { accessToken: Redacted.make(accessToken), refreshToken: Redacted.make("another session") }
      meanwhile = () => Effect.runSync(store.set(other))
      yield* CurrentUser.delete
      assert.equal(Redacted.value((yield* store.get)!.refreshToken!), "another session")
    }).pipe(Effect.provide(app(net)))
  })

  it.effect("keeps the session when it fails", () => {
    const net = network(() => knownError("SCHEMA_ERROR", 400, { message: "no" }))
    return Effect.gen(function* () {
      yield* signedIn
      assert.equal((yield* Effect.flip(CurrentUser.delete))._tag, "SchemaError")
      assert.ok((yield* (yield* TokenStore).get) !== undefined)
    }).pipe(Effect.provide(app(net)))
  })
})

describe("Sessions", () => {
  it.effect("are the current user's", () => {
    const net = network((request) =>
      request.method === "GET" ? json({ items: [], is_paginated: false }) : json({ success: true })
    )
    return Effect.gen(function* () {
      yield* signedIn
      yield* Sessions.list
      yield* Sessions.revoke(SessionId.make("2f1c5c0e-3a1b-4d8e-9a44-0c8e0a6b7d11"))
      assert.deepEqual(
        net.sent.map(({ method, url }) => `${method} ${url.slice(apiUrl.length)}`),
        [
          "GET /api/v1/auth/sessions?user_id=me",
          "DELETE /api/v1/auth/sessions/2f1c5c0e-3a1b-4d8e-9a44-0c8e0a6b7d11?user_id=me"
        ]
      )
    }).pipe(Effect.provide(app(net)))
  })

  it.effect("cannot be named by something that leaves the path", () => {
    const net = network(() => json({ success: true }))
    return Effect.gen(function* () {
      yield* signedIn
      for (const id of ["", ".", "..", "a/b", "../../users/me", "%2e%2e", "a?b", "a#b"]) {
        const error = yield* Effect.flip(Sessions.revoke(id as SessionId))
        assert.ok(error._tag === "TransportError" && error.reason._tag === "InvalidRequest", `${id}: ${error}`)
      }
      assert.equal(net.sent.length, 0)
    }).pipe(Effect.provide(app(net)))
  })
})

describe("every operation", () => {
  it.effect("is a span of its name, without a secret in it", () => {
    const spans: Array<Tracer.Span> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const net = network(({ url }) => {
      if (url.includes("password/sign")) return json(tokens)
      return knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, { project_id: projectId })
    })
    const code = canary.padEnd(45, "0")
    const operations = {
      "Password.signUp": Password.signUp({ email: "a@b.cc", password: canary }),
      "Password.signIn": Password.signIn({ email: "a@b.cc", password: canary }),
      "Password.update": Password.update({ oldPassword: canary, newPassword: canary }),
      "Password.set": Password.set({ password: canary }),
      "Password.sendResetCode": Password.sendResetCode({ email: "a@b.cc" }),
      "Password.checkResetCode": Password.checkResetCode({ code }),
      "Password.reset": Password.reset({ code, password: canary }),
      "CurrentUser.get": CurrentUser.get(),
      "CurrentUser.update": CurrentUser.update({ totpSecretBase64: Redacted.make(canary) }),
      "CurrentUser.delete": CurrentUser.delete,
      "Sessions.list": Sessions.list,
      "Sessions.revoke": Sessions.revoke(SessionId.make("s")),
      "Sessions.currentTokens": Sessions.currentTokens(),
      "Project.get": Project.get,
      "Sessions.signOut": Sessions.signOut
    }
    return Effect.gen(function* () {
      for (const [name, operation] of Object.entries(operations)) {
        spans.length = 0
        yield* Effect.exit(operation as Effect.Effect<unknown, unknown, Session.Session | ClientApp.ClientApp>)
        assert.equal(spans[0]?.name, name)
        for (const span of spans) {
          const { attributes, events, links, name, status } = span as Tracer.NativeSpan
          const printed = util.inspect([name, attributes, events, links, status], { depth: 12, showHidden: true })
          assert.ok(!printed.includes(canary), `${name}: ${printed}`)
        }
      }
      assert.ok(net.sent.length >= 13)
    }).pipe(Effect.withTracer(tracer), Effect.provide(app(net, { appUrl: "https://app.example.org" })))
  })
})

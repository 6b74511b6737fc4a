/** What a call of the transport sends and returns. `readsAnswers.test.ts` has every answer that is no success. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { ClientApp } from "../../src/http/ClientApp.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as RefreshWire from "../../src/wire/generated/Refresh.ts"
import * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import {
  apiUrl,
  clientApp,
  failing,
  json,
  network,
  over,
  projectId,
  publishableClientKey,
  refused,
  text,
  userJson
} from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { credentials, half, readReason, transportError } from "./calls.ts"

describe("a request of the transport", () => {
  // What the service allows (docs/protocol/headers.md#cors); anything else fails a browser's preflight.
  const allowed = new Set(
    (
      "content-type authorization x-stack-project-id x-stack-branch-id x-stack-override-error-status " +
      "x-stack-random-nonce x-stack-client-version x-stack-disable-artificial-development-delay " +
      "x-stack-access-type x-stack-publishable-client-key x-stack-secret-server-key " +
      "x-stack-super-secret-admin-key x-stack-admin-access-token x-stack-refresh-token x-stack-access-token " +
      "baggage sentry-trace x-vercel-protection-bypass ngrok-skip-browser-warning"
    ).split(" ")
  )

  it.effect("sends the headers of the protocol and no others", () =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      yield* over(net)(UsersWire.getMe, {}, credentials)
      const { headers, ...request } = net.sent[0]!
      expect(request).toMatchObject({
        method: "GET",
        template: "/api/v1/users/me",
        maxResponseBytes: 10_485_760,
        url: `${apiUrl}/api/v1/users/me`,
        body: undefined
      })
      expect(headers).toStrictEqual({
        "x-stack-random-nonce": expect.stringMatching(/^[0-9a-v]{45}$/),
        "x-stack-client-version": expect.stringMatching(/^js gatefold@\d+\.\d+\.\d+$/),
        "x-stack-override-error-status": "true",
        "x-stack-project-id": projectId,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": publishableClientKey,
        "x-stack-access-token": "header.access.token",
        "x-stack-refresh-token": "refresh",
        "ngrok-skip-browser-warning": "true"
      })
      expect(Object.keys(headers).filter((name) => !allowed.has(name))).toStrictEqual([])
    })
  )

  it.effect("has no user headers without credentials, and no refresh token when there is none", () =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      yield* over(net)(UsersWire.getMe, {})
      yield* over(net)(UsersWire.getMe, {}, { accessToken: credentials.accessToken })
      expect(net.sent[0]!.headers).not.toHaveProperty("x-stack-access-token")
      expect(net.sent[1]!.headers).not.toHaveProperty("x-stack-refresh-token")
      expect(net.sent[1]!.headers).toHaveProperty("x-stack-access-token")
    })
  )

  it.effect.each([
    [{}, undefined],
    [{ is_anonymous: false, is_restricted: false, restricted_reason: null }, undefined],
    [{ is_anonymous: true, is_restricted: true }, "true"],
    [{ is_anonymous: true }, "true"],
    [{ is_anonymous: false, is_restricted: true, restricted_reason: { type: "something_new" } }, "true"],
    [{ is_restricted: "true" }, undefined]
  ] as const)("allows guests and restricted users exactly when the access token is theirs: $0", ([claims, expected]) =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))

      yield* over(net)(UsersWire.getMe, {}, { accessToken: Redacted.make(unsignedToken({ ...lasting, ...claims })) })
      expect(net.sent.at(-1)!.headers["x-stack-allow-anonymous-user"], JSON.stringify(claims)).toBe(expected)
    })
  )

  it.effect("sends none of our headers to the token endpoint", () =>
    Effect.gen(function* () {
      const net = network(() => json({ access_token: "a", token_type: "Bearer", expires_in: 3599, scope: "legacy" }))
      yield* over(net)(RefreshWire.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken: Redacted.make("r+&="),
          clientId: projectId,
          clientSecret: Redacted.make(publishableClientKey)
        }
      })
      const [{ headers, body }] = net.sent as [(typeof net.sent)[0]]
      expect(headers).toStrictEqual({ "content-type": "application/x-www-form-urlencoded" })
      expect(Object.fromEntries(new URLSearchParams(body))).toStrictEqual({
        grant_type: "refresh_token",
        refresh_token: "r+&=",
        client_id: projectId,
        client_secret: publishableClientKey
      })
    })
  )

  it.effect("omits undefined and keeps null", () =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      yield* over(net)(UsersWire.updateMe, { payload: { displayName: null, profileImageUrl: undefined } }, credentials)
      expect(net.sent[0]!.body).toBe(`{"display_name":null}`)
      expect(net.sent[0]!.headers["content-type"]).toBe("application/json")
    })
  )

  it.effect("sends extra headers, under their own names only", () =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      yield* over(net, { extraRequestHeaders: { "X-Vercel-Protection-Bypass": "v" } })(UsersWire.getMe, {})
      expect(net.sent[0]!.headers["x-vercel-protection-bypass"]).toBe("v")
    })
  )

  it.effect("sends extra headers, and none of the protocol, to the token endpoint", () =>
    Effect.gen(function* () {
      const net = network(() => text("{}", 400))
      const refresh = over(net, { extraRequestHeaders: { "x-gate": "v" } })(RefreshWire.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken: Redacted.make("r"),
          clientId: "internal",
          clientSecret: Redacted.make("pck_x")
        }
      })
      yield* Effect.exit(refresh)
      const { "content-type": _, ...headers } = net.sent[0]!.headers
      expect(headers).toStrictEqual({ "x-gate": "v" })
    })
  )

  const deleteSession = (net: ReturnType<typeof network>, sessionId: string) =>
    over(net)(SessionsWire.deleteSession, { params: { sessionId: sessionId as never }, query: { userId: "me" } })

  const hostileIds = [
    "",
    ".",
    "..",
    "a/b",
    "a\\b",
    "a/../b",
    "a%2f..%2fb",
    "%2e%2e",
    "me?x=1",
    "me#",
    "\\..\\",
    "%00",
    "a\nb",
    "a\u0000b",
    "a\u202eb",
    "\ud800",
    "x".repeat(257),
    "x".repeat(10_000)
  ]

  it.effect.each(hostileIds.map((id) => [JSON.stringify(id).slice(0, 20), id] as const))(
    "is not sent when an ID could leave its path segment: $0",
    ([, id]) =>
      Effect.gen(function* () {
        const net = network(() => json({ success: true }))
        const { error } = yield* failing(deleteSession(net, id))
        expect(readReason(error)._tag).toBe("InvalidRequest")
        expect(transportError(error).outcomeUnknown).toBe(false)
        expect(net.sent).toHaveLength(0)
      })
  )

  it.effect.each(["..;", "a&b=c", "ä", "a+b", "a:b@c"])(
    "encodes an ID that is odd but harmless, in its path segment: $0",
    (id) =>
      Effect.gen(function* () {
        const net = network(() => json({ success: true }))
        yield* deleteSession(net, id)
        const url = new URL(net.sent[0]!.url)
        expect(url.pathname.split("/")).toHaveLength(6)
        expect(url.search).toBe("?user_id=me")
      })
  )

  it.effect("does not quote a value that it refuses", () =>
    Effect.gen(function* () {
      const net = network(() => json({}))
      const { error } = yield* failing(
        over(net)(PasswordWire.signIn, { payload: { email: "a@example.com", password: "CANARY" as never } })
      )
      expect(readReason(error)._tag).toBe("InvalidRequest")
      expect(String(error) + JSON.stringify(error)).not.toContain("CANARY")
    })
  )
})

describe("a call", () => {
  it.effect("returns the decoded answer", () =>
    Effect.gen(function* () {
      const user = yield* over(network(() => json(userJson)))(UsersWire.getMe, {})
      expect(user.displayName).toBe("Ada")
      expect(user.signedUpAt).toStrictEqual(new Date(1_700_000_000_000))
    })
  )

  it.effect("fails without an answer, with its path, the number of attempts and their time", () =>
    Effect.gen(function* () {
      const call = over(network(() => refused))(UsersWire.getMe, {})
      const { error } = yield* failing(Effect.provideService(call, Random.Random, half))
      expect(transportError(error)).toMatchObject({
        method: "GET",
        path: "/users/me",
        attempts: 5,
        elapsedMillis: 15_000,
        outcomeUnknown: false
      })
    })
  )

  it.effect("fails without an attempt if its input cannot be encoded", () =>
    Effect.gen(function* () {
      const net = network(() => refused)
      const { error } = yield* failing(
        over(net)(PasswordWire.signIn, { payload: { email: 1 as never, password: "" as never } })
      )
      expect(transportError(error)).toMatchObject({
        method: "POST",
        path: "/auth/password/sign-in",
        attempts: 0,
        elapsedMillis: 0,
        outcomeUnknown: false
      })
      expect(net.sent).toStrictEqual([])
    })
  )

  it.effect("gives the transport's own port to other modules", () =>
    Effect.gen(function* () {
      const net = network(() => json({ ok: true }))
      const { http } = yield* Effect.provide(ClientApp, clientApp().pipe(Layer.provide(net.layer)))
      const url = `${apiUrl}/api/v1/elsewhere`
      yield* http({ method: "GET", url, headers: {}, body: undefined, maxResponseBytes: 1000, timeoutMillis: 1000 })
      expect(net.sent.map((request) => request.url)).toStrictEqual([url])
    })
  )
})

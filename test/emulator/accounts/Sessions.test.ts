/** Access tokens verify or are refused as documented, and the token endpoint renews them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as jose from "jose"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, layer, password, raw, refresh, signUp } from "../../support/emulatorCalls.ts"
import { base64url } from "../../support/tokens.ts"
import { unknownId } from "../../support/unknownId.ts"

const signIn = Effect.map(
  call("POST", "/auth/password/sign-in", { body: { email: "ann@example.org", password } }),
  (answer) => answer.body
)

const jwks = Effect.flatMap(Emulator, ({ project }) =>
  Effect.map(call("GET", `/projects/${project?.projectId}/.well-known/jwks.json`), (answer) => answer.body)
)

const tokenEndpoint = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  raw("POST", "/api/v1/auth/oauth/token", { headers, body: new URLSearchParams(fields) })

describe("access tokens", () => {
  it.effect("verify in 2025-06 against the project's one key, and have that service's claims", () =>
    Effect.gen(function* () {
      const { baseUrl, project } = yield* Emulator
      yield* TestClock.adjust(1_750_341_600_400)
      const { access_token, user_id } = yield* signUp("ann@example.org")
      const keys = yield* jwks
      const aText = expect.any(String)
      expect(keys.keys).toStrictEqual([
        { alg: "ES256", crv: "P-256", kid: expect.stringMatching(/^.{12}$/), kty: "EC", x: aText, y: aText }
      ])
      const { payload, protectedHeader } = yield* Effect.promise(() =>
        jose.jwtVerify(access_token, jose.createLocalJWKSet(keys), { currentDate: new Date(1_750_341_600_400) })
      )
      expect(protectedHeader).toStrictEqual({ alg: "ES256", kid: keys.keys[0].kid })
      expect(payload).toStrictEqual({
        sub: user_id,
        branchId: "main",
        refreshTokenId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        role: "authenticated",
        iss: `${baseUrl}/api/v1/projects/${project?.projectId}`,
        aud: project?.projectId,
        iat: 1_750_341_600,
        exp: 1_750_342_200
      })
      expect(payload.refreshTokenId).not.toBe(user_id)
      const unknown = yield* call("GET", "/projects/0d9c8b7a-6f5e-4d3c-8b2a-190817263544/.well-known/jwks.json")
      expect(unknown).toMatchObject({ status: 404, knownError: undefined })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("are refused when forged", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signUp("ann@example.org")
      const [, body] = access_token.split(".")
      const claims = jose.decodeJwt(access_token)
      const { keys } = yield* jwks
      const hmac = yield* Effect.promise(() =>
        new jose.SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(JSON.stringify(keys[0])))
      )
      const own = yield* Effect.promise(() => jose.generateKeyPair("ES256", { extractable: true }))
      const jwk = yield* Effect.promise(() => jose.exportJWK(own.publicKey))
      const selfSigned = yield* Effect.promise(() =>
        new jose.SignJWT(claims).setProtectedHeader({ alg: "ES256", jwk, kid: keys[0].kid }).sign(own.privateKey)
      )
      const forgeries = [
        `${base64url({ alg: "none" })}.${body}.`,
        `${base64url({ alg: "nOnE" })}.${body}.`,
        `${access_token.slice(0, -4)}AAAA`,
        `${base64url({ alg: "ES256", kid: ["x"] })}.${body}.AAAA`,
        hmac,
        selfSigned,
        "x".repeat(9000),
        "undefined"
      ]
      for (const token of forgeries) {
        expect((yield* call("GET", "/users/me", { token })).knownError, token).toBe("UNPARSABLE_ACCESS_TOKEN")
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("last as long as the options say, even when their session has ended", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      yield* call("DELETE", "/auth/sessions/current", { token, body: {} })
      yield* TestClock.adjust("29 seconds")
      expect((yield* call("GET", "/users/me", { token })).status).toBe(200)
      yield* TestClock.adjust("1 second")
      expect((yield* call("GET", "/users/me", { token })).knownError).toBe("ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(layer({ accessTokenLifetime: "30 seconds" })))
  )
})

describe("the token endpoint", () => {
  it.effect("refreshes without rotating", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      const answer = yield* refresh(refresh_token)
      expect(answer.status).toBe(200)
      expect(answer.body).toStrictEqual({
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 3599,
        scope: "legacy",
        after_callback_redirect_url: null,
        afterCallbackRedirectUrl: null
      })
      expect(answer.headers.get("pragma")).toBe("no-cache")
      expect((yield* call("GET", "/users/me", { token: answer.body.access_token })).status).toBe(200)
      expect((yield* refresh(refresh_token)).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accepts JSON, and reads the client from the body alone", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { refresh_token } = yield* signUp("ann@example.org")
      const grant = { grant_type: "refresh_token", refresh_token }
      const client = { client_id: `${project?.projectId}#main`, client_secret: project?.publishableClientKey ?? "" }
      const asJson = yield* raw("POST", "/api/v1/auth/oauth/token", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...grant, ...client, scope: "ignored" })
      })
      expect(asJson.status).toBe(200)
      const basic = Buffer.from(`${project?.projectId}:${project?.publishableClientKey}`).toString("base64")
      const nobody = yield* tokenEndpoint(grant, { authorization: `Basic ${basic}` })
      expect({ status: nobody.status, knownError: nobody.knownError, details: nobody.body.details }).toStrictEqual({
        status: 400,
        knownError: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
        details: { client_id: null }
      })
      const both = yield* tokenEndpoint({ ...grant, ...client }, { authorization: `Basic ${basic}` })
      expect(both.status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuses well-formed Basic credentials in the service of 2025-06", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { refresh_token } = yield* signUp("ann@example.org")
      const { projectId = "", publishableClientKey = "" } = project ?? {}
      const form = {
        grant_type: "refresh_token",
        refresh_token,
        client_id: projectId,
        client_secret: publishableClientKey
      }
      const basic = Buffer.from(`${projectId}:${publishableClientKey}`).toString("base64")
      const refused = yield* tokenEndpoint(form, { authorization: `Basic ${basic}` })
      expect(refused).toMatchObject({ status: 400, knownError: "INVALID_OAUTH_CLIENT_ID_OR_SECRET" })
      for (const authorization of ["Basic", "Basic x", `Basic ${basic.replaceAll("=", "")}!`, "Bearer x"]) {
        expect((yield* tokenEndpoint(form, { authorization })).status, authorization).toBe(200)
      }
      expect((yield* tokenEndpoint(form)).status).toBe(200)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("refuses with the documented errors and true statuses", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { refresh_token } = yield* signUp("ann@example.org")
      const good = {
        grant_type: "refresh_token",
        refresh_token,
        client_id: project?.projectId ?? "",
        client_secret: project?.publishableClientKey ?? ""
      }
      const unknown = yield* tokenEndpoint({ ...good, refresh_token: "nope" })
      expect(unknown).toMatchObject({ status: 401, knownError: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" })
      const wrong = [
        { client_secret: "pck_wrong" },
        { client_id: "" },
        { client_id: "internal" },
        { client_id: `${good.client_id}#x` }
      ]
      const answers = yield* Effect.forEach(wrong, (change) => tokenEndpoint({ ...good, ...change }))
      const refused = {
        status: 400,
        knownError: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
        body: { details: { client_id: null } }
      }
      expect(answers).toMatchObject(wrong.map(() => refused))
      expect((yield* tokenEndpoint({ ...good, grant_type: "password" })).knownError).toBe("SCHEMA_ERROR")
      const { refresh_token: _, ...incomplete } = good
      const missing = yield* tokenEndpoint(incomplete)
      expect({ status: missing.status, knownError: missing.knownError, error: missing.body.error }).toStrictEqual({
        status: 400,
        knownError: undefined,
        error: "invalid_request"
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("stops when the session's year is over", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      yield* TestClock.adjust(31_536_000_000 - 1)
      expect((yield* refresh(refresh_token)).status).toBe(200)
      yield* TestClock.adjust(1)
      expect((yield* refresh(refresh_token)).knownError).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("has an alternative with the refresh token in a header", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      const renew = (token: string) =>
        call("POST", "/auth/sessions/current/refresh", { headers: { "x-stack-refresh-token": token } })
      expect(Object.keys((yield* renew(refresh_token)).body)).toStrictEqual(["access_token"])
      expect((yield* renew("nope")).knownError).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      expect((yield* call("POST", "/auth/sessions/current/refresh")).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer()))
  )
})

describe("sessions", () => {
  it.effect("are listed newest first, with their last use", () =>
    Effect.gen(function* () {
      const first = yield* signUp("ann@example.org")
      yield* TestClock.adjust(1000)
      const second = yield* signIn
      yield* TestClock.adjust(1000)
      yield* refresh(first.refresh_token)
      const { body } = yield* call("GET", "/auth/sessions?user_id=me", { token: second.access_token })
      expect(body.is_paginated).toBe(false)
      expect(body.items).toStrictEqual([
        {
          id: expect.any(String),
          user_id: first.user_id,
          created_at: 1000,
          is_impersonation: false,
          last_used_at: 1000,
          is_current_session: true
        },
        {
          id: expect.any(String),
          user_id: first.user_id,
          created_at: 0,
          is_impersonation: false,
          last_used_at: 2000,
          is_current_session: false
        }
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("end one by one, the current one only by a sign-out", () =>
    Effect.gen(function* () {
      const first = yield* signUp("ann@example.org")
      const { access_token: token } = yield* signIn
      const { body } = yield* call("GET", "/auth/sessions?user_id=me", { token })
      const [current, other] = body.items
      const end = (id: string, as = token) => call("DELETE", `/auth/sessions/${id}?user_id=me`, { token: as })
      expect((yield* end(current.id)).knownError).toBe("CANNOT_DELETE_CURRENT_SESSION")
      const { access_token: stranger } = yield* signUp("bob@example.org")
      const refused = yield* end(other.id, stranger)
      expect(refused).toMatchObject({ status: 404, text: "Session not found." })
      expect((yield* call("DELETE", `/auth/sessions/${other.id}`, { token })).knownError).toBe("SCHEMA_ERROR")
      expect((yield* end(other.id)).body).toStrictEqual({ success: true })
      expect((yield* end(other.id)).status).toBe(404)
      expect((yield* refresh(first.refresh_token)).knownError).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are shown to their own users only, impersonations to admins only", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      const bob = yield* signUp("bob@example.org")
      const foreign = yield* call("GET", `/auth/sessions?user_id=${ann.user_id}`, { token: bob.access_token })
      expect(foreign).toMatchObject({ status: 403, text: "Client can only list sessions for their own user." })
      const created = yield* call("POST", "/auth/sessions", {
        level: "server",
        body: { user_id: ann.user_id, is_impersonation: true, expires_in_millis: 60_000.5 }
      })
      expect({ status: created.status, keys: Object.keys(created.body).sort() }).toStrictEqual({
        status: 200,
        keys: ["access_token", "refresh_token"]
      })
      const count = Effect.fnUntraced(function* (level: "server" | "admin") {
        const { body } = yield* call("GET", `/auth/sessions?user_id=${ann.user_id}`, { level })
        return body.items.length
      })
      expect({ server: yield* count("server"), admin: yield* count("admin") }).toStrictEqual({ server: 1, admin: 2 })
      yield* TestClock.adjust(60_000)
      expect((yield* refresh(created.body.refresh_token)).status).toBe(401)
      const nobody = yield* call("POST", "/auth/sessions", {
        level: "server",
        body: { user_id: unknownId }
      })
      expect(nobody).toMatchObject({ status: 400, knownError: "USER_ID_DOES_NOT_EXIST" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("end with a new password, all but the one that set it, or all when a server sets it", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      const other = yield* signIn
      const bob = yield* signUp("bob@example.org")
      const statuses = Effect.forEach([ann, other, bob], ({ refresh_token }) =>
        Effect.map(refresh(refresh_token), ({ status }) => status)
      )
      const changed = yield* call("POST", "/auth/password/update", {
        token: ann.access_token,
        headers: { "x-stack-refresh-token": ann.refresh_token },
        body: { old_password: password, new_password: `${password}, renewed` }
      })
      expect({ status: changed.status, statuses: yield* statuses }).toStrictEqual({
        status: 200,
        statuses: [200, 401, 200]
      })
      const set = yield* call("PATCH", `/users/${ann.user_id}`, { level: "server", body: { password } })
      expect({ status: set.status, statuses: yield* statuses }).toStrictEqual({
        status: 200,
        statuses: [401, 401, 200]
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("say from which address a browser used them last, where a proxy tells", () =>
    Effect.gen(function* () {
      const { access_token: token, refresh_token, user_id } = yield* signUp("ann@example.org")
      const renew = (headers: Readonly<Record<string, string>>) =>
        call("POST", "/auth/sessions/current/refresh", {
          headers: { "x-stack-refresh-token": refresh_token, ...headers }
        })
      const addresses = Effect.map(call("GET", `/auth/sessions?user_id=${user_id}`, { token }), ({ body }) =>
        body.items.map(
          (item: { readonly last_used_at_end_user_ip_info?: { readonly ip: string } }) =>
            item.last_used_at_end_user_ip_info?.ip
        )
      )
      const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" }
      expect(yield* addresses).toStrictEqual([undefined])
      for (const headers of [
        browser,
        { "x-forwarded-for": "192.0.2.7" },
        { "user-agent": "curl/8.0", "x-forwarded-for": "192.0.2.7" },
        { ...browser, "x-forwarded-for": "<script>" }
      ]) {
        expect((yield* renew(headers)).status, JSON.stringify(headers)).toBe(200)
        expect(yield* addresses, JSON.stringify(headers)).toStrictEqual([undefined])
      }
      yield* renew({ ...browser, "x-forwarded-for": "192.0.2.7, 10.0.0.1" })
      expect(yield* addresses).toStrictEqual(["192.0.2.7"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["2025-06", "current"] as const)("have no address where none is known, in the service $0", (service) =>
    Effect.gen(function* () {
      const session = Effect.gen(function* () {
        const { access_token: token } = yield* signUp("ann@example.org")
        return (yield* call("GET", "/auth/sessions?user_id=me", { token })).body.items[0]
      })

      const item = yield* session.pipe(Effect.provide(layer({ service })))
      expect(item).not.toHaveProperty("last_used_at_end_user_ip_info")
    })
  )

  it.effect.each([
    ["2025-06", {}],
    ["current", { project_id: null, user_id: null, refresh_token_id: null }]
  ] as const)("are reported as expired to a sign-out without an access token in the service of %s", ([service, more]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const answer = yield* call("DELETE", "/auth/sessions/current").pipe(Effect.provide(layer({ service })))
      expect({ knownError: answer.knownError, details: answer.body.details }).toStrictEqual({
        knownError: "ACCESS_TOKEN_EXPIRED",
        details: { expired_at_millis: 1_750_000_000_000, ...more }
      })
    })
  )

  it.effect("end or refresh, but never fail, when both happen at once", () =>
    Effect.gen(function* () {
      const statuses: Array<readonly [number, number]> = []
      for (let i = 0; i < 50; i++) {
        const { access_token: token, refresh_token } = yield* signUp(`ann${i}@example.org`)
        const [renewed] = yield* Effect.all(
          [refresh(refresh_token), call("DELETE", "/auth/sessions/current", { token, body: {} })],
          { concurrency: "unbounded" }
        )
        statuses.push([renewed.status, (yield* refresh(refresh_token)).status])
      }
      expect(statuses.filter(([then, after]) => (then !== 200 && then !== 401) || after !== 401)).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )
})

/** The three kinds of access tokens of the current service, and that the service of 2025-06 has one. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as jose from "jose"
import { toAudience, toIssuer, tokenKinds } from "../../../src/domain/TokenKind.ts"
import { Emulator, type Generation } from "../../../src/emulator/index.ts"
import tokens2026 from "../../fixtures/tokens-2026.json" with { type: "json" }
import { call, layer, refresh, signUp } from "../../support/emulatorCalls.ts"

const now = 1_795_303_832_400

/** Only users with a verified address may do everything, so that there are restricted ones. */
const strict = (generation?: Generation) =>
  layer({
    project: { config: { requireEmailVerification: true } },
    anonymousSignUp: true,
    ...(generation && { service: generation })
  })

const keySet = (query = "") =>
  Effect.flatMap(Emulator, ({ project }) =>
    call("GET", `/projects/${project?.projectId}/.well-known/jwks.json${query}`)
  )

const kids = (query?: string) =>
  Effect.map(keySet(query), ({ body }): ReadonlyArray<string> => body.keys.map((key: jose.JWK) => key.kid))

/** A server makes a user whose address counts as verified, and a session for them. */
const verifiedSession = Effect.gen(function* () {
  const { body: user } = yield* call("POST", "/users", {
    level: "server",
    body: { primary_email: "ann@example.org", primary_email_verified: true, display_name: "Ann" }
  })
  const { body: session } = yield* call("POST", "/auth/sessions", { level: "server", body: { user_id: user.id } })
  return { user_id: user.id, ...session }
})

/** Somebody of each kind. */
const sessions = Effect.gen(function* () {
  yield* TestClock.setTime(now)
  const normal = yield* verifiedSession
  const restricted = yield* signUp("bob@example.org")
  const { body: anonymous } = yield* call("POST", "/auth/anonymous/sign-up", { body: {} })
  return { normal, restricted, anonymous }
})

const recorded = {
  normal: tokens2026.normal,
  restricted: tokens2026.restricted_email_not_verified,
  anonymous: tokens2026.anonymous
}

const facts = {
  normal: { name: "Ann", email: "ann@example.org", email_verified: true },
  restricted: { name: null, email: "bob@example.org", email_verified: false },
  anonymous: { name: null, email: null, email_verified: false }
}

describe("access tokens of the current service", () => {
  it.effect.each(["current", undefined] as const)(
    "have its claims, and below both generations those of 2025-06 as well: %s",
    (service) =>
      Effect.gen(function* () {
        const { baseUrl, project } = yield* Emulator
        const users = yield* sessions
        const published = yield* kids("?include_anonymous=true")
        for (const kind of tokenKinds) {
          const token = users[kind].access_token
          const payload = jose.decodeJwt(token)
          expect(jose.decodeProtectedHeader(token), kind).toStrictEqual({
            alg: "ES256",
            kid: published[tokenKinds.indexOf(kind) * 2]
          })
          const sessionId = payload["refresh_token_id"]
          expect(sessionId, kind).toMatch(/^[0-9a-f-]{36}$/)
          const old = service === "current" ? {} : { branchId: "main", refreshTokenId: sessionId }
          const expected = {
            ...old,
            ...facts[kind],
            sub: users[kind].user_id,
            project_id: project!.projectId,
            branch_id: "main",
            refresh_token_id: sessionId,
            role: "authenticated",
            selected_team_id: null,
            signed_up_at: Math.floor(now / 1000),
            is_anonymous: kind === "anonymous",
            is_restricted: kind !== "normal",
            restricted_reason: recorded[kind].restricted_reason,
            requires_totp_mfa: false,
            iss: toIssuer(baseUrl, project!.projectId, kind),
            aud: toAudience(project!.projectId, kind),
            iat: Math.floor(now / 1000),
            exp: Math.floor(now / 1000) + 600
          }
          expect(payload, kind).toStrictEqual(expected)
          expect(Object.keys({ ...recorded[kind], ...old }).sort(), kind).toStrictEqual(Object.keys(expected).sort())
          const me = yield* call("GET", "/users/me", { token, headers: { "x-stack-allow-anonymous-user": "true" } })
          expect(me.body.id, kind).toBe(users[kind].user_id)
        }
      }).pipe(Effect.provide(strict(service)))
  )

  it.effect("have the claim names of recorded tokens", () =>
    Effect.sync(() => {
      const claims = tokenKinds.map((kind) => [recorded[kind].iss, recorded[kind].aud])
      expect(claims).toStrictEqual(
        tokenKinds.map((kind) => {
          const { project_id } = recorded[kind]
          return [toIssuer("http://localhost:8222", project_id, kind), toAudience(project_id, kind)]
        })
      )
    })
  )

  it.effect("follow the user when they are issued again, and keep their session", () =>
    Effect.gen(function* () {
      const { restricted } = yield* sessions
      const before = jose.decodeJwt(restricted.access_token)
      yield* call("PATCH", `/users/${restricted.user_id}`, {
        level: "server",
        body: { primary_email_verified: true, display_name: "Bob" }
      })
      const after = jose.decodeJwt((yield* refresh(restricted.refresh_token)).body.access_token)
      expect(after).toMatchObject({
        name: "Bob",
        email_verified: true,
        is_restricted: false,
        restricted_reason: null,
        aud: before["project_id"],
        refresh_token_id: before["refresh_token_id"]
      })
    }).pipe(Effect.provide(strict("current")))
  )

  it.effect("are signed with keys of their kind, which are published on request", () =>
    Effect.gen(function* () {
      const users = yield* sessions
      const counts = { "": 2, "?include_restricted=true": 4, "?include_anonymous=true": 6 }
      for (const [query, count] of Object.entries(counts)) {
        const answer = yield* keySet(query)
        expect(answer.headers.get("cache-control"), query).toBe("public, max-age=3600")
        expect(answer.body.keys, query).toHaveLength(count)
        expect(new Set(yield* kids(query)).size, query).toBe(count)
        expect(yield* kids(query), query).toStrictEqual((yield* kids("?include_anonymous=true")).slice(0, count))
        for (const kind of tokenKinds) {
          const isPublished = tokenKinds.indexOf(kind) * 2 < count
          const verified = yield* Effect.promise(() =>
            jose
              .jwtVerify(users[kind].access_token, jose.createLocalJWKSet(answer.body), { currentDate: new Date(now) })
              .then(
                () => true,
                () => false
              )
          )
          expect(verified, `${query} ${kind}`).toBe(isPublished)
        }
      }
      expect(yield* kids("?include_anonymous=false&include_restricted=false")).toStrictEqual(yield* kids())
      expect((yield* keySet("?include_anonymous=yes")).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(strict("current")))
  )

  it.effect("are refused when they claim another kind than their key's", () =>
    Effect.gen(function* () {
      const { baseUrl, project } = yield* Emulator
      const users = yield* sessions
      for (const kind of tokenKinds) {
        const [header, payload, signature] = users[kind].access_token.split(".")
        for (const other of tokenKinds) {
          const claims = {
            ...JSON.parse(Buffer.from(payload, "base64url").toString()),
            iss: toIssuer(baseUrl, project!.projectId, other),
            aud: toAudience(project!.projectId, other)
          }
          const body = other === kind ? payload : Buffer.from(JSON.stringify(claims)).toString("base64url")
          const answer = yield* call("GET", "/users/me", {
            token: `${header}.${body}.${signature}`,
            headers: { "x-stack-allow-anonymous-user": "true" }
          })
          expect(answer.status, `${kind} ${other}`).toBe(kind === other ? 200 : 401)
        }
      }
    }).pipe(Effect.provide(strict("current")))
  )
})

describe("the service of 2025-06", () => {
  it.effect("has one kind and one key for all users", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const users = yield* sessions
      const [kid] = yield* kids()
      for (const kind of tokenKinds) {
        const token = users[kind].access_token
        expect(jose.decodeProtectedHeader(token), kind).toStrictEqual({ alg: "ES256", kid })
        const payload = jose.decodeJwt(token)
        expect(payload.aud, kind).toBe(project?.projectId)
        expect(Object.keys(payload).sort(), kind).toStrictEqual([
          "aud",
          "branchId",
          "exp",
          "iat",
          "iss",
          "refreshTokenId",
          "role",
          "sub"
        ])
        expect((yield* call("GET", "/users/me", { token })).body.id, kind).toBe(users[kind].user_id)
      }
    }).pipe(Effect.provide(strict("2025-06")))
  )

  it.effect.each(["", "?include_restricted=true", "?include_anonymous=true&include_restricted=no&other=1"])(
    'has one kind and one key, whatever the query: "$0"',
    (query) =>
      Effect.gen(function* () {
        const [kid] = yield* kids()
        expect(yield* kids(query)).toStrictEqual([kid])
      }).pipe(Effect.provide(strict("2025-06")))
  )
})

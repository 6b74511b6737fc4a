/** Restricted users see why they are restricted, and lists leave them out unless asked for. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { ProjectConfig } from "../../../src/emulator/projects/ProjectConfig.ts"
import { type Answer, call, layer as emulator, raw, refresh, server, signUp } from "../../support/emulatorCalls.ts"

/** The three settings of an emulator. */
const settings = ["2025-06", "current", undefined] as const

const layer = (service: (typeof settings)[number], config: Partial<ProjectConfig> = {}) =>
  emulator({ service, anonymousSignUp: true, project: { config } })

/** One after the other, in the order of a list. */
const create = (body: object) =>
  Effect.map(
    Effect.andThen(TestClock.adjust("1 second"), call("POST", "/users", { ...server, body })),
    (answer) => answer.body
  )

const update = (id: string, body: object) => call("PATCH", `/users/${id}`, { ...server, body })

const names = (answer: Answer) => answer.body.items.map((user: { display_name: string }) => user.display_name)

const restricted = (type: string) => ({ is_restricted: true, restricted_reason: { type } })
const unrestricted = { is_restricted: false, restricted_reason: null }

describe.each(["current", undefined] as const)("restricted users (service %s)", (service) => {
  it.effect("an administrator restricts a user, tells them why, and lets them go on", () =>
    Effect.gen(function* () {
      const { id } = yield* create({ display_name: "Ann" })
      const read = () => Effect.map(call("GET", `/users/${id}`, server), (answer) => answer.body)
      expect(yield* read()).toMatchObject({
        ...unrestricted,
        restricted_by_admin: false,
        restricted_by_admin_reason: null,
        restricted_by_admin_private_details: null,
        country_code: null,
        risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } }
      })
      const changes = {
        restricted_by_admin: true,
        restricted_by_admin_reason: "unpaid",
        restricted_by_admin_private_details: "invoice 7",
        country_code: "NZ",
        risk_scores: { sign_up: { bot: 90, free_trial_abuse: 5 } }
      }
      const changed = yield* update(id, changes)
      expect({ status: changed.status, body: changed.body }).toStrictEqual({ status: 200, body: yield* read() })
      expect(changed.body).toMatchObject({ ...changes, ...restricted("restricted_by_administrator") })

      yield* update(id, { display_name: "Bea" })
      expect(yield* read()).toMatchObject({ display_name: "Bea", ...changes })

      expect((yield* update(id, { restricted_by_admin: false })).body).toMatchObject({
        ...unrestricted,
        restricted_by_admin: false,
        restricted_by_admin_reason: null,
        restricted_by_admin_private_details: null
      })
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("users see that they are restricted and why, but no details for administrators", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      yield* update(user_id, {
        restricted_by_admin: true,
        restricted_by_admin_reason: "unpaid",
        restricted_by_admin_private_details: "invoice 7"
      })
      const { body } = yield* call("GET", "/users/me", { token })
      expect(body).toMatchObject({
        ...restricted("restricted_by_administrator"),
        restricted_by_admin: true,
        restricted_by_admin_reason: "unpaid"
      })
      const hidden = ["restricted_by_admin_private_details", "country_code", "risk_scores", "server_metadata"]
      expect(hidden.filter((name) => name in body)).toStrictEqual([])
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("the first reason that holds counts: anonymous, then the address, then the administrator", () =>
    Effect.gen(function* () {
      const { id } = yield* create({ is_anonymous: true, restricted_by_admin: true, primary_email: "a@example.org" })
      const after = (body: object) => Effect.map(update(id, body), (answer) => answer.body)
      expect({
        created: yield* after({}),
        signedUp: yield* after({ is_anonymous: false }),
        verified: yield* after({ primary_email_verified: true }),
        lifted: yield* after({ restricted_by_admin: false }),
        withoutEmail: yield* after({ primary_email: null })
      }).toMatchObject({
        created: restricted("anonymous"),
        signedUp: restricted("email_not_verified"),
        verified: restricted("restricted_by_administrator"),
        lifted: unrestricted,
        withoutEmail: restricted("email_not_verified")
      })
    }).pipe(Effect.provide(layer(service, { requireEmailVerification: true })))
  )

  it.effect("risk scores are limited, and a reason may be absent", () =>
    Effect.gen(function* () {
      const { id } = yield* create({})
      const risk_scores = { sign_up: { bot: 101, free_trial_abuse: 0 } }
      expect((yield* update(id, { risk_scores })).knownError).toBe("SCHEMA_ERROR")
      expect((yield* update(id, { restricted_by_admin_reason: null })).status).toBe(200)
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect.each([
    { restricted_by_admin_reason: "x" },
    { restricted_by_admin: false, restricted_by_admin_private_details: "x" }
  ])("a reason or details without a restriction are refused: $0", (body) =>
    Effect.gen(function* () {
      const { id } = yield* create({})
      const refused = yield* update(id, body)
      expect(refused.knownError).toBe("SCHEMA_ERROR")
      expect(refused.body.details.message).toContain("must be null when restricted_by_admin is not true")
      expect((yield* call("POST", "/users", { ...server, body })).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("a user changes their own address, which is then not verified any more", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      yield* signUp("bob@example.org")
      yield* update(user_id, { primary_email_verified: true })
      const change = (primary_email: string) => call("PATCH", "/users/me", { token, body: { primary_email } })
      const same = yield* change("ann@example.org")
      expect(same.body).toMatchObject({ primary_email: "ann@example.org", primary_email_verified: true })
      expect((yield* change("bob@example.org")).knownError).toBe("USER_EMAIL_ALREADY_EXISTS")
      const moved = yield* change("ann@example.com")
      expect(moved.body).toMatchObject({ primary_email: "ann@example.com", primary_email_verified: false })
    }).pipe(Effect.provide(layer(service)))
  )
})

describe("lists of users", () => {
  const seed = Effect.gen(function* () {
    yield* create({ display_name: "Ann", primary_email: "ann@example.org", primary_email_verified: true })
    yield* create({ display_name: "Bob", primary_email: "bob@example.org" })
    yield* create({ display_name: "Cat", restricted_by_admin: true, primary_email: "cat@example.org" })
    yield* create({ display_name: "Dan", is_anonymous: true })
  })

  const list = (query: string) => call("GET", `/users${query}`, server)

  it.effect("leave out restricted and anonymous users unless asked for (current)", () =>
    Effect.gen(function* () {
      yield* seed
      expect({
        unfiltered: names(yield* list("")),
        withRestricted: names(yield* list("?include_restricted=true")),
        withAnonymous: names(yield* list("?include_anonymous=true")),
        onlyAnonymous: names(yield* list("?include_anonymous=true&only_anonymous=true")),
        restrictedByName: names(yield* list("?query=bob"))
      }).toStrictEqual({
        unfiltered: ["Ann"],
        withRestricted: ["Ann", "Bob", "Cat"],
        withAnonymous: ["Ann", "Bob", "Cat", "Dan"],
        onlyAnonymous: ["Dan"],
        restrictedByName: []
      })
      const refused = yield* list("?only_anonymous=true")
      expect(refused).toMatchObject({ status: 400, knownError: undefined })
    }).pipe(Effect.provide(layer("current", { requireEmailVerification: true })))
  )

  it.effect("count on the address only where the project wants it verified (current)", () =>
    Effect.gen(function* () {
      yield* seed
      expect(names(yield* list(""))).toStrictEqual(["Ann", "Bob"])
    }).pipe(Effect.provide(layer("current")))
  )

  it.effect("page through the requested kinds of users (current)", () =>
    Effect.gen(function* () {
      yield* seed
      const first = yield* list("?limit=1&include_restricted=true")
      const second = yield* list(`?limit=1&include_restricted=true&cursor=${first.body.pagination.next_cursor}`)
      expect([...names(first), ...names(second)]).toStrictEqual(["Ann", "Bob"])
    }).pipe(Effect.provide(layer("current")))
  )

  it.effect("are complete where both generations are served, unless the request filters them", () =>
    Effect.gen(function* () {
      yield* seed
      expect({
        unfiltered: names(yield* list("")),
        withoutAnonymous: names(yield* list("?include_anonymous=false")),
        withRestricted: names(yield* list("?include_restricted=true")),
        onlyAnonymous: names(yield* list("?include_anonymous=true&only_anonymous=true"))
      }).toStrictEqual({
        unfiltered: ["Ann", "Bob", "Cat", "Dan"],
        withoutAnonymous: ["Ann", "Bob"],
        withRestricted: ["Ann", "Bob", "Cat"],
        onlyAnonymous: ["Dan"]
      })
    }).pipe(Effect.provide(layer(undefined)))
  )
})

describe("the service of 2025-06", () => {
  it.effect("returns nothing about restrictions", () =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/auth/anonymous/sign-up")
      const own = yield* call("GET", "/users/me", { token: body.access_token })
      const all = yield* call("GET", "/users", server)
      const users = [own.body, ...all.body.items]
      expect(users).toMatchObject([{ is_anonymous: true }, { is_anonymous: true }])
      expect(users.flatMap(Object.keys).filter((name) => /restrict|country|risk/.test(name))).toStrictEqual([])
    }).pipe(Effect.provide(layer("2025-06")))
  )

  it.effect("refuses all parameters about restrictions", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const refusals = [
        [
          yield* update(user_id, { restricted_by_admin: true }),
          "body contains unknown properties: restricted_by_admin"
        ],
        [yield* update(user_id, { country_code: null }), "body contains unknown properties: country_code"],
        [
          yield* call("POST", "/users", {
            ...server,
            body: { risk_scores: { sign_up: { bot: 1, free_trial_abuse: 1 } } }
          }),
          "body contains unknown properties: risk_scores"
        ],
        [
          yield* call("PATCH", "/users/me", { token, body: { primary_email: "b@example.org" } }),
          "body contains unknown properties: primary_email"
        ],
        [
          yield* call("GET", "/users?include_anonymous=true&include_restricted=true", server),
          "query contains unknown properties: include_restricted, include_anonymous"
        ]
      ] as const
      expect(refusals.map(([answer]) => answer)).toMatchObject(
        refusals.map(([, text]) => ({
          knownError: "SCHEMA_ERROR",
          body: { details: { message: expect.stringContaining(text) } }
        }))
      )
    }).pipe(Effect.provide(layer("2025-06")))
  )
})

describe("calls of guests and restricted users", () => {
  const allowAnonymous = { "x-stack-allow-anonymous-user": "true" }
  const allowRestricted = { "x-stack-allow-restricted-user": "true" }

  const guest = Effect.map(
    call("POST", "/auth/anonymous/sign-up"),
    ({ body }) => body as { access_token: string; refresh_token: string }
  )

  /** What becomes of a read and of a sign-out. */
  const outcomes = Effect.fnUntraced(function* (token: string, headers: Record<string, string> = {}) {
    const read = yield* call("GET", "/teams?user_id=me", { token, headers })
    const sent = yield* call("POST", "/auth/anonymous/sign-up", { token, headers })
    expect(sent.knownError).toBe(read.knownError)
    return [read.status, read.knownError] as const
  })

  /** A user whom an administrator has restricted, with a token that says so. */
  const restrictedUser = Effect.gen(function* () {
    const { refresh_token, user_id, access_token: before } = yield* signUp("ann@example.org")
    yield* update(user_id, { restricted_by_admin: true })
    const { body } = yield* refresh(refresh_token)
    return { before, refreshToken: refresh_token, token: body.access_token as string, userId: user_id }
  })

  const admitted = [200, undefined]
  const noGuests = [401, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED"]
  const nobodyRestricted = [403, "RESTRICTED_USER_NOT_ALLOWED"]

  it.effect("guests are refused without the header that allows them (current)", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* guest
      expect({
        withoutHeader: yield* outcomes(access_token),
        restricted: yield* outcomes(access_token, allowRestricted),
        no: yield* outcomes(access_token, { ...allowAnonymous, "x-stack-allow-anonymous-user": "false" }),
        yes: yield* outcomes(access_token, allowAnonymous)
      }).toStrictEqual({ withoutHeader: noGuests, restricted: noGuests, no: noGuests, yes: admitted })
      // The token endpoint asks for nothing.
      expect((yield* refresh(refresh_token)).status).toBe(200)
      const headers = { "x-stack-refresh-token": refresh_token }
      const end = (more: object) =>
        call("DELETE", "/auth/sessions/current", { token: access_token, headers: { ...headers, ...more } })
      expect((yield* end({})).knownError).toBe("ANONYMOUS_AUTHENTICATION_NOT_ALLOWED")
      expect((yield* refresh(refresh_token)).status).toBe(200)
      expect((yield* end(allowAnonymous)).status).toBe(200)
      expect((yield* refresh(refresh_token)).status).toBe(401)
    }).pipe(Effect.provide(layer("current")))
  )

  it.effect.each(["2025-06", undefined] as const)("guests need no header (service %s)", (service) =>
    Effect.gen(function* () {
      const { access_token } = yield* guest
      expect(yield* outcomes(access_token)).toStrictEqual(admitted)
      expect(yield* outcomes(access_token, allowAnonymous)).toStrictEqual(admitted)
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect.each(["current", undefined] as const)(
    "need one of two headers for restricted users (service %s)",
    (service) =>
      Effect.gen(function* () {
        const { before, token, userId } = yield* restrictedUser
        expect(yield* outcomes(token)).toStrictEqual(nobodyRestricted)
        expect(yield* outcomes(token, allowRestricted)).toStrictEqual(admitted)
        expect(yield* outcomes(token, allowAnonymous)).toStrictEqual(admitted)
        const { body } = yield* call("GET", "/users/me", { token })
        expect(body.details).toStrictEqual({ restricted_reason: { type: "restricted_by_administrator" } })
        expect((yield* call("GET", "/users/me", { ...server, token })).knownError).toBe("RESTRICTED_USER_NOT_ALLOWED")

        // A token says what its user was when it was issued.
        expect(yield* outcomes(before)).toStrictEqual(admitted)
        yield* update(userId, { restricted_by_admin: false })
        expect(yield* outcomes(token)).toStrictEqual(nobodyRestricted)
      }).pipe(Effect.provide(layer(service)))
  )

  it.effect("a refresh after the address was verified lifts the restriction", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token, user_id } = yield* signUp("ann@example.org")
      const refused = yield* call("GET", "/users/me", { token: access_token })
      expect(refused.body.details).toStrictEqual({ restricted_reason: { type: "email_not_verified" } })
      yield* update(user_id, { primary_email_verified: true })
      expect((yield* call("GET", "/users/me", { token: access_token })).status).toBe(403)
      const { body } = yield* refresh(refresh_token)
      expect((yield* call("GET", "/users/me", { token: body.access_token })).body).toMatchObject(unrestricted)
    }).pipe(Effect.provide(layer("current", { requireEmailVerification: true })))
  )

  it.effect.each(settings)(
    "browsers may send the header where it is known, and only that one (service %s)",
    (service) =>
      Effect.gen(function* () {
        const { headers } = yield* raw("OPTIONS", "/api/v1/users/me", {
          headers: { origin: "https://app.example.com", "access-control-request-method": "GET" }
        })
        const allowed = headers.get("access-control-allow-headers")?.split(", ") ?? []
        expect(allowed).toContain("x-stack-access-token")
        expect(allowed.includes("x-stack-allow-anonymous-user")).toBe(service !== "2025-06")
        expect(allowed).not.toContain("x-stack-allow-restricted-user")
      }).pipe(Effect.provide(layer(service)))
  )
})

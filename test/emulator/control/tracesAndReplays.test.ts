/** What belongs to a request, sending one again, and the built-in receiver of webhooks: what the console stands on. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Webhook } from "svix"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, callbackUrl, control, layer, password, raw, server, signUp } from "../../support/emulatorCalls.ts"

const receiver = { id: "ep_receiver", url: "emulator:receiver" }

const newest = Effect.flatMap(Emulator, ({ journal }) => Effect.map(journal.entries, (entries) => entries.at(-1)!))

describe("what belongs to a request", () => {
  it.effect("is the session it starts, the mails it sends and the webhooks it causes", () =>
    Effect.gen(function* () {
      const { mailbox, webhooks } = yield* Emulator
      const signUpBody = { email: "ann@example.org", password, verification_callback_url: callbackUrl }
      const { body } = yield* call("POST", "/auth/password/sign-up", { body: signUpBody })
      const { requestId, session } = yield* newest
      expect(session).toMatchObject({ userId: body.user_id })
      const mail = yield* mailbox.take({ to: "ann@example.org" })
      expect(mail.requestId).toBe(requestId)
      yield* TestClock.adjust("1 second")
      const attempts = yield* webhooks.attempts
      expect(attempts.map(({ type }) => type)).toContain("user.created")
      expect(new Set(attempts.map((attempt) => attempt.requestId))).toStrictEqual(new Set([requestId]))

      yield* call("POST", "/auth/password/send-reset-code", {
        body: { email: "ann@example.org", callback_url: callbackUrl }
      })
      const other = yield* newest
      expect(other.session).toBeUndefined()
      expect((yield* mailbox.take({ to: "ann@example.org" })).requestId).toBe(other.requestId)
    }).pipe(Effect.provide(layer({ webhooks: [receiver] })))
  )

  it.effect("is kept in a snapshot", () =>
    Effect.gen(function* () {
      const { journal, mailbox, reset, restore, snapshot, webhooks } = yield* Emulator
      yield* signUp("ann@example.org")
      yield* TestClock.adjust("1 second")
      const read = Effect.all([journal.entries, mailbox.list(), webhooks.attempts, webhooks.received])
      const before = yield* read
      const taken = yield* snapshot
      yield* reset
      expect(yield* webhooks.received).toStrictEqual([])
      yield* restore(taken)
      expect(yield* read).toStrictEqual(before)
      expect(before[3].length).toBeGreaterThan(0)
    }).pipe(Effect.provide(layer({ webhooks: [receiver] })))
  )

  it.effect("does not exist for the console's own requests, which are not in the journal", () =>
    Effect.gen(function* () {
      const { controlToken, project, webhooks } = yield* Emulator
      const response = yield* raw("POST", "/api/v1/users", {
        headers: {
          "content-type": "application/json",
          "x-stack-access-type": "server",
          "x-stack-project-id": project!.projectId,
          "x-gatefold-emulator-token": Redacted.value(controlToken)
        },
        body: "{}"
      })
      expect(response.status).toBe(201)
      yield* TestClock.adjust("1 second")
      const [attempt] = yield* webhooks.attempts
      expect(attempt?.type).toBe("user.created")
      expect(attempt?.requestId).toBeUndefined()
    }).pipe(Effect.provide(layer({ webhooks: [receiver] })))
  )
})

describe("a request that is sent again", () => {
  it.effect("equals the original, is in the journal, and shows no secrets unless requested", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      yield* call("POST", "/auth/password/sign-in", { body: { email: "ann@example.org", password } })
      const { requestId } = yield* newest
      const { body } = yield* control("POST", `journal/${requestId}`)
      const again = yield* newest
      expect(again).toMatchObject({ path: "/api/v1/auth/password/sign-in", status: 200 })
      expect(body).toMatchObject({ status: 200, requestId: again.requestId })
      expect(again.requestId).not.toBe(requestId)
      expect(JSON.parse(body.body)).toMatchObject({ access_token: "***", refresh_token: "***" })
      const open = yield* control("POST", `journal/${requestId}?secrets=true`)
      expect(JSON.parse(open.body.body).access_token).toMatch(/^eyJ/)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is hit by faults, which may leave it without an answer", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator
      yield* call("GET", "/projects/current")
      const { requestId } = yield* newest
      yield* faults.add({ fault: "offline" })
      expect((yield* control("POST", `journal/${requestId}`)).body).toStrictEqual({
        status: 0,
        requestId: null,
        body: ""
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("needs the token, and a remembered original", () =>
    Effect.gen(function* () {
      yield* call("GET", "/projects/current")
      const { requestId } = yield* newest
      expect((yield* raw("POST", `/__emulator/journal/${requestId}`)).status).toBe(401)
      expect((yield* control("POST", "journal/none")).status).toBe(404)
      const { journal } = yield* Emulator
      expect(yield* journal.entries).toHaveLength(1)
    }).pipe(Effect.provide(layer()))
  )
})

describe("the built-in receiver", () => {
  it.effect("stores signed webhooks without a network", () =>
    Effect.gen(function* () {
      const { project, webhooks } = yield* Emulator
      yield* signUp("ann@example.org")
      yield* TestClock.adjust("1 second")
      const [kept] = yield* webhooks.received
      expect(kept).toMatchObject({ projectId: project?.projectId, type: "user.created", status: 200 })
      const [endpoint] = webhooks.endpoints
      const verify = () => new Webhook(Redacted.value(endpoint!.secret)).verify(kept!.body, { ...kept!.headers })
      // The library checks the time by the clock of the machine, the emulator signs by the clock of the test.
      expect(verify).toThrow(/timestamp/i)
      const { body } = yield* control("GET", `webhooks/${kept?.messageId}`)
      expect(JSON.parse(body.body)).toMatchObject({ type: "user.created", data: { primary_email: "ann@example.org" } })
    }).pipe(Effect.provide(layer({ webhooks: [receiver] })))
  )

  it.effect("answers as configured", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* Emulator
      expect((yield* control("POST", "receiver", { status: 500 })).body).toStrictEqual({ status: 500 })
      yield* signUp("bob@example.org")
      yield* TestClock.adjust("1 second")
      expect((yield* webhooks.attempts).at(-1)).toMatchObject({ delivered: false, status: 500 })
      yield* control("POST", "receiver", { status: 204 })
      yield* TestClock.adjust("5 seconds")
      expect((yield* webhooks.attempts).at(-1)).toMatchObject({ delivered: true, status: 204, attempt: 2 })
      expect((yield* control("GET", "receiver")).body).toMatchObject({
        status: 204,
        received: (yield* webhooks.received).map(({ messageId }) => ({ messageId }))
      })
    }).pipe(Effect.provide(layer({ webhooks: [receiver] })))
  )

  it.effect("is added by a seed, and removed once", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* Emulator
      expect((yield* control("POST", "seed", { webhooks: [{ url: "emulator:receiver" }] })).status).toBe(200)
      const [endpoint] = webhooks.endpoints
      expect((yield* control("DELETE", `webhook-endpoints/${endpoint?.id}`)).status).toBe(200)
      expect((yield* control("DELETE", `webhook-endpoints/${endpoint?.id}`)).status).toBe(404)
      expect(webhooks.endpoints).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([99, 600, "200"])("answers webhooks with no invalid status: $0", (status) =>
    Effect.gen(function* () {
      expect((yield* control("POST", "receiver", { status })).status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keeps the newest 200", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* Emulator
      for (let index = 0; index < 203; index++) {
        yield* call("POST", "/users", { level: "server", body: { display_name: `User ${index}` } })
      }
      yield* TestClock.adjust("1 second")
      const kept = yield* webhooks.received
      expect(kept).toHaveLength(200)
      expect(kept.at(-1)?.body).toContain("User 202")
    }).pipe(Effect.provide(layer({ webhooks: [{ ...receiver, events: ["user.created"] }] })))
  )
})

describe("saved states", () => {
  const users = Effect.map(call("GET", "/users", server), ({ body }) => body.items.length)

  /** A state with one user, by its name, and one with two. */
  const saveTwo = Effect.gen(function* () {
    yield* signUp("ann@example.org")
    const { body } = yield* control("POST", "saves", { name: "One user" })
    yield* signUp("bob@example.org")
    yield* control("POST", "saves", {})
    return { first: body[0].id, second: "2" }
  })

  it.effect("are kept by the emulator, the newest first", () =>
    Effect.gen(function* () {
      yield* saveTwo
      expect((yield* control("GET", "saves")).body).toMatchObject([{ name: "State 2" }, { name: "One user" }])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are restored, by their id or by their text", () =>
    Effect.gen(function* () {
      const { first, second } = yield* saveTwo
      expect((yield* control("POST", `saves/${first}`)).status).toBe(200)
      expect(yield* users).toBe(1)
      const { text } = yield* control("GET", `saves/${second}`)
      expect((yield* control("POST", "restore", text)).status).toBe(200)
      expect(yield* users).toBe(2)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["GET", "POST", "DELETE"])("are not there for %s after they were deleted", (method) =>
    Effect.gen(function* () {
      const { second } = yield* saveTwo
      expect((yield* control("DELETE", `saves/${second}`)).body).toMatchObject([{ name: "One user" }])
      expect((yield* control(method, `saves/${second}`)).status).toBe(404)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are the last ten", () =>
    Effect.gen(function* () {
      for (let index = 0; index < 12; index++) yield* control("POST", "saves")
      expect((yield* control("GET", "saves")).body).toHaveLength(10)
    }).pipe(Effect.provide(layer()))
  )
})

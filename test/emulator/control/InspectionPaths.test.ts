/** The journal shows requests as they were, without the secrets in them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { createTransport } from "nodemailer"
import * as Emulator from "../../../src/emulator/index.ts"
import { call, control, layer, password, raw, signUp } from "../../support/emulatorCalls.ts"
import { webhookReceiver } from "../../support/webhookReceiver.ts"
import * as appSignIn from "../oauth/appSignIn.ts"

const newest = Effect.flatMap(Emulator.Emulator, ({ journal }) =>
  Effect.map(journal.entries, (entries) => entries.at(-1)!)
)

describe("the journal", () => {
  it.effect("records the time of answers, and the effects of faults", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator.Emulator
      yield* faults.add({ id: "slow", latency: "3 seconds" })
      const fiber = yield* Effect.forkChild(call("GET", "/projects/current"), { startImmediately: true })
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(fiber)
      expect(yield* newest).toMatchObject({ status: 200, durationMillis: 3000, faults: ["slow"] })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("shows a request as a curl command, with its secrets if they are requested", () =>
    Effect.gen(function* () {
      const { journal, project } = yield* Emulator.Emulator
      yield* signUp("o'ann@example.org")
      const { requestId } = yield* newest
      const shown = yield* journal.curl(requestId)
      expect(shown).toContain("curl -X POST 'http://127.0.0.1:8102/api/v1/auth/password/sign-up' \\\n  -H '")
      expect(shown).toContain(String.raw`"email":"o'\''ann@example.org","password":"***"`)
      expect(shown).toContain(`-H 'x-stack-publishable-client-key: ${project!.publishableClientKey}'`)
      expect(yield* journal.curl(requestId, { secrets: true })).toContain(password)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("masks tokens, keys and secret parameters in curl commands", () =>
    Effect.gen(function* () {
      const { journal, project } = yield* Emulator.Emulator
      const { access_token: token } = yield* signUp("ann@example.org")
      yield* call("GET", "/users/me?token=abc&x=1", { token, level: "server" })
      const { requestId } = yield* newest
      const masked = (yield* journal.curl(requestId)) ?? ""
      expect([token, project!.secretServerKey, "abc"].filter((secret) => masked.includes(secret))).toStrictEqual([])
      expect(masked).toContain("?token=***&x=1'")
      expect((yield* control("GET", `journal/${requestId}`)).body.curl).toBe(masked)
      const { body } = yield* control("GET", `journal/${requestId}?secrets=true`)
      expect(body).toMatchObject({ requestId, curl: expect.stringContaining(token) })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("does not find unknown requests", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      expect((yield* control("GET", "journal/none")).status).toBe(404)
      expect(yield* journal.curl("none")).toBeUndefined()
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is emptied", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      expect((yield* control("DELETE", "journal")).status).toBe(200)
      expect((yield* control("GET", "journal")).body).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keeps the answers of the newest requests, with secrets masked", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const { requestId } = yield* newest
      const { answer } = (yield* control("GET", `journal/${requestId}`)).body
      expect(answer.headers["content-type"]).toMatch(/^application\/json/)
      expect(JSON.parse(answer.body)).toMatchObject({
        access_token: "***",
        refresh_token: "***",
        user_id: /^[\w-]{36}$/
      })
      const shown = (yield* control("GET", `journal/${requestId}?secrets=true`)).body.answer
      expect(JSON.parse(shown.body).access_token).toMatch(/^ey/)
      // A password that looks like the code of an error stays secret.
      yield* call("POST", "/auth/password/sign-in", { body: { email: "ann@example.org", password: "MY_PASS_WORD" } })
      const { curl } = (yield* control("GET", `journal/${(yield* newest).requestId}`)).body
      expect(curl).not.toContain("MY_PASS_WORD")
      const refused = (yield* control("GET", `journal/${(yield* newest).requestId}`)).body.answer
      expect(JSON.parse(refused.body).code).toBe("EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("masks the code in the URL of a redirect", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      const code = appSignIn.readCode(yield* appSignIn.go("github", { identity: { email: "ann@example.com" } }))
      expect(code).not.toBe("")
      const entries = yield* journal.entries
      const { requestId } = entries.findLast(({ path }) => path.includes("/auth/oauth/callback/"))!
      const { answer } = (yield* control("GET", `journal/${requestId}`)).body
      expect(answer.headers.location).toMatch(/[?&]code=\*\*\*/)
      expect(JSON.stringify(answer)).not.toContain(code)
      const shown = (yield* control("GET", `journal/${requestId}?secrets=true`)).body.answer
      expect(shown.headers.location).toContain(code)
    }).pipe(Effect.provide(appSignIn.layer()))
  )

  it.effect("shows curl commands that only send the request", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      const url = "'http://127.0.0.1:8102/api/v1/users?ids=[1-9]'"
      yield* raw("`id`", "/api/v1/users?ids=[1-9]")
      expect(yield* journal.curl((yield* newest).requestId)).toContain(`curl -g -X '\`id\`' 'http://`)
      yield* raw("GET", "/api/v1/users?ids=[1-9]")
      const { requestId } = yield* newest
      expect(yield* journal.curl(requestId, { secrets: true })).toContain(`curl -g -X GET ${url}`)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("masks API keys, and configurations with the secrets in them", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      const showRequest = Effect.fnUntraced(function* (method: string, path: string, body: unknown) {
        yield* call(method, path, { level: "admin", body })
        return yield* journal.curl((yield* newest).requestId)
      })
      const check = yield* showRequest("POST", "/user-api-keys/check", { api_key: "sk_very-private" })
      expect(check).toContain(`--data-raw '{"api_key":"***"}'`)
      const config = JSON.stringify({ "auth.oauth.providers.github.clientSecret": "very-private" })
      const changed = yield* showRequest("PATCH", "/internal/config/override/branch", {
        config_override_string: config
      })
      expect(changed).toContain(`--data-raw '{"config_override_string":"***"}'`)
      const replaced = yield* showRequest("PUT", "/internal/config/override/environment", { config_string: config })
      expect(replaced).toContain(`--data-raw '{"config_string":"***"}'`)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("masks an app's custom headers, which may be secrets of its gateway", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      yield* call("GET", "/users/me", { headers: { "x-mine": "very-private" } })
      const { requestId } = yield* newest
      expect(yield* journal.curl(requestId)).toContain("-H 'x-mine: ***'")
      expect(yield* journal.curl(requestId, { secrets: true })).toContain("-H 'x-mine: very-private'")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("masks forms, and bodies that are neither JSON nor a form", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      yield* raw("POST", "/api/v1/auth/oauth/token", {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=refresh_token&refresh_token=very-secret&client_id=p&client_secret=s3"
      })
      const form = yield* journal.curl((yield* newest).requestId)
      expect(form).toContain("--data-raw 'grant_type=refresh_token&refresh_token=***&client_id=p&client_secret=***'")
      yield* call("POST", "/auth/password/sign-up", {
        body: "password=secret",
        headers: { "content-type": "text/plain" }
      })
      expect(yield* journal.curl((yield* newest).requestId)).toContain("--data-raw '***'")
    }).pipe(Effect.provide(layer()))
  )
})

describe("events", () => {
  it.effect("report requests, mails and moves of the clock, in order", () =>
    Effect.gen(function* () {
      const { clock, events } = yield* Emulator.Emulator
      const reading = yield* Effect.forkChild(Stream.runCollect(Stream.take(events, 3)), { startImmediately: true })
      yield* clock.advance("1 hour")
      yield* signUp("ann@example.org")
      const seen = yield* Fiber.join(reading)
      expect(seen).toMatchObject([
        { _tag: "Clock", offsetMillis: 3_600_000 },
        { _tag: "Request", request: { path: "/api/v1/auth/password/sign-up", status: 200 } },
        { _tag: "Mail", mail: { to: "ann@example.org" } }
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("report how many a slow reader has missed", () =>
    Effect.gen(function* () {
      const { clock, events } = yield* Emulator.Emulator
      const seen: Array<Emulator.Event> = []
      const gate = yield* Effect.forkChild(
        Stream.runForEach(events, (event) =>
          Effect.andThen(
            Effect.sync(() => seen.push(event)),
            seen.length === 0 ? Effect.sleep("1 hour") : Effect.void
          )
        ),
        { startImmediately: true }
      )
      for (let moved = 0; moved < 1_200; moved++) yield* clock.advance(1)
      yield* TestClock.adjust("1 hour")
      yield* clock.advance(1)
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(gate)
      const missed = seen.flatMap((event) => (event._tag === "Dropped" ? [event.count] : []))
      expect(missed.length).toBe(1)
      expect(seen.length - 1 + missed[0]!).toBe(1_201)
      expect(seen.at(-1)).toMatchObject({ _tag: "Clock", offsetMillis: 1_201 })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keep 50 MB of mails at most for a slow reader", () =>
    Effect.gen(function* () {
      const { clock, events, mailbox } = yield* Emulator.Emulator
      const seen: Array<Emulator.Event> = []
      const reader = yield* Effect.forkChild(
        Stream.runForEach(events, (event) =>
          Effect.andThen(
            Effect.sync(() => seen.push(event)),
            seen.length === 0 ? Effect.sleep("1 hour") : Effect.void
          )
        ),
        { startImmediately: true }
      )
      const mail = {
        projectId: undefined,
        from: "",
        to: "ann@example.org",
        subject: "",
        html: "",
        link: undefined,
        code: undefined
      }
      const text = "x".repeat(10_000_000)
      yield* clock.advance(1)
      for (let sent = 0; sent < 8; sent++) yield* mailbox.deliver({ ...mail, text })
      yield* TestClock.adjust("1 hour")
      yield* mailbox.deliver({ ...mail, text })
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(reader)
      const tags = seen.map((event) => (event._tag === "Dropped" ? event.count : event._tag))
      expect(tags).toStrictEqual(["Clock", ...Array.from({ length: 5 }, () => "Mail"), 3, "Mail"])
    }).pipe(Effect.provide(layer()))
  )

  it.live("have the files of mails as base64", () =>
    Effect.gen(function* () {
      const { baseUrl, controlToken, smtp } = yield* Emulator.serve({ port: 0, smtpPort: 0 })
      const headers = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/__emulator/events?only=Mail`, { headers }))
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      yield* Effect.promise(() => reader.read())
      const transport = createTransport({ host: "127.0.0.1", port: smtp!.port, secure: false })
      yield* Effect.addFinalizer(() => Effect.sync(() => transport.close()))
      const attachments = [{ filename: "a.bin", content: Buffer.from([1, 2, 3]) }]
      yield* Effect.promise(() => transport.sendMail({ from: "a@example.com", to: "b@example.org", attachments }))
      const { value } = yield* Effect.promise(() => reader.read())
      const { mail } = JSON.parse(value!.split("\ndata: ")[1]!)
      expect(mail.attachments).toMatchObject([{ filename: "a.bin", size: 3, contentBase64: "AQID" }])
    })
  )

  it.live("arrive over HTTP as server-sent events, until the reader or the emulator ends", () =>
    Effect.gen(function* () {
      const { baseUrl, clock, controlToken } = yield* Emulator.serve({ port: 0 })
      const headers = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/__emulator/events?only=Clock`, { headers }))
      expect(response.headers.get("content-type")).toContain("text/event-stream")
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      const next = Effect.map(
        Effect.promise(() => reader.read()),
        ({ value }) => value ?? ""
      )
      expect(yield* next).toBe(": listening\n\n")
      yield* Effect.promise(() => fetch(`${baseUrl}/api/v1`))
      yield* clock.advance("1 second")
      const [kind, data] = (yield* next).split("\n")
      expect(kind).toBe("event: Clock")
      expect(JSON.parse(data!.slice("data: ".length))).toMatchObject({ _tag: "Clock", offsetMillis: 1000 })
      expect((yield* Effect.promise(() => fetch(`${baseUrl}/__emulator/events`))).status).toBe(401)
    })
  )
})

describe("webhooks", () => {
  it.live("are delivered again on request", () =>
    Effect.gen(function* () {
      const { deliveries, url } = yield* webhookReceiver(500, 204)
      yield* Effect.gen(function* () {
        const { events, webhooks } = yield* Emulator.Emulator
        const attempts = Stream.filter(events, ({ _tag }) => _tag === "Webhook")
        const first = yield* Effect.forkChild(Stream.runHead(attempts), { startImmediately: true })
        yield* signUp("ann@example.org")
        yield* Fiber.join(first)
        const [failed] = yield* webhooks.attempts
        expect(failed).toMatchObject({ status: 500, delivered: false, attempt: 1 })
        const again = yield* control("POST", `webhooks/${failed!.messageId}`)
        expect(again.body).toMatchObject([{ messageId: failed!.messageId, status: 204, delivered: true, attempt: 2 }])
        const ids = deliveries.map(({ headers }) => headers["webhook-id"])
        expect(ids[1]).toBe(ids[0])
        expect((yield* control("POST", "webhooks/msg_none")).status).toBe(404)
      }).pipe(Effect.provide(layer({ webhooks: [{ url, events: ["user.created"] }] })))
    })
  )
})

/** Mails arrive over the project's own mail server, and a refusal is recorded with its reason. */
import { once } from "node:events"
import { createServer } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, callbackUrl, layer, mailsTo, signUp } from "../../support/emulatorCalls.ts"
import { serve } from "../../support/listen.ts"
import { smtpServer } from "../mail/smtpServer.ts"

const account = { username: "shop", password: "mail-password" }

const makeConfig = (port: number, changes: object = {}) => ({
  host: "127.0.0.1",
  port,
  ...account,
  sender_name: "The Shop",
  sender_email: "no-reply@shop.example.org",
  ...changes
})

const useServer = (port: number, changes: object = {}) =>
  call("PATCH", "/internal/projects/current", {
    ...admin,
    body: { config: { email_config: { type: "standard", ...makeConfig(port, changes) } } }
  })

const askForReset = Effect.fnUntraced(function* (email: string) {
  yield* call("POST", "/auth/password/send-reset-code", { body: { email, callback_url: callbackUrl } })
  return yield* (yield* Emulator).mailbox.take({ to: email, subject: "Reset" })
})

const sent = Effect.map(call("GET", "/internal/emails", admin), ({ body }) => body.items)

const test = (recipient: string, config: object) =>
  call("POST", "/internal/send-test-email", { ...admin, body: { recipient_email: recipient, email_config: config } })

/** Quoted-printable text as it was written. */
const decoded = (message: string) =>
  message.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))

describe("mails for readers that are programs", () => {
  const codeMail = Effect.fnUntraced(function* (displayName: string) {
    yield* call("PATCH", "/internal/projects/current", { ...admin, body: { display_name: displayName } })
    yield* call("POST", "/auth/otp/send-sign-in-code", {
      body: { email: "ann@example.org", callback_url: callbackUrl }
    })
    return yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
  })

  it.effect("have the code on a line of its own, and say who writes", () =>
    Effect.gen(function* () {
      const mail = yield* codeMail("New Project")
      const [line] = /^[A-Z0-9]{6}$/m.exec(mail.text) ?? []
      expect(line).toBe(mail.code?.slice(0, 6).toUpperCase())
      expect(mail.from).toMatch(/^New Project <[^<>@]+@[^<>@]+>$/)
      const quoted = yield* codeMail('A "B", <evil@example.org>')
      expect(quoted.from).toMatch(/^"A \\"B\\", <evil@example.org>" <[^<>@]+@[^<>@]+>$/)
    }).pipe(Effect.provide(layer({ project: { config: { magicLinkEnabled: true } } })))
  )
})

describe("mails over a project's own server", () => {
  it.effect("arrive there, and in the mailbox", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer(account)
      yield* useServer(server.port)
      yield* signUp("ann@example.org")
      yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
      const mail = yield* askForReset("ann@example.org")
      const [, received] = server.received
      expect(received).toMatchObject({ from: "no-reply@shop.example.org", to: ["ann@example.org"] })
      expect(received?.message).toContain("From: The Shop <no-reply@shop.example.org>")
      expect(received?.message).toContain("Subject: Reset your password at Development")
      expect(decoded(received?.message ?? "")).toContain(mail.link)
      expect(mail.from).toBe("The Shop <no-reply@shop.example.org>")
      const [latest, first] = yield* sent
      expect(latest).toStrictEqual({
        id: expect.any(String),
        subject: "Reset your password at Development",
        to: ["ann@example.org"],
        sent_at_millis: 0,
        sender_config: {
          type: "standard",
          host: "127.0.0.1",
          port: server.port,
          username: "shop",
          sender_name: "The Shop",
          sender_email: "no-reply@shop.example.org"
        },
        error: null
      })
      expect(first.subject).toBe("Verify your email at Development")
    }).pipe(Effect.scoped, Effect.provide(layer()))
  )

  it.effect("end quietly when their project is deleted while they are sent", () => {
    const logged: Array<string> = []
    let end!: () => void
    const ended = new Promise<void>((resolve) => (end = resolve))
    const logger = Logger.make(({ logLevel, message }) => {
      logged.push(`${logLevel}: ${String(message)}`)
      end()
    })
    return Effect.gen(function* () {
      const server = yield* smtpServer(account)
      yield* useServer(server.port)
      yield* signUp("ann@example.org")
      expect((yield* call("DELETE", "/internal/projects/current", admin)).status).toBe(200)
      yield* Effect.promise(() => ended)
      expect(logged).toStrictEqual(["Debug: Background work ended: what it was for was removed"])
    }).pipe(
      Effect.scoped,
      Effect.provide(layer()),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Debug")
    )
  })

  it.effect("are recorded with the reason when they are refused", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer(account)
      yield* useServer(server.port, { password: "wrong" })
      yield* signUp("ann@example.org")
      const mail = yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
      expect(mail.code).toMatch(/^[0-9a-z]{45}$/)
      const [failed] = yield* sent
      expect(failed).toMatchObject({ to: ["ann@example.org"], error: { code: "EAUTH" } })
      expect(JSON.stringify(failed)).not.toContain("wrong")
      expect(server.received).toStrictEqual([])
    }).pipe(Effect.scoped, Effect.provide(layer()))
  )

  it.effect("stay here with the shared server", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 102; i++) yield* signUp(`ann${i}@example.org`)
      yield* (yield* Emulator).mailbox.take({ to: "ann101@example.org" })
      const items = yield* sent
      expect(items).toHaveLength(100)
      expect(items[0]).toMatchObject({
        to: ["ann101@example.org"],
        sender_config: { type: "shared", sender_name: "Development" },
        error: null
      })
      expect(items[99].to).toStrictEqual(["ann2@example.org"])
    }).pipe(Effect.provide(layer()))
  )
})

describe("test mails", () => {
  it.effect("tell whether the server takes them", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer(account)
      const good = yield* test("ann@example.org", makeConfig(server.port))
      expect({ status: good.status, body: good.body }).toStrictEqual({ status: 200, body: { success: true } })
      expect(server.received).toHaveLength(1)
      const wrongPassword = yield* test("ann@example.org", makeConfig(server.port, { password: "wrong" }))
      expect(wrongPassword.body).toStrictEqual({ success: false, error_message: expect.stringContaining("password") })
      const refused = yield* test("refused@example.org", makeConfig(server.port))
      expect(refused.body).toStrictEqual({ success: false, error_message: expect.stringContaining("(550)") })
      const nobody = yield* test("ann@example.org", makeConfig(1))
      expect(nobody.body).toStrictEqual({
        success: false,
        error_message: "Failed to connect to the email host. Please make sure the email host configuration is correct."
      })
      expect(yield* sent).toStrictEqual([])
      expect((yield* test("ann@example.org", { host: "127.0.0.1" })).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.scoped, Effect.provide(layer()))
  )

  it.effect("wait ten seconds", () =>
    Effect.gen(function* () {
      const server = createServer()
      const connected = once(server, "connection")
      const silent = yield* serve(server)
      const asked = yield* Effect.forkChild(test("ann@example.org", makeConfig(silent.port)))
      yield* Effect.promise(() => connected)
      yield* TestClock.adjust("10 seconds")
      expect((yield* Fiber.join(asked)).body).toStrictEqual({
        success: false,
        error_message: "The email host did not answer within 10 seconds."
      })
    }).pipe(Effect.scoped, Effect.provide(layer()))
  )
})

describe("sent mails", () => {
  const firstMail = Effect.gen(function* () {
    yield* signUp("ann@example.org")
    yield* mailsTo("ann@example.org")
    return Object.keys((yield* call("GET", "/internal/emails", admin)).body.items[0])
  })

  it.effect("do not tell their mail server", () =>
    Effect.map(firstMail, (keys) => expect(keys).not.toContain("sender_config")).pipe(
      Effect.provide(layer({ service: "current" }))
    )
  )

  it.effect("tell it in 2025-06", () =>
    Effect.map(firstMail, (keys) => expect(keys).toContain("sender_config")).pipe(
      Effect.provide(layer({ service: "2025-06" }))
    )
  )
})

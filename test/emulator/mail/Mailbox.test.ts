/** The mailbox finds mails, waits for them, and extracts their links and codes. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../../src/emulator/index.ts"
import { findCode, findLinks } from "../../../src/emulator/mail/internal/Links.ts"
import { call, control, layer } from "../../support/emulatorCalls.ts"

const send = (email: string) =>
  call("POST", "/auth/otp/send-sign-in-code", { body: { email, callback_url: "http://localhost:3000/in?a=1&b=2" } })

const options = { project: { displayName: "Notes & More", config: { magicLinkEnabled: true } } }

describe("the mailbox", () => {
  it.effect.each(["2025-06", "current", undefined] as const)(
    "has the code on a line of its own, and the sender's name, with the service %s",
    (service) =>
      Effect.gen(function* () {
        yield* send("ann@example.org")
        const mail = yield* (yield* Emulator.Emulator).mailbox.take({ to: "ann@example.org" })
        expect(mail.from).toBe('"Notes & More" <noreply@emulator.gatefold.invalid>')
        const code = mail.code!.slice(0, 6).toUpperCase()
        expect(mail.text.split("\n").map((line) => line.trim())).toContain(code)
        expect(mail.links).toStrictEqual([mail.link])
        expect(mail.attachments).toStrictEqual([])
      }).pipe(Effect.provide(layer({ ...options, service })))
  )

  it.effect("is searched by address, sender, subject, text and time", () =>
    Effect.gen(function* () {
      const { clock, mailbox } = yield* Emulator.Emulator
      yield* send("ann@example.org")
      yield* mailbox.take({ to: "ann@example.org" })
      yield* clock.advance("1 hour")
      const since = yield* clock.currentTimeMillis
      yield* send("bob@example.org")
      yield* mailbox.take({ to: "bob@example.org" })
      const found = (filter: Emulator.MailFilter) =>
        Effect.map(mailbox.list(filter), (mails) => mails.map(({ to }) => to.slice(0, 3)))
      expect({
        all: yield* found({}),
        toAddress: yield* found({ to: "Ann@Example.org" }),
        toPart: yield* found({ to: "ann" }),
        byWords: yield* found({ from: "notes & more", subject: "SIGN IN", text: "your code" }),
        since: yield* found({ since }),
        sinceLater: yield* found({ since: new Date(since + 1) })
      }).toStrictEqual({
        all: ["ann", "bob"],
        toAddress: ["ann"],
        toPart: [],
        byWords: ["ann", "bob"],
        since: ["bob"],
        sinceLater: []
      })
      expect((yield* control("GET", `mails?since=${since}&from=notes`)).body).toMatchObject([
        { to: "bob@example.org", links: [expect.stringContaining("code=")] }
      ])
      const latest = (yield* control("GET", "mails/latest")).body
      expect((yield* control("GET", `mails/${latest.id}`)).body).toStrictEqual(latest)
      expect((yield* control("GET", "mails/none")).status).toBe(404)
    }).pipe(Effect.provide(layer(options)))
  )

  it.effect("is waited for, but not for longer than said", () =>
    Effect.gen(function* () {
      const { mailbox } = yield* Emulator.Emulator
      const waiting = yield* Effect.forkChild(mailbox.takeWithin({ to: "ann@example.org" }, "5 seconds"), {
        startImmediately: true
      })
      yield* send("ann@example.org")
      expect((yield* Fiber.join(waiting)).to).toBe("ann@example.org")
      const late = yield* Effect.forkChild(Effect.flip(mailbox.takeWithin({ subject: "Nothing" }, "5 seconds")), {
        startImmediately: true
      })
      yield* TestClock.adjust("5 seconds")
      expect((yield* Fiber.join(late)).message).toBe('No mail with subject "Nothing" came. The mailbox has 1 in all.')
    }).pipe(Effect.provide(layer(options)))
  )

  it.effect("is waited for over HTTP", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(control("POST", "mails/take?to=ann@example.org&withinMillis=5000"), {
        startImmediately: true
      })
      yield* send("ann@example.org")
      expect((yield* Fiber.join(waiting)).body.to).toBe("ann@example.org")
      expect((yield* control("POST", "mails/take?to=ann@example.org")).status).toBe(404)
      expect((yield* control("POST", "mails/take?withinMillis=soon")).status).toBe(400)
      expect((yield* control("DELETE", "mails")).body).toStrictEqual([])
      expect((yield* control("GET", "mails")).body).toStrictEqual([])
    }).pipe(Effect.provide(layer(options)))
  )
})

describe("what a mail says", () => {
  it("has its links once, those of the HTML first", () => {
    const html = `<a class="x" href="https://a.example/?x=1&amp;y=2">A</a> <a href='https://b.example/'>B</a>
      <a href="mailto:ann@example.org">C</a>`
    expect(findLinks(html, "See https://b.example/ and https://c.example/d.")).toStrictEqual([
      "https://a.example/?x=1&y=2",
      "https://b.example/",
      "https://c.example/d"
    ])
  })

  it.each([
    ["Your code:\n\n  123456\n\nBye", "123456"],
    ["Your code:\r\n12AB-34CD\r\n", "12AB34CD"],
    ["123 456", "123456"],
    ["It is 123456.", undefined],
    ["HELLO\nWORLD", undefined],
    ["", undefined]
  ])("%j has the code %s", (text, code) => {
    expect(findCode(text)).toBe(code)
  })
})

describe("the links of a mail", () => {
  it("are found in long texts of parts that do not end", () => {
    expect(findLinks("<a ".repeat(1_000_000), "")).toStrictEqual([])
    const dots = `http://${".".repeat(1_000_000)}x`
    expect(findLinks("", `${dots}...`)).toStrictEqual([dots])
  })
})

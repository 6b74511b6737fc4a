/** The emulator receives mails of other programs over SMTP, of any form, within its limits. */
import { connect, type Socket } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createTransport, type SendMailOptions } from "nodemailer"
import PostalMime from "postal-mime"
import { vi } from "vitest"
import * as Emulator from "../../../src/emulator/index.ts"
import { serveSilence } from "../../support/listen.ts"

/** Sends as any program would. */
const send = (port: number, mail: SendMailOptions, auth?: { readonly user: string; readonly pass: string }) =>
  Effect.promise(async () => {
    const transport = createTransport({ host: "127.0.0.1", port, secure: false, ...(auth && { auth }) })
    try {
      return await transport.sendMail(mail)
    } finally {
      transport.close()
    }
  })

const serving = Emulator.serve({ port: 0, smtpPort: 0 })

describe("mails over SMTP", () => {
  it.live("are in the mailbox, with sender, text, links, code and files", () =>
    Effect.gen(function* () {
      const { clock, mailbox, smtp } = yield* serving
      yield* clock.advance("1 day")
      const now = yield* clock.currentTimeMillis
      yield* send(smtp!.port, {
        from: '"The Shop" <shop@example.com>',
        to: ["ann@example.org", "Bob <bob@example.org>"],
        subject: "Grüße",
        text: "Your code:\n\n123456\n\nhttps://shop.example/order?id=1",
        html: '<a href="https://shop.example/order?id=1&amp;x=2">Order</a>',
        attachments: [{ filename: "bill.txt", content: "one line", contentType: "text/plain" }]
      })
      const mails = yield* mailbox.list({ subject: "grüße" })
      expect(mails.map(({ to }) => to)).toStrictEqual(["ann@example.org", "bob@example.org"])
      expect(mails[0]).toMatchObject({
        projectId: undefined,
        from: "The Shop <shop@example.com>",
        code: "123456",
        link: "https://shop.example/order?id=1&x=2",
        links: ["https://shop.example/order?id=1&x=2", "https://shop.example/order?id=1"],
        attachments: [{ filename: "bill.txt", contentType: "text/plain" }]
      })
      expect(new TextDecoder().decode(mails[0]!.attachments[0]!.content).trim()).toBe("one line")
      expect(mails[0]!.sentAt).toBeGreaterThanOrEqual(now)
    })
  )

  it.live.each([
    ["ann", "ann"],
    ["ANN", "ann"],
    ["Ann%40example.ORG", "ann@example.org"]
  ] as const)("tell of their files in the form of Inbucket's API, in the mailbox %s", ([name, mailbox]) =>
    Effect.gen(function* () {
      const { baseUrl, controlToken, smtp } = yield* serving
      yield* send(smtp!.port, {
        from: "shop@example.com",
        to: "Ann@example.org",
        text: "Your bill",
        attachments: [{ filename: "bill.txt", content: "one line", contentType: "text/plain" }]
      })
      const headers = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
      const response = yield* Effect.promise(() =>
        fetch(`${baseUrl}/__emulator/api/v1/mailbox/${name}/latest`, { headers })
      )
      expect(yield* Effect.promise(() => response.json())).toMatchObject({
        mailbox,
        to: ["Ann@example.org"],
        attachments: [{ filename: "bill.txt", "content-type": "text/plain", size: expect.any(Number) }]
      })
    })
  )

  it.live("without a text get that of their HTML, with its characters and the addresses of its links", () =>
    Effect.gen(function* () {
      const { mailbox, smtp } = yield* serving
      const html = '<p>Tom &amp; Ann&#x27;s shop</p><p><a href="https://shop.example/?code&#x3D;7">Go</a></p>'
      yield* send(smtp!.port, { from: "app@example.com", to: "ann@example.org", html })
      expect(yield* mailbox.takeWithin({ to: "ann@example.org" }, "1 minute")).toMatchObject({
        text: "Tom & Ann's shop\n\nGo https://shop.example/?code=7",
        links: ["https://shop.example/?code=7"],
        code: "7"
      })
    })
  )

  it.live("may have a link that is no URL", () =>
    Effect.gen(function* () {
      const { mailbox, smtp } = yield* serving
      yield* send(smtp!.port, { from: "app@example.com", to: "ann@example.org", html: '<a href="http://[x">Go</a>' })
      const found = yield* mailbox.takeWithin({ to: "ann@example.org" }, "1 minute")
      expect(found).toMatchObject({ link: "http://[x", code: undefined })
    })
  )

  it.live("may be long, and of parts that do not end", () =>
    Effect.gen(function* () {
      const { mailbox, smtp } = yield* serving
      for (const part of ["<style ", "<br ", "<<<<<<<"]) {
        yield* send(smtp!.port, { from: "a@example.com", to: "ann@example.org", html: part.repeat(100_000) })
      }
      expect((yield* mailbox.list()).length).toBe(3)
    })
  )

  it.live.each(["a: b\r\n", "\r\n--b\r\n\r\n"])("are refused if they are millions of $0", (part) =>
    Effect.gen(function* () {
      const { mailbox, smtp } = yield* serving
      const envelope = { from: "a@example.com", to: "ann@example.org" }
      const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(450_000)}`
      const refused = yield* Effect.exit(send(smtp!.port, { envelope, raw }))
      expect(String(refused)).toContain("The mail has too many lines.")
      expect(yield* mailbox.list()).toStrictEqual([])
    })
  )

  it.live("are read once, for all who get them", () =>
    Effect.gen(function* () {
      const { mailbox, smtp } = yield* serving
      const parse = vi.spyOn(PostalMime, "parse")
      yield* Effect.addFinalizer(() => Effect.sync(() => parse.mockRestore()))
      const to = Array.from({ length: 400 }, (_, index) => `user${index}@example.org`)
      const attachments = [{ filename: "a.bin", content: Buffer.alloc(1000) }]
      yield* send(smtp!.port, { from: "a@example.com", to, text: "https://shop.example/", attachments })
      const mails = yield* mailbox.list()
      expect(mails.map((mail) => mail.to)).toStrictEqual(to)
      expect(parse).toHaveBeenCalledTimes(1)
      // What is made of a mail is the same for all, so that nothing was looked for again.
      expect(new Set(mails.map(({ links }) => links)).size).toBe(1)
      expect(new Set(mails.map(({ attachments }) => attachments)).size).toBe(1)
    })
  )

  it.live("keep their files in a snapshot that is written and read", () =>
    Effect.gen(function* () {
      const { baseUrl, controlToken, mailbox, smtp } = yield* serving
      const attachments = [{ filename: "a.bin", content: Buffer.from([1, 2, 3]) }]
      yield* send(smtp!.port, { from: "a@example.com", to: "ann@example.org", attachments })
      const control = (method: string, path: string, body?: string) =>
        Effect.promise(() =>
          fetch(`${baseUrl}/__emulator/${path}`, {
            method,
            headers: { "x-gatefold-emulator-token": Redacted.value(controlToken) },
            ...(body !== undefined && { body })
          }).then((response) => response.text())
        )
      yield* control("POST", "restore", yield* control("GET", "snapshot"))
      const mail = yield* mailbox.latest()
      expect(mail?.attachments[0]?.content).toStrictEqual(new Uint8Array([1, 2, 3]))
    })
  )

  it.live("need no account, and take any", () =>
    Effect.gen(function* () {
      const { mailbox, smtp } = yield* serving
      const mail = { from: "app@example.com", to: "ann@example.org", subject: "Hi", html: "<p>Hello</p><p>Ann</p>" }
      yield* send(smtp!.port, mail, { user: "anybody", pass: "anything" })
      const found = yield* mailbox.takeWithin({ to: "ann@example.org" }, "1 minute")
      expect(found).toMatchObject({ from: "app@example.com", text: "Hello\n\nAnn", link: undefined, code: undefined })
    })
  )

  it.live("are refused on a port that is taken, with what to do", () =>
    Effect.gen(function* () {
      const { port } = yield* serveSilence
      const error = yield* Effect.flip(Emulator.serve({ port: 0, smtpPort: port }))
      expect(error).toMatchObject({ _tag: "ServeError", reason: "Listen" })
      expect(error.message).toContain(`Cannot take mails on 127.0.0.1:${port}`)
    })
  )

  it.live("are not taken unless asked for", () =>
    Effect.gen(function* () {
      expect((yield* Emulator.serve({ port: 0 })).smtp).toBeUndefined()
    })
  )

  it.live("are taken from 50 clients at a time", () =>
    Effect.gen(function* () {
      const { smtp } = yield* serving
      const greeted = Effect.acquireRelease(
        Effect.callback<{ readonly socket: Socket; readonly greeting: string }>((resume) => {
          const socket = connect(smtp!.port, "127.0.0.1")
          socket.once("data", (line) => resume(Effect.succeed({ socket, greeting: String(line) })))
        }),
        ({ socket }) => Effect.sync(() => socket.destroy())
      )
      const greetings = yield* Effect.forEach(Array.from({ length: 51 }), () => greeted, { concurrency: "unbounded" })
      const statuses = greetings.map(({ greeting }) => greeting.slice(0, 3)).toSorted()
      expect(statuses).toStrictEqual([...Array.from({ length: 50 }, () => "220"), "421"])
    })
  )
})

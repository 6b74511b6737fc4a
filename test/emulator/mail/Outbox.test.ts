/** Mails of servers: sent at their time, held back, changed, cancelled, skipped, and tried again. */
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { Emulator, layerFork, mailServer } from "../../../src/emulator/index.ts"
import { call, interleaved, mailsTo, settleMails, server } from "../../support/emulatorCalls.ts"
import { serveSilence } from "../../support/listen.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { unknownId } from "../../support/unknownId.ts"
import { marketingCategory, person, send, transactionalCategory, withMail } from "./serverMails.ts"
import { smtpServer } from "./smtpServer.ts"

const hourMillis = 3_600_000

const outbox = (query = "") => Effect.map(call("GET", `/emails/outbox${query}`, server), ({ body }) => body)

/** The mail that was sent last. */
const newest = Effect.map(outbox("?limit=1"), ({ items }) => items[0])

const read = (id: string) => Effect.map(call("GET", `/emails/outbox/${id}`, server), ({ body }) => body)

const patch = (id: string, body: object) => call("PATCH", `/emails/outbox/${id}`, { ...server, body })

const inAnHour = Effect.map(Clock.currentTimeMillis, (now) => now + hourMillis)

/** A mail to a user, to be sent in an hour. */
const scheduled = Effect.fnUntraced(function* (fields: object = {}) {
  const to = yield* person()
  yield* send({ user_ids: [to.id], scheduled_at_millis: yield* inAnHour, ...fields })
  return { to, id: String((yield* newest).id) }
})

describe("a mail to users", () => {
  it.effect("arrives, and says when it was sent", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000)
      const ann = yield* person()
      const { body, status } = yield* send({ user_ids: [ann.id] })
      expect({ status, body }).toStrictEqual({ status: 200, body: { results: [{ user_id: ann.id }] } })
      const [mail] = yield* mailsTo(ann.email)
      expect(mail).toMatchObject({ subject: "Hello", from: "Emulator <noreply@emulator.gatefold.invalid>" })
      expect(mail?.html).toContain("<p>Hello</p>")
      expect({ text: mail?.text.trim(), link: mail?.link }).toStrictEqual({ text: "Hello", link: undefined })
      const sent = yield* newest
      expect(sent).toMatchObject({
        to: { type: "user-primary-email", user_id: ann.id },
        status: "sent",
        simple_status: "ok",
        has_delivered: true,
        delivered_at_millis: 1_000,
        subject: "Hello",
        notification_category_id: null,
        is_transactional: false
      })
      expect(yield* read(sent.id)).toStrictEqual(sent)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("goes to each of them, and to all of the project if told so", () =>
    Effect.gen(function* () {
      const people = [yield* person(), yield* person(), yield* person()]
      const [ann, bob] = people.map(({ id }) => id)
      const twice = yield* send({ user_ids: [bob, ann, bob] })
      expect(twice.body.results).toStrictEqual([{ user_id: bob }, { user_id: ann }, { user_id: bob }])
      const all = yield* send({ all_users: true, subject: "To all" })
      expect(all.body.results.map(({ user_id }: { user_id: string }) => user_id).toSorted()).toStrictEqual(
        people.map(({ id }) => id).toSorted()
      )
      const subjects = []
      for (const { email } of people) subjects.push((yield* mailsTo(email)).map(({ subject }) => subject))
      expect(subjects).toStrictEqual([["Hello", "To all"], ["Hello", "Hello", "To all"], ["To all"]])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("has the name of the project for a subject if it has no other", () =>
    Effect.gen(function* () {
      const ann = yield* person()
      yield* send({ user_ids: [ann.id], subject: undefined })
      expect((yield* newest).subject).toBe("Development")
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is not sent to anybody when something about it is wrong", () =>
    Effect.gen(function* () {
      const ann = yield* person()
      const to = { user_ids: [ann.id] }
      const answers = [
        yield* send({ user_ids: [ann.id, unknownId] }),
        yield* send({}),
        yield* send({ ...to, all_users: true }),
        yield* send({ ...to, html: undefined }),
        yield* send({ ...to, template_id: unknownId }),
        yield* send({ ...to, notification_category_name: "Gossip" }),
        yield* send({ ...to, html: undefined, template_id: unknownId }),
        yield* send({ ...to, html: undefined, draft_id: unknownId })
      ]
      expect(answers.map(({ knownError, status, text }) => [status, knownError ?? text])).toStrictEqual([
        [400, "USER_ID_DOES_NOT_EXIST"],
        [400, "SCHEMA_ERROR"],
        [400, "SCHEMA_ERROR"],
        [400, "SCHEMA_ERROR"],
        [400, "SCHEMA_ERROR"],
        [400, "Notification category not found with given name"],
        [400, "No template found with given template_id"],
        [400, "No draft found with given draft_id"]
      ])
      expect(answers[0]?.body.details).toStrictEqual({ user_id: unknownId })
      expect((yield* outbox()).items).toStrictEqual([])
    }).pipe(Effect.provide(withMail()))
  )
})

/** A template with a subject, a category, and a variable. */
const templateSource = (category: string) => `
import { NotificationCategory, Subject } from "@stackframe/emails"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
export function EmailTemplate({ project, user, variables }) {
  return (
    <>
      <Subject value={\`For \${user.displayName} of \${project.displayName}\`} />
      <NotificationCategory value="${category}" />
      <p>There are {variables.count}.</p>
    </>
  )
}
`

const makeTemplate = Effect.fnUntraced(function* (tsx_source: string) {
  const admin = { level: "admin" } as const
  const { body } = yield* call("POST", "/internal/email-templates", { ...admin, body: { display_name: "Mine" } })
  const id = String(body.id)
  const updated = yield* call("PATCH", `/internal/email-templates/${id}`, { ...admin, body: { tsx_source } })
  expect(updated.status).toBe(200)
  return id
})

describe("a mail of a template", () => {
  const fromTemplate = { html: undefined, subject: undefined }

  it.effect("is made for each of its readers", () =>
    Effect.gen(function* () {
      const template_id = yield* makeTemplate(templateSource("Transactional"))
      const ann = yield* person({ display_name: "Ann" })
      const bob = yield* person({ display_name: "Bob" })
      yield* send({ ...fromTemplate, user_ids: [ann.id, bob.id], template_id, variables: { count: 3 } })
      const mails = [...(yield* mailsTo(ann.email)), ...(yield* mailsTo(bob.email))]
      expect(mails.map(({ subject, text }) => [subject, text.trim()])).toStrictEqual([
        ["For Ann of Development", "There are 3."],
        ["For Bob of Development", "There are 3."]
      ])
      expect(yield* newest).toMatchObject({
        created_with: "programmatic-call",
        email_programmatic_call_template_id: template_id,
        variables: { count: 3 },
        is_transactional: true
      })
      const own = { subject: "Other", notification_category_name: "Marketing" }
      yield* send({ ...fromTemplate, ...own, user_ids: [ann.id], template_id, variables: { count: 4 } })
      expect((yield* mailsTo(ann.email)).at(-1)?.subject).toBe("Other")
      expect(yield* newest).toMatchObject({ notification_category_id: marketingCategory })
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("has its category from the template, also in themes that have no place for the link", () =>
    Effect.gen(function* () {
      const template_id = yield* makeTemplate(templateSource("Marketing"))
      const ann = yield* person({ display_name: "Ann" })
      for (const theme_id of [undefined, false]) {
        yield* send({ ...fromTemplate, user_ids: [ann.id], template_id, variables: { count: 1 }, theme_id })
        const mail = (yield* mailsTo(ann.email)).at(-1)
        expect(mail, `theme ${theme_id}`).toMatchObject({
          link: expect.stringContaining("/emails/unsubscribe-link?code="),
          html: expect.stringContaining(`href="${mail?.link}"`),
          text: expect.stringContaining(mail?.link ?? "no link")
        })
        expect(mail?.html.trim(), `theme ${theme_id}`).toMatch(/<\/html>$/)
        // Where it is kept there is no link that works.
        expect(yield* newest, `theme ${theme_id}`).toMatchObject({
          html: expect.not.stringContaining("unsubscribe-link")
        })
      }
      expect((yield* newest).theme_id).toBe(null)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is a draft that was sent, in its own theme", () =>
    Effect.gen(function* () {
      const admin = { level: "admin" } as const
      const draft = { display_name: "News", tsx_source: templateSource("Transactional"), theme_id: false }
      const { body } = yield* call("POST", "/internal/email-drafts", { ...admin, body: draft })
      const read = Effect.map(call("GET", `/internal/email-drafts/${body.id}`, admin), ({ body }) => body)
      const ann = yield* person({ display_name: "Ann" })
      yield* TestClock.setTime(5_000)
      yield* send({ ...fromTemplate, user_ids: [ann.id], draft_id: body.id })
      expect((yield* mailsTo(ann.email))[0]?.subject).toBe("For Ann of Development")
      expect(yield* newest).toMatchObject({
        created_with: "draft",
        email_draft_id: body.id,
        email_programmatic_call_template_id: null,
        theme_id: null
      })
      expect((yield* read).sent_at_millis).toBe(5_000)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("says why it cannot be made, also in the log, and is sent when it can", () => {
    const told: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && told.push(String(message))))
    return Effect.gen(function* () {
      const template_id = yield* makeTemplate(templateSource("Transactional"))
      const ann = yield* person()
      yield* send({ ...fromTemplate, user_ids: [ann.id], template_id, variables: { count: 1 } })
      const { id } = yield* scheduled()
      const source = (text: string) => `export function EmailTemplate({ variables }) { return <p>${text}</p> }`
      const broken = (yield* patch(id, { tsx_source: source("{variables.a.b}") })).body
      expect(broken).toMatchObject({ status: "render-error", simple_status: "error", has_rendered: false })
      expect(broken.render_error).toMatch(/^template: Line 1: /)
      const unknown = yield* patch(id, { tsx_source: templateSource("Gossip") })
      expect(unknown.body.render_error).toBe("template: There is no category Gossip.")
      yield* (yield* Emulator).clock.advance("2 hours")
      yield* settleMails
      expect((yield* read(id)).status).toBe("render-error")
      const mended = yield* patch(id, { tsx_source: source("Mended") })
      expect(mended.body.status).toBe("queued")
      yield* settleMails
      expect(yield* read(id)).toMatchObject({ status: "sent", html: expect.stringContaining("<p>Mended</p>") })
      expect(told).toStrictEqual([
        `A mail was not sent: Hello: ${broken.render_error}`,
        "A mail was not sent: Hello: template: There is no category Gossip."
      ])
    }).pipe(Effect.provide(Layer.provideMerge(withMail(), Logger.layer([logger]))))
  })
})

describe("a mail for later", () => {
  it.effect("waits for its time, which moves with the clock of the emulator", () =>
    Effect.gen(function* () {
      const { clock, mailbox } = yield* Emulator
      const { id, to } = yield* scheduled()
      yield* clock.advance("59 minutes")
      expect(yield* mailsTo(to.email)).toStrictEqual([])
      expect((yield* read(id)).status).toBe("scheduled")
      yield* clock.advance("1 minute")
      const { sentAt } = yield* mailbox.take({ to: to.email })
      expect(sentAt).toBe(hourMillis)
      expect(yield* read(id)).toMatchObject({ status: "sent", created_at_millis: 0, delivered_at_millis: hourMillis })
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("waits for its time on the test's clock as well", () =>
    Effect.gen(function* () {
      const { to } = yield* scheduled()
      yield* TestClock.adjust("1 hour")
      expect(yield* mailsTo(to.email)).toHaveLength(1)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("goes to a mail server once, whatever forks are made while it waits, and to the mailbox of each", () =>
    Effect.gen(function* () {
      const account = { username: "shop", password: "mail-password" }
      const { port, received } = yield* smtpServer(account)
      const sender = { senderName: "The Shop", senderEmail: "no-reply@shop.example.org" }
      yield* useServer({ host: "127.0.0.1", port, ...account, ...sender })
      const { to } = yield* scheduled()
      const later = Effect.gen(function* () {
        const { clock, mailbox } = yield* Emulator
        yield* clock.advance("1 hour")
        return yield* mailbox.take({ to: to.email })
      })
      const inFork = Effect.gen(function* () {
        const { reset, restore, snapshot } = yield* Emulator
        const before = yield* snapshot
        expect((yield* later).subject).toBe("Hello")
        yield* restore(before)
        yield* later
        yield* reset
        yield* later
        yield* reset
        yield* Effect.provide(later, layerFork)
        expect(received).toStrictEqual([])
        // What the fork itself sends goes there.
        yield* send({ user_ids: [to.id] })
        yield* (yield* Emulator).mailbox.take({ to: to.email })
        expect(received).toHaveLength(1)
      })
      yield* Effect.provide(inFork, layerFork)
      yield* later
      expect(received).toHaveLength(2)
    }).pipe(Effect.scoped, Effect.provide(withMail()))
  )

  it.effect("comes at another time if told so", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const late = yield* scheduled()
      yield* patch(late.id, { scheduled_at_millis: 2 * hourMillis })
      const early = yield* scheduled()
      yield* patch(early.id, { scheduled_at_millis: 0 })
      expect(yield* mailsTo(early.to.email)).toHaveLength(1)
      yield* clock.advance("1 hour")
      expect(yield* mailsTo(late.to.email)).toStrictEqual([])
      yield* clock.advance("1 hour")
      expect(yield* mailsTo(late.to.email)).toHaveLength(1)
      expect(yield* mailsTo(early.to.email)).toHaveLength(1)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("goes after urgent ones of the same time", () =>
    Effect.gen(function* () {
      const { clock, mailbox } = yield* Emulator
      yield* scheduled({ subject: "first" })
      yield* scheduled({ subject: "second" })
      yield* scheduled({ subject: "urgent", is_high_priority: true })
      yield* clock.advance("1 hour")
      yield* settleMails
      const subjects = (yield* mailbox.list()).map(({ subject }) => subject)
      expect(subjects).toStrictEqual(["urgent", "first", "second"])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("arrives as it was changed, where it was told to", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const { id, to } = yield* scheduled()
      const other = yield* scheduled({ html: "<p>Bye</p>" })
      const { tsx_source } = yield* read(other.id)
      const recipient = { type: "user-custom-emails", user_id: to.id, emails: ["a@example.org", "b@example.org"] }
      const changed = yield* patch(id, { tsx_source, to: recipient, variables: { a: [1] }, theme_id: null })
      // The service stores no variables, whichever come.
      expect(changed.body).toMatchObject({ tsx_source, to: recipient, variables: {}, theme_id: null })
      yield* clock.advance("1 hour")
      for (const email of recipient.emails) expect((yield* mailsTo(email))[0]?.text.trim(), email).toBe("Bye")
      expect(yield* mailsTo(to.email)).toStrictEqual([])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("can go to addresses of nobody, which have no preferences", () =>
    Effect.gen(function* () {
      const { id } = yield* scheduled({ notification_category_name: "Marketing" })
      yield* patch(id, { to: { type: "custom-emails", emails: ["a@example.org"] }, scheduled_at_millis: 0 })
      const [mail] = yield* mailsTo("a@example.org")
      expect({ subject: mail?.subject, link: mail?.link }).toStrictEqual({ subject: "Hello", link: undefined })
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is sent by the next emulator on the same data, also if it was being sent", () =>
    Effect.gen(function* () {
      const data = join(yield* temporaryFolder, "data.sqlite")
      const project = {
        id: "11111111-1111-4111-8111-111111111111",
        secretServerKey: "ssk_of_both",
        config: { emailConfig: { type: "standard", ...mailServer } }
      } as const
      const options = { data, project, randomSeed: undefined }
      const first = yield* Effect.provide(
        Effect.gen(function* () {
          const { port } = yield* serveSilence
          const { to } = yield* scheduled()
          yield* useServer({ ...mailServer, host: "127.0.0.1", port })
          const bob = yield* person()
          yield* send({ user_ids: [bob.id] })
          yield* settleMails
          expect((yield* newest).status).toBe("sending")
          return { ann: to, bob }
        }),
        withMail(options)
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* useServer(mailServer)
          const { clock } = yield* Emulator
          expect(yield* mailsTo(first.ann.email)).toStrictEqual([])
          yield* clock.advance("1 hour")
          expect(yield* mailsTo(first.ann.email)).toHaveLength(1)
          expect(yield* mailsTo(first.bob.email)).toHaveLength(1)
        }),
        withMail(options)
      )
    }).pipe(Effect.scoped)
  )
})

const useServer = ({ senderEmail, senderName, ...server }: typeof mailServer) =>
  call("PATCH", "/internal/projects/current", {
    level: "admin",
    body: {
      config: { email_config: { type: "standard", ...server, sender_name: senderName, sender_email: senderEmail } }
    }
  })

describe("a mail that is not sent", () => {
  const skippedReason = Effect.map(newest, ({ skipped_reason, status }) => [status, skipped_reason])

  it.effect("says why", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const nowhere = yield* call("POST", "/users", { ...server, body: { display_name: "No address" } })
      yield* send({ user_ids: [nowhere.body.id] })
      yield* settleMails
      expect(yield* skippedReason).toStrictEqual(["skipped", "USER_HAS_NO_PRIMARY_EMAIL"])

      const { to } = yield* scheduled()
      yield* call("DELETE", `/users/${to.id}`, server)
      yield* clock.advance("1 hour")
      yield* settleMails
      expect(yield* skippedReason).toStrictEqual(["skipped", "USER_ACCOUNT_DELETED"])

      const { id } = yield* scheduled()
      yield* patch(id, { to: { type: "custom-emails", emails: [] }, scheduled_at_millis: 0 })
      yield* settleMails
      expect(yield* skippedReason).toStrictEqual(["skipped", "NO_EMAIL_PROVIDED"])
      expect(yield* (yield* Emulator).mailbox.list()).toStrictEqual([])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is of a category that the user has turned off meanwhile", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const { to } = yield* scheduled({ notification_category_name: "Marketing" })
      const preference = (enabled: boolean) =>
        call("PATCH", `/emails/notification-preference/${to.id}/${marketingCategory}`, { ...server, body: { enabled } })
      yield* preference(false)
      yield* clock.advance("1 hour")
      yield* settleMails
      expect(yield* newest).toMatchObject({
        status: "skipped",
        skipped_reason: "USER_UNSUBSCRIBED",
        notification_category_id: marketingCategory,
        has_rendered: true,
        subject: "Hello"
      })
      yield* send({ user_ids: [to.id], subject: "Of no category" })
      yield* send({ user_ids: [to.id], subject: "Important", notification_category_name: "Transactional" })
      yield* preference(true)
      yield* send({ user_ids: [to.id], subject: "Again", notification_category_name: "Marketing" })
      const subjects = (yield* mailsTo(to.email)).map(({ subject }) => subject)
      expect(subjects).toStrictEqual(["Of no category", "Important", "Again"])
      expect((yield* outbox()).items[1]).toMatchObject({
        is_transactional: true,
        notification_category_id: transactionalCategory
      })
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("was refused by the mail server, and is tried again when it is changed", () =>
    Effect.gen(function* () {
      yield* useServer({ ...mailServer, host: "127.0.0.1", port: 1 })
      const ann = yield* person()
      yield* send({ user_ids: [ann.id] })
      // As with every mail, what a server refuses is in the mailbox all the same.
      yield* (yield* Emulator).mailbox.take({ to: ann.email })
      yield* settleMails
      const failed = yield* newest
      expect(failed).toMatchObject({
        status: "server-error",
        simple_status: "error",
        send_retries: 1,
        has_delivered: false,
        server_error: expect.stringContaining("Failed to connect"),
        send_attempt_errors: [{ attempt_number: 1, external_details: { errorType: expect.any(String) } }]
      })
      yield* useServer(mailServer)
      yield* patch(failed.id, { variables: {} })
      yield* settleMails
      expect(yield* newest).toMatchObject({ id: failed.id, status: "sent", send_attempt_errors: null })
    }).pipe(Effect.provide(withMail()))
  )
})

describe("a mail on its way", () => {
  it.effect("cannot be changed any more", () =>
    Effect.gen(function* () {
      const { port } = yield* serveSilence
      yield* useServer({ ...mailServer, host: "127.0.0.1", port })
      const ann = yield* person()
      yield* send({ user_ids: [ann.id] })
      yield* settleMails
      const { id, status } = yield* newest
      expect(status).toBe("sending")
      const answers = [yield* patch(id, { is_paused: true })]
      yield* TestClock.adjust("10 seconds")
      yield* (yield* Emulator).mailbox.take({ to: ann.email })
      yield* patch(id, { cancel: true })
      answers.push(yield* patch(id, { is_paused: true }), yield* patch(unknownId, {}))
      expect(answers.map(({ body, knownError, text }) => body?.details?.status ?? knownError ?? text)).toStrictEqual([
        "SENDING",
        "SKIPPED",
        "Email not found"
      ])
    }).pipe(Effect.scoped, Effect.provide(withMail()))
  )

  it.effect("is either sent or cancelled, and says which, whoever comes first", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const mails = []
      for (let n = 0; n < 20; n++) mails.push(yield* scheduled())
      const [cancelled] = yield* Effect.all(
        [Effect.forEach(mails, ({ id }) => patch(id, { cancel: true }), { concurrency: 5 }), clock.advance("1 hour")],
        { concurrency: "unbounded" }
      )
      yield* settleMails
      const ends = yield* Effect.forEach(mails, ({ id, to }) =>
        Effect.all([
          Effect.map(read(id), ({ status }) => status),
          Effect.map(mailsTo(to.email), ({ length }) => length)
        ])
      )
      expect(ends).toStrictEqual(cancelled.map(({ status }) => (status === 200 ? ["skipped", 0] : ["sent", 1])))
    }).pipe(Effect.provide(withMail()), interleaved)
  )
})

describe("figures of deliveries", () => {
  const info = Effect.map(call("GET", "/emails/delivery-info", server), ({ body }) => body)

  it.effect("count what was sent, whoever sent it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const { clock } = yield* Emulator
      const ann = yield* person()
      yield* send({ user_ids: [ann.id] })
      yield* scheduled({ scheduled_at_millis: Date.UTC(2030, 0, 1) })
      yield* settleMails
      const after = Effect.fnUntraced(function* (...duration: Parameters<typeof clock.advance>) {
        yield* clock.advance(...duration)
        const { stats } = yield* info
        return ["hour", "day", "week", "month"].map((period) => stats[period].sent)
      })
      expect(yield* after(0)).toStrictEqual([1, 1, 1, 1])
      expect(yield* after("2 hours")).toStrictEqual([0, 1, 1, 1])
      yield* useServer({ ...mailServer, host: "127.0.0.1", port: 1 })
      yield* send({ user_ids: [ann.id] })
      yield* (yield* Emulator).mailbox.take({ to: ann.email })
      expect(yield* after("1 day")).toStrictEqual([0, 0, 1, 1])
      expect(yield* after("7 days")).toStrictEqual([0, 0, 0, 1])
      expect(yield* after("30 days")).toStrictEqual([0, 0, 0, 0])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("tell the capacity, which is boosted once at a time", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const boost = call("POST", "/emails/capacity-boost", { ...server, body: {} })
      const { capacity } = yield* info
      expect(capacity).toMatchObject({ boost_multiplier: 1, is_boost_active: false, boost_expires_at: null })
      const boosts = yield* Effect.all([boost, boost, boost], { concurrency: "unbounded" })
      expect(boosts.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409])
      const expires_at = new Date(4 * hourMillis).toISOString()
      expect(boosts.map(({ body }) => body.expires_at ?? body.details.expires_at)).toStrictEqual(
        Array(3).fill(expires_at)
      )
      expect((yield* info).capacity).toStrictEqual({
        rate_per_second: capacity.rate_per_second * 4,
        boost_multiplier: 4,
        penalty_factor: 1,
        is_boost_active: true,
        boost_expires_at: expires_at
      })
      yield* clock.advance("4 hours")
      expect((yield* info).capacity).toStrictEqual(capacity)
      expect((yield* boost).status).toBe(200)
    }).pipe(Effect.provide(withMail()), interleaved)
  )
})

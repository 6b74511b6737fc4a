/** Mails from servers to users, from the preferences of their readers to the figures of their delivery. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as EmailConfig from "../../src/admin/EmailConfig.ts"
import * as EmailDrafts from "../../src/admin/EmailDrafts.ts"
import * as TsxEmailTemplates from "../../src/admin/TsxEmailTemplates.ts"
import * as ClientNotifications from "../../src/client/Notifications.ts"
import { EmailDraftId, EmailTemplateId, NotificationCategoryId, OutboxEmailId, UserId } from "../../src/domain/Ids.ts"
import * as Emails from "../../src/server/Emails.ts"
import * as Notifications from "../../src/server/Notifications.ts"
import * as Outbox from "../../src/server/Outbox.ts"
import * as TeamInvitations from "../../src/server/TeamInvitations.ts"
import * as Teams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/Users.ts"
import * as NotificationsWire from "../../src/wire/generated/Notifications.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeAdmin, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { appUrl, call, failure, headersFor, makeProject, scenario, send, signUp } from "./Scenario.ts"

const nobody = UserId.make(unknownId)
const noCategory = NotificationCategoryId.make(unknownId)
const noEmail = OutboxEmailId.make(unknownId)

const generations = ["current"] as const

/** A mail server that nobody runs. */
const nowhere: EmailConfig.MailServer = {
  host: "127.0.0.1",
  port: 9,
  username: "user",
  password: "mail secret",
  senderName: "Scenario",
  senderEmail: "noreply@example.org"
}

/** A server whose project sends mails, and a user of it. */
const makeSender = Effect.fnUntraced(function* (mailServer: EmailConfig.MailServer = nowhere) {
  const { newAddress } = yield* Backend
  const project = yield* makeProject()
  yield* (yield* makeAdmin(project))(EmailConfig.useStandard(mailServer))
  const server = yield* makeServer(project)
  const email = newAddress("ann")
  const user = yield* server(Users.create({ primaryEmail: email, primaryEmailVerified: true }))
  return { project, server, user, email }
})

const inAnHour = Effect.clockWith((clock) => Effect.map(clock.currentTimeMillis, (now) => new Date(now + 3_600_000)))

/** Whether a mail waits for its time: a real service renders it later than it answers, the emulator before. */
const isWaiting = (status: string): boolean => ["preparing", "rendering", "scheduled"].includes(status)

/** A mail to the user that is to be sent in an hour. */
const schedule = Effect.fnUntraced(function* (
  { server, user }: Effect.Success<ReturnType<typeof makeSender>>,
  subject = "News"
) {
  yield* server(Emails.send({ to: [user.id], subject, html: `<p>${subject}</p>`, scheduledAt: yield* inAnHour }))
  const [email] = (yield* server(Outbox.page({ limit: 1 }))).items
  assert.ok(email !== undefined)
  return email
})

/** A component with a subject and a category, which shows a text. */
const source = (text: string) => `
import { NotificationCategory, Subject } from "@stackframe/emails"
export function EmailTemplate({ variables }) {
  return (
    <>
      <Subject value="From a source" />
      <NotificationCategory value="Transactional" />
      <p>${text}</p>
    </>
  )
}
EmailTemplate.PreviewVariables = { name: "somebody" }
`

export const scenarios = [
  scenario("somebody is invited to sign in, by a mail with a link to the app", function* () {
    const { newAddress, nextMail, generation } = yield* Backend
    const server = yield* makeServer(yield* makeProject())
    const email = newAddress("zoe")
    const invite = (callbackUrl?: string) => server(Emails.sendSignInInvitation({ email, callbackUrl }))
    if (generation === "2025-06") return void (yield* failure(invite(), "NotSupportedByService"))
    yield* failure(invite("https://elsewhere.example/sign-in"), "RedirectUrlNotWhitelisted")
    const readMail = Effect.map(nextMail(email, "invited to sign in"), ({ text }) => text)
    yield* invite()
    assert.ok((yield* readMail).includes(`${appUrl}/handler/sign-in`))
    yield* invite(`${appUrl}/welcome?from=mail`)
    assert.ok((yield* readMail).includes(`${appUrl}/welcome?from=mail`))
  }),
  scenario("a server sends an email to addresses of anyone, and finds those to a user", { generations }, function* () {
    const { newAddress } = yield* Backend
    const sender = yield* makeSender()
    const { server, user } = sender
    const emails = [newAddress("friend"), newAddress("other")]
    const scheduledAt = yield* inAnHour
    const results = yield* server(Emails.send({ to: { emails }, subject: "Hi", html: "<p>Hi</p>", scheduledAt }))
    assert.equal(results.length, 2)
    assert.ok(results.every(({ userId }) => userId === undefined))
    const own = yield* schedule(sender)
    const { items } = yield* server(Outbox.page({ userId: user.id }))
    assert.ok(items.some(({ id }) => id === own.id))
    assert.ok(items.every(({ to }) => "userId" in to && to.userId === user.id))
  }),
  scenario("a user chooses which mails to get", { generations }, function* () {
    const { device } = yield* signUp(yield* makeProject())
    const categories = yield* device(ClientNotifications.list)
    assert.ok(categories.some(({ canDisable, enabled }) => !canDisable && enabled))
    const category = categories.find(({ canDisable }) => canDisable)
    assert.ok(category?.enabled)
    const changed = yield* device(ClientNotifications.setEnabled({ id: category.id, enabled: false }))
    assert.deepEqual(changed, { ...category, enabled: false })
    assert.ok((yield* device(ClientNotifications.list)).some(({ enabled, id }) => id === category.id && !enabled))
    yield* device(ClientNotifications.setEnabled({ id: category.id, enabled: true }))
    assert.deepEqual(yield* device(ClientNotifications.list), categories)
    const unknown = ClientNotifications.setEnabled({ id: noCategory, enabled: true })
    yield* failure(device(unknown), "NotificationCategoryNotFound")
  }),
  scenario("a server chooses which mails its users get", { generations }, function* () {
    const { server, user } = yield* makeSender()
    const [first, ...others] = (yield* server(Notifications.list(user.id))).toSorted(
      (left, right) => Number(right.canDisable) - Number(left.canDisable)
    )
    assert.ok(first !== undefined)
    const changed = yield* server(Notifications.setEnabled({ userId: user.id, id: first.id, enabled: false }))
    assert.equal(changed.enabled, false)
    const after = yield* server(Notifications.list(user.id))
    for (const category of [changed, ...others]) assert.ok(after.some((one) => one.id === category.id))
    yield* failure(server(Notifications.list(nobody)), "UserNotFound")
    const ofNobody = Notifications.setEnabled({ userId: nobody, id: first.id, enabled: true })
    yield* failure(server(ofNobody), "UserNotFound")
    const unknown = Notifications.setEnabled({ userId: user.id, id: noCategory, enabled: true })
    yield* failure(server(unknown), "NotificationCategoryNotFound")
  }),
  scenario("which mails to get is asked of nobody without a user", { generations }, function* () {
    const project = yield* makeProject()
    const params = { userId: "me" } as const
    const list = call(project, "client", NotificationsWire.listNotificationCategories, { params })
    yield* failure(list, "CannotGetOwnUserWithoutUser")
    const update = call(project, "client", NotificationsWire.updateNotificationCategory, {
      params: { ...params, notificationCategoryId: noCategory },
      payload: { enabled: true }
    })
    yield* failure(update, "CannotGetOwnUserWithoutUser")
  }),
  scenario("the service of 2025-06 sends no mails of servers, and asks nobody which mails to get", function* () {
    if ((yield* Backend).generation !== "2025-06") return
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    yield* failure(device(ClientNotifications.list), "NotSupportedByService")
    yield* failure(device(ClientNotifications.setEnabled({ id: noCategory, enabled: true })), "NotSupportedByService")
    yield* failure(server(Emails.send({ to: [], html: "" })), "NotSupportedByService")
    yield* failure(server(Emails.getDeliveryInfo), "NotSupportedByService")
    yield* failure(server(Emails.boostCapacity), "NotSupportedByService")
    yield* failure(server(Outbox.page()), "NotSupportedByService")
    yield* failure(server(Outbox.get(noEmail)), "NotSupportedByService")
    yield* failure(server(Outbox.cancel(noEmail)), "NotSupportedByService")
  }),
  scenario("mails of servers need a mail server, users, and contents that there are", { generations }, function* () {
    const { server, user } = yield* makeSender()
    const to = [user.id]
    yield* failure(server(Emails.send({ to: [user.id, nobody], html: "Hello" })), "UserIdDoesNotExist")
    yield* failure(server(Emails.send({ to, html: "Hello", category: "Gossip" })), "NotificationCategoryNotFound")
    const template = Emails.send({ to, templateId: EmailTemplateId.make(unknownId) })
    yield* failure(server(template), "EmailTemplateNotFound")
    yield* failure(server(Emails.send({ to, draftId: EmailDraftId.make(unknownId) })), "EmailDraftNotFound")
    assert.deepEqual(yield* server(Outbox.page()), { items: [], nextCursor: null })
    const without = yield* makeServer(yield* makeProject())
    yield* failure(without(Emails.send({ to: "all-users", html: "Hello" })), "RequiresCustomEmailServer")
  }),
  scenario("a mail of a server arrives, with a link that ends mails of its kind", { generations }, function* () {
    const { mailServer, nextMail } = yield* Backend
    const { email, server, user } = yield* makeSender(yield* mailServer)
    const news = { to: "all-users", subject: "News", html: "<p>What is new</p>", category: "Marketing" } as const
    assert.deepEqual(yield* server(Emails.send(news)), [{ userId: user.id }])
    const mail = yield* nextMail(email, "News")
    assert.match(mail.text, /What is new/)
    assert.ok(mail.link !== undefined)
    const { pathname, search } = new URL(mail.link)
    assert.equal((yield* send("GET", pathname + search)).status, 200)
    const categories = yield* server(Notifications.list(user.id))
    assert.deepEqual(
      categories.map(({ enabled, name }) => [name, enabled]),
      [
        ["Transactional", true],
        ["Marketing", false]
      ]
    )
    yield* server(Emails.send({ ...news, subject: "More news" }))
    yield* server(Emails.send({ to: [user.id], subject: "Your bill", html: "…", category: "Transactional" }))
    yield* nextMail(email, "Your bill")
    const { items } = yield* server(Outbox.page())
    const skipped = items.find((one) => one.status === "skipped")
    assert.equal(skipped?.skippedReason, "USER_UNSUBSCRIBED")
    const { stats } = yield* server(Emails.getDeliveryInfo)
    assert.equal(stats.hour.sent, 2)
    const wrong = yield* send("GET", `${pathname}?code=${"0".repeat(45)}`)
    assert.equal(wrong.status, 404)
  }),
  scenario("the outbox has the service's own mails as well", { generations }, function* () {
    const { newAddress, nextMail } = yield* Backend
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { email } = yield* signUp(project)
    yield* nextMail(email, "Verify your email")
    const team = yield* server(Teams.create({ displayName: "Acme" }))
    const guest = newAddress("guest")
    const callbackUrl = `${appUrl}/handler/team-invitation`
    yield* server(TeamInvitations.send({ teamId: team.id, email: guest, callbackUrl }))
    yield* nextMail(guest, "You have been invited")
    const [invitation, verification] = (yield* server(Outbox.page())).items
    assert.ok(invitation?.templateId !== null && verification?.templateId !== null)
    assert.equal(invitation?.variables["teamDisplayName"], "Acme")
    assert.ok(String(invitation?.variables["teamInvitationLink"]).startsWith(callbackUrl))
    assert.ok("emailVerificationLink" in (verification?.variables ?? {}))
    const listAddresses = (to: object | undefined) => (to !== undefined && "emails" in to ? to.emails : undefined)
    assert.deepEqual([listAddresses(invitation?.to), listAddresses(verification?.to)], [[guest], [email]])
  }),
  scenario("mails are made from templates and drafts", { generations }, function* () {
    const { mailServer, nextMail } = yield* Backend
    const { email, project, server, user } = yield* makeSender(yield* mailServer)
    const admin = yield* makeAdmin(project)
    const to = [user.id]
    const templateId = yield* admin(TsxEmailTemplates.create({ displayName: "Mine" }))
    yield* admin(TsxEmailTemplates.update({ id: templateId, tsxSource: source("For {variables.name}") }))
    yield* server(Emails.send({ to, templateId, variables: { name: "Ann" } }))
    assert.match((yield* nextMail(email, "From a source")).text, /For Ann/)
    yield* server(Emails.send({ to, templateId, variables: { name: "Bob" }, subject: "Other", themeId: false }))
    assert.match((yield* nextMail(email, "Other")).text, /For Bob/)

    const draftId = yield* admin(EmailDrafts.create({ displayName: "News", tsxSource: source("A draft") }))
    assert.equal((yield* admin(EmailDrafts.get(draftId))).sentAt ?? null, null)
    yield* server(Emails.send({ to, draftId }))
    assert.match((yield* nextMail(email, "From a source")).text, /A draft/)
    assert.ok((yield* admin(EmailDrafts.get(draftId))).sentAt instanceof Date)
    const [latest, , first] = (yield* server(Outbox.page())).items
    assert.deepEqual([latest?.createdWith, latest?.draftId, latest?.templateId], ["draft", draftId, null])
    assert.deepEqual([first?.createdWith, first?.templateId], ["programmatic-call", templateId])
    assert.deepEqual(first?.variables, { name: "Ann" })
  }),
  scenario("a mail for later is changed, held back, let go and sent at its time", { generations }, function* () {
    const { elapse, mailServer, nextMail } = yield* Backend
    const sender = yield* makeSender(yield* mailServer)
    const { email, project, server, user } = sender
    const { id, status, to } = yield* schedule(sender)
    assert.ok(isWaiting(status), status)
    assert.deepEqual(to, { type: "user-primary-email", userId: user.id })
    assert.equal((yield* server(Outbox.pause(id))).status, "paused")
    const resumed = yield* server(Outbox.resume(id))
    assert.ok(isWaiting(resumed.status), resumed.status)
    if (resumed.status === "scheduled") assert.equal(resumed.subject, "News")
    const other = yield* schedule(sender, "Other")
    const changed = yield* server(Outbox.update({ id, tsxSource: other.tsxSource, themeId: null }))
    assert.equal(changed.tsxSource, other.tsxSource)
    const path = `/api/v1/emails/outbox/${id}`
    const withVariables = yield* send(
      "PATCH",
      path,
      { ...headersFor(project, "server"), "content-type": "application/json" },
      JSON.stringify({ variables: { name: "Ann" } })
    )
    // The service takes variables, and stores none.
    assert.deepEqual([withVariables.status, JSON.parse(withVariables.text).variables], [200, {}])
    yield* server(Outbox.cancel(other.id))
    yield* elapse("1 hour")
    assert.match((yield* nextMail(email, "News")).text, /Other/)
  }),
  scenario("a mail that is cancelled is never sent, and cannot be changed any more", { generations }, function* () {
    const sender = yield* makeSender()
    const { server } = sender
    const { id } = yield* schedule(sender)
    const cancelled = yield* server(Outbox.cancel(id))
    assert.ok(cancelled.status === "skipped")
    assert.equal(cancelled.skippedReason, "MANUALLY_CANCELLED")
    assert.deepEqual(yield* server(Outbox.get(id)), cancelled)
    const { details } = yield* failure(server(Outbox.pause(id)), "EmailNotEditable")
    assert.deepEqual(details, { emailId: id, status: "SKIPPED" })
    yield* failure(server(Outbox.resume(id)), "EmailNotEditable")
    yield* failure(server(Outbox.update({ id, themeId: null })), "EmailNotEditable")
    yield* failure(server(Outbox.get(noEmail)), "EmailNotFound")
    yield* failure(server(Outbox.cancel(noEmail)), "EmailNotFound")
  }),
  scenario("the outbox is read page by page, and by status", { generations }, function* () {
    const sender = yield* makeSender()
    const { server } = sender
    const ids = []
    for (const subject of ["one", "two", "three"]) ids.unshift((yield* schedule(sender, subject)).id)
    yield* server(Outbox.cancel(ids[1]!))
    const first = yield* server(Outbox.page({ limit: 2 }))
    assert.deepEqual(
      first.items.map(({ id }) => id),
      ids.slice(0, 2)
    )
    const second = yield* server(Outbox.page({ limit: 2, cursor: first.nextCursor ?? "" }))
    assert.deepEqual([second.items.map(({ id }) => id), second.nextCursor], [[ids[2]], null])
    const waiting = yield* server(Outbox.page({ simpleStatus: "in-progress" }))
    assert.deepEqual(
      waiting.items.map(({ id }) => id),
      [ids[0], ids[2]]
    )
    const scheduled = yield* server(Outbox.page({ status: "scheduled" }))
    // A real service takes its time to render them.
    for (const { id } of scheduled.items) assert.ok(id === ids[0] || id === ids[2])
    const done = yield* server(Outbox.page({ simpleStatus: "ok" }))
    assert.equal(done.items.length, 1)
  }),
  scenario("the capacity for mails is boosted once at a time", { generations }, function* () {
    const { server } = yield* makeSender()
    const { capacity, stats } = yield* server(Emails.getDeliveryInfo)
    assert.deepEqual([capacity.isBoostActive, capacity.boostExpiresAt], [false, null])
    assert.deepEqual(stats.month, { sent: 0, bounced: 0, markedAsSpam: 0 })
    const { expiresAt } = yield* server(Emails.boostCapacity)
    const boosted = (yield* server(Emails.getDeliveryInfo)).capacity
    assert.deepEqual([boosted.isBoostActive, boosted.boostExpiresAt], [true, expiresAt])
    const { details } = yield* failure(server(Emails.boostCapacity), "EmailCapacityBoostAlreadyActive")
    assert.deepEqual(details, { expiresAt })
  })
]

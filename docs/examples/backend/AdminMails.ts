/** Lets admins send mails to users, and list, read and cancel them. */
import { Clock, Effect, Option, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as AsAdmin from "gatefold/admin"
import type { UserId } from "gatefold/backend/middleware"
import { Emails, Outbox, Users } from "gatefold/server"
import type { OutboxMail, SentMail } from "./AdminMailsContract.ts"
import { find } from "./AdminUserDetails.ts"
import { Api } from "./Contract.ts"
import { mailPage } from "./MailPage.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

const HOUR_MILLIS = 3_600_000

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Details of a status, such as the error of the mail server. */
const reasonOf = (email: Outbox.OutboxEmail): string | null => {
  switch (email.status) {
    case "skipped":
      return email.skippedReason
    case "server-error":
      return email.serverError
    case "render-error":
      return email.renderError
    case "other":
      return email.wireStatus
    default:
      return null
  }
}

const userIdOf = ({ to }: Outbox.OutboxEmail): UserId | null => ("userId" in to ? to.userId : null)

const htmlOf = (email: Outbox.OutboxEmail): string | null => ("html" in email ? (email.html ?? null) : null)

const mailOf = (email: Outbox.OutboxEmail): OutboxMail => ({
  id: email.id,
  userId: userIdOf(email),
  to: "emails" in email.to ? email.to.emails : [],
  subject: "subject" in email ? (email.subject ?? null) : null,
  status: email.status,
  reason: reasonOf(email),
  isWaiting: ["paused", "scheduled", "queued"].includes(email.status),
  isFailed: email.simpleStatus === "error",
  scheduledAt: email.scheduledAt,
  hasPreview: htmlOf(email) !== null
})

/** Adds the primary address of the user, which the outbox leaves out. */
const withAddress = Effect.fn("admin.withAddress")(function* (mail: OutboxMail) {
  if (mail.userId === null || mail.to.length > 0) return mail
  const user = yield* Users.find(mail.userId)
  return user === null || user.primaryEmail === null ? mail : { ...mail, to: [user.primaryEmail] }
})

const errorOf = (error: unknown): string | null =>
  error === null ? null : typeof error === "string" ? error : JSON.stringify(error)

const sentMailOf = ({ error, id, sentAt, subject, to }: AsAdmin.Emails.SentEmail): SentMail => ({
  id,
  sentAt,
  subject,
  to,
  error: errorOf(error)
})

/** The newest 500 mails of the outbox. The API has no filter by user. */
const newest = Stream.paginate(undefined as string | undefined, (cursor) =>
  Effect.map(
    Outbox.page({ limit: 100, cursor }),
    ({ items, nextCursor }) => [items, Option.fromNullishOr(nextCursor)] as const
  )
).pipe(Stream.take(500), Stream.runCollect)

const noMails: ReadonlyArray<Outbox.OutboxEmail> = []

/** Matches by subject and time, because the list of sent mails gives the same mail another ID. */
const isIn = (outbox: ReadonlyArray<Outbox.OutboxEmail>) => (sent: AsAdmin.Emails.SentEmail) =>
  outbox.some(
    (email) =>
      "deliveredAt" in email &&
      email.subject === sent.subject &&
      Math.abs(email.deliveredAt.getTime() - sent.sentAt.getTime()) < 60_000
  )

/** The procedures about mails to users. */
export const mailProcedures = {
  SendNews: Effect.fn("admin.SendNews")(function* (news: {
    readonly subject: string
    readonly text: string
    readonly isLater: boolean
  }) {
    const scheduledAt = new Date((yield* Clock.currentTimeMillis) + (news.isLater ? HOUR_MILLIS : 0))
    const html = `<h2>${escape(news.subject)}</h2><p>${escape(news.text)}</p>`
    const results = yield* Emails.send({
      to: "all-users",
      subject: news.subject,
      html,
      // Users who turned off marketing mails get none.
      category: "Marketing",
      scheduledAt
    }).pipe(onlyOrRefused("RequiresCustomEmailServer"))
    return results.length
  }),

  ListOutbox: Effect.fn("admin.ListOutbox")(function* (page: { readonly cursor?: string; readonly limit: number }) {
    const { items, nextCursor } = yield* Outbox.page(page)
    return { items: yield* Effect.forEach(items.map(mailOf), withAddress, { concurrency: "unbounded" }), nextCursor }
  }, only()),

  CancelMail: ({ id }: { readonly id: string }) =>
    Outbox.cancel(id).pipe(Effect.map(mailOf), onlyOrRefused("EmailNotEditable")),

  ListUserMails: Effect.fn("admin.ListUserMails")(function* ({ userId }: { readonly userId: UserId }) {
    const { primaryEmail } = yield* find(userId)
    const [all, sent] = yield* Effect.all(
      [newest.pipe(Effect.catchTag("NotSupportedByService", () => Effect.succeed(noMails))), AsAdmin.Emails.list],
      { concurrency: "unbounded" }
    )
    const outbox = all.filter((email) => userIdOf(email) === userId)
    const isInOutbox = isIn(outbox)
    return {
      outbox: outbox.map(mailOf),
      sent: sent
        .filter((mail) => primaryEmail !== null && mail.to.includes(primaryEmail) && !isInOutbox(mail))
        .map(sentMailOf)
    }
  }, only("UserNotFound")),

  /** The service returns at most 100 mails at once; this cuts them into pages. */
  ListSentMails: Effect.fn("admin.ListSentMails")(function* (page: {
    readonly cursor?: string
    readonly limit: number
  }) {
    const mails = yield* AsAdmin.Emails.list.pipe(only())
    const start = page.cursor === undefined ? 0 : mails.findIndex(({ id }) => id === page.cursor)
    const items = start < 0 ? [] : mails.slice(start, start + page.limit)
    return { items: items.map(sentMailOf), nextCursor: mails[start + page.limit]?.id ?? null }
  })
}

/** Serves the previews of mails. */
export const MailPreviewsLive = HttpApiBuilder.group(Api, "mailPreviews", (handlers) =>
  handlers.handle("preview", ({ params: { id } }) =>
    Outbox.get(id).pipe(
      Effect.map(htmlOf),
      Effect.catchTag("EmailNotFound", () => Effect.succeed(null)),
      Effect.map(mailPage),
      only()
    )
  )
)

/** Mails to all users of the app, as its admins send, watch and cancel them. */
import { Clock, Effect } from "effect"
import { Emails, Ids, Outbox } from "gatefold/server"
import type { OutboxMail } from "./AdminContract.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

const HOUR_MILLIS = 3_600_000

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** What there is to say about a status, beside its name. */
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

const mailOf = (email: Outbox.OutboxEmail): OutboxMail => ({
  id: email.id,
  userId: email.to.type === "user-primary-email" ? email.to.userId : null,
  subject: "subject" in email ? (email.subject ?? null) : null,
  status: email.status,
  reason: reasonOf(email),
  isWaiting: ["paused", "scheduled", "queued"].includes(email.status),
  isFailed: email.simpleStatus === "error",
  scheduledAt: email.scheduledAt
})

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
      // whoever has turned these off gets none
      category: "Marketing",
      scheduledAt
    }).pipe(onlyOrRefused("RequiresCustomEmailServer"))
    return results.length
  }),

  ListOutbox: (page: { readonly cursor?: string; readonly limit: number }) =>
    Outbox.list(page).pipe(
      Effect.map(({ items, nextCursor }) => ({ items: items.map(mailOf), nextCursor })),
      only()
    ),

  CancelMail: ({ id }: { readonly id: string }) =>
    Outbox.cancel(Ids.OutboxEmailId.make(id)).pipe(Effect.map(mailOf), onlyOrRefused("EmailNotEditable"))
}

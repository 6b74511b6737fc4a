/** Sends mails, and counts them (docs/protocol/resources.md#mails). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DeliveryInfo } from "../../api/schema/DeliveryInfo.ts"
import type { SenderConfig } from "../../api/schema/SentEmail.ts"
import { EmailCapacityBoostAlreadyActive } from "../../domain/errors/Emails.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import type { Project } from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { type Mail, Mailbox } from "./Mailbox.ts"
import * as SentEmails from "./SentEmails.ts"
import { Smtp } from "./Smtp.ts"

/** A mail to one recipient, with its link, if any. */
export type OutgoingMail = Pick<Mail, "to" | "subject" | "text" | "html" | "link" | "code">

/** Joins the lines of a text, because a header must be one line. */
const toOneLine = (text: string): string => text.replace(/[\r\n]+/g, " ")

/** An address with a name, quoted where it has to be (RFC 5322 §3.4). */
const formatAddress = ({ senderEmail, senderName }: SenderConfig): string => {
  const name = toOneLine(senderName)
  if (name === "") return senderEmail
  return `${/^[\w ]+$/.test(name) ? name : JSON.stringify(name)} <${senderEmail}>`
}

/** The sender of a project's mails. If the project has no mail server, nothing leaves this process. */
export const getSender = ({ config: { emailConfig }, displayName }: Project): SenderConfig => {
  if (emailConfig.type === "standard") {
    const { password: _, ...sender } = emailConfig
    return sender
  }
  return {
    type: "shared",
    host: "localhost",
    port: 0,
    username: "emulator",
    senderName: displayName,
    senderEmail: "noreply@emulator.gatefold.invalid"
  }
}

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** The sending rate of a new project in the hosted service. */
const maxRatePerSecond = 100_000 / 3600

const boostFactor = 4
const boostMillis = 4 * hourMillis

interface Counts {
  readonly hour: number
  readonly day: number
  readonly week: number
  readonly month: number
}

/** An emulator gets no feedback about its mails, so none bounces or counts as spam. */
const makeStats = (sent: number) => ({ sent, bounced: 0, markedAsSpam: 0 })

/**
 * Delivers into the mailbox, to the project's own mail server if it has one, and records the result for `GET
 * /internal/emails`. Returns why the mail server rejected the mail; `undefined` if it accepted it. The mail is in the
 * mailbox in either case. A mail that another emulator also sends goes only there.
 */
export const deliver = Effect.fnUntraced(function* (
  project: Project,
  message: OutgoingMail,
  { isSentElsewhere }: { readonly isSentElsewhere: boolean } = { isSentElsewhere: false }
) {
  const { emailConfig } = project.config
  const subject = toOneLine(message.subject)
  const { html, text, to } = message
  const smtp = yield* Smtp
  const error =
    emailConfig.type === "shared" || isSentElsewhere
      ? undefined
      : yield* Effect.match(smtp.send(emailConfig, { to, subject, text, html }), {
          onFailure: (failure) => failure,
          onSuccess: () => undefined
        })
  const sender = getSender(project)
  const projectId = project.id
  yield* SentEmails.add({
    projectId,
    to,
    subject,
    sender,
    error: error === undefined ? null : { message: error.message, code: error.code }
  })
  const mailbox = yield* Mailbox
  yield* mailbox.deliver({ ...message, projectId, from: formatAddress(sender), subject })
  return error
})

const readBoost = Effect.fnUntraced(function* (projectId: ProjectId) {
  const now = yield* Clock.currentTimeMillis
  const row = yield* Database.first(sql<{ expires_at: number }>`SELECT expires_at FROM email_boosts
    WHERE project_id = ${projectId} AND expires_at > ${now}`)
  return row && new Date(row.expires_at)
})

export const readInfo = Effect.fnUntraced(function* (projectId: ProjectId) {
  const now = yield* Clock.currentTimeMillis
  const countSince = (millis: number) => sql`coalesce(sum(sent_at > ${now - millis}), 0)`
  const sent =
    yield* Database.first(sql<Counts>`SELECT ${countSince(hourMillis)} AS hour, ${countSince(dayMillis)} AS day,
      ${countSince(7 * dayMillis)} AS week, ${countSince(30 * dayMillis)} AS month
    FROM sent_emails WHERE project_id = ${projectId} AND error IS NULL`)
  const { day = 0, hour = 0, month = 0, week = 0 } = sent ?? {}
  const boostExpiresAt = yield* readBoost(projectId)
  const boostMultiplier = boostExpiresAt === undefined ? 1 : boostFactor
  const info: DeliveryInfo = {
    stats: { hour: makeStats(hour), day: makeStats(day), week: makeStats(week), month: makeStats(month) },
    capacity: {
      ratePerSecond: maxRatePerSecond * boostMultiplier,
      boostMultiplier,
      penaltyFactor: 1,
      isBoostActive: boostExpiresAt !== undefined,
      boostExpiresAt: boostExpiresAt ?? null
    }
  }
  return info
})

/** Raises the sending rate for a while, and returns when that ends. */
export const boost = Effect.fnUntraced(function* (projectId: ProjectId) {
  const now = yield* Clock.currentTimeMillis
  const row = { project_id: projectId, expires_at: now + boostMillis }
  // In one statement, so that one of concurrent callers begins it.
  const inserted = yield* Database.first(sql<{ expires_at: number }>`INSERT INTO email_boosts ${sql.insert(row)}
    ON CONFLICT (project_id) DO UPDATE SET expires_at = excluded.expires_at
      WHERE email_boosts.expires_at <= ${now} RETURNING expires_at`)
  if (inserted !== undefined) return new Date(inserted.expires_at)
  const expiresAt = (yield* readBoost(projectId)) ?? new Date(now)
  return yield* new EmailCapacityBoostAlreadyActive({ details: { expiresAt } })
})

/** Stored mails of the outbox, and their API representation. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EmailRecipient, type OutboxEmail } from "../../../api/schema/OutboxEmail.ts"
import type { ProjectId } from "../../../domain/Ids.ts"
import * as Columns from "../../storage/Columns.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Notifications from "../Notifications.ts"
import type { SmtpSendError } from "../Smtp.ts"

/** The statuses that mails of the emulator have: they are rendered at once, and their delivery is not tracked. */
type Status = "paused" | "render-error" | "scheduled" | "queued" | "sending" | "server-error" | "skipped" | "sent"

/** The status of a row at a time, in SQL. */
export const computeStatus = (now: number) => sql`CASE
  WHEN skipped_at IS NOT NULL THEN 'skipped'
  WHEN is_paused = 1 THEN 'paused'
  WHEN send_error IS NOT NULL THEN 'server-error'
  WHEN finished_sending_at IS NOT NULL THEN 'sent'
  WHEN started_sending_at IS NOT NULL THEN 'sending'
  WHEN render_error IS NOT NULL THEN 'render-error'
  WHEN scheduled_at > ${now} THEN 'scheduled'
  ELSE 'queued' END`

const simpleStatuses: Readonly<Record<Status, "in-progress" | "ok" | "error">> = {
  paused: "in-progress",
  "render-error": "error",
  scheduled: "in-progress",
  queued: "in-progress",
  sending: "in-progress",
  "server-error": "error",
  skipped: "ok",
  sent: "ok"
}

/** The detailed statuses that a simple status stands for. */
export const expandStatus = (simple: string): ReadonlyArray<string> =>
  Object.entries(simpleStatuses).flatMap(([status, candidate]) => (candidate === simple ? [status] : []))

const editable: ReadonlyArray<Status> = ["paused", "render-error", "scheduled", "queued", "server-error"]

export const isEditable = ({ status }: Pick<OutboxRow, "status">): boolean => editable.includes(status)

/** The columns of a mail that is tried again. */
export const unsent = { started_sending_at: null, finished_sending_at: null, send_error: null }

export const write = (id: string, columns: Record<string, unknown>) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Database.run(sql`UPDATE outbox_emails SET ${sql.update({ ...columns, updated_at: now })} WHERE id = ${id}`)
  )

/** Adds a mail of the service itself, by the columns in which such mails differ. The mailer sends it, if it can. */
export const addServiceMail = Effect.fnUntraced(function* (mail: Partial<OutboxRow> & Pick<OutboxRow, "render_error">) {
  const now = yield* Clock.currentTimeMillis
  yield* Database.insert("outbox_emails", {
    ...mail,
    created_at: now,
    updated_at: now,
    is_high_priority: true,
    scheduled_at: now,
    rendered_at: now,
    category_id: Notifications.transactional.id,
    started_sending_at: mail.render_error === null ? now : null
  })
})

/** Records that a mail was sent, or why the mail server rejected it. */
export const finish = (id: string, error: SmtpSendError | undefined) =>
  Effect.flatMap(Clock.currentTimeMillis, (finished_sending_at) =>
    write(id, {
      finished_sending_at,
      send_error: error === undefined ? null : JSON.stringify({ message: error.message, code: error.code })
    })
  )

export interface OutboxRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly created_at: number
  readonly updated_at: number
  /** JSON of an {@link EmailRecipient}. */
  readonly recipient: string
  readonly source: string
  readonly variables: string
  readonly theme_id: string | null
  readonly draft_id: string | null
  readonly template_id: string | null
  readonly wanted_subject: string | null
  readonly wanted_category_id: string | null
  readonly is_high_priority: number
  readonly skip_deliverability_check: number
  readonly scheduled_at: number
  readonly rendered_at: number
  readonly render_error: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly category_id: string | null
  readonly started_sending_at: number | null
  readonly finished_sending_at: number | null
  /** JSON of a {@link SendError}. */
  readonly send_error: string | null
  readonly skipped_at: number | null
  readonly skipped_reason: string | null
  /** See {@link computeStatus}. */
  readonly status: Status
}

const parseRecipient = Columns.makeParser(EmailRecipient)

export const readRecipient = ({ recipient }: Pick<OutboxRow, "recipient">): EmailRecipient => parseRecipient(recipient)

/** The id of the user to whom the mail goes; undefined if it goes to addresses. */
export const getUserId = (recipient: EmailRecipient): string | undefined =>
  recipient.type === "custom-emails" ? undefined : recipient.userId

const parseVariables = Columns.makeParser(Schema.Record(Schema.String, Schema.Json))

export const readVariables = ({ variables }: Pick<OutboxRow, "variables">) => parseVariables(variables)

const toDate = (millis: number | null): Date => new Date(millis ?? 0)

/** An `SmtpSendError` as it is stored. */
const SendError = Schema.Struct({ message: Schema.String, code: Schema.String })

const parseSendError = Columns.makeParser(SendError)

const readSendError = ({ send_error }: OutboxRow) => (send_error === null ? null : parseSendError(send_error))

const toAttempt = (at: Date, { code, message }: typeof SendError.Type) => ({
  attemptNumber: 1,
  at,
  externalMessage: message,
  externalDetails: { errorType: code },
  internalMessage: message,
  internalDetails: { rawError: message, errorType: code }
})

const toFields = (row: OutboxRow) => {
  const sendError = readSendError(row)
  return {
    id: row.id,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    simpleStatus: simpleStatuses[row.status],
    to: readRecipient(row),
    tsxSource: row.source,
    variables: readVariables(row),
    themeId: row.theme_id,
    scheduledAt: new Date(row.scheduled_at),
    skipDeliverabilityCheck: row.skip_deliverability_check === 1,
    createdWith: row.draft_id === null ? "programmatic-call" : "draft",
    draftId: row.draft_id,
    templateId: row.template_id,
    sendRetries: sendError === null ? 0 : 1,
    nextSendRetryAt: null,
    sendAttemptErrors: sendError && [toAttempt(toDate(row.finished_sending_at), sendError)],
    isPaused: row.status === "paused",
    hasRendered: false,
    hasDelivered: false
  }
}

const toRendered = (row: OutboxRow) => ({
  hasRendered: true,
  startedRenderingAt: toDate(row.rendered_at),
  renderedAt: toDate(row.rendered_at),
  subject: row.subject,
  html: row.html,
  text: row.text,
  isTransactional: row.category_id === Notifications.transactional.id,
  isHighPriority: row.is_high_priority === 1,
  notificationCategoryId: row.category_id
})

/** A mail as the service returns it. Each status has different fields. */
export const toOutboxEmail = (row: OutboxRow): OutboxEmail => {
  const { status } = row
  const fields = toFields(row)
  const rendered = { ...fields, ...toRendered(row) }
  const renderedAt = toDate(row.rendered_at)
  const startedSendingAt = toDate(row.started_sending_at)
  const finishedAt = toDate(row.finished_sending_at)
  switch (status) {
    case "paused":
      return { ...fields, status }
    case "render-error":
      return { ...fields, status, startedRenderingAt: renderedAt, renderedAt, renderError: row.render_error ?? "" }
    case "scheduled":
    case "queued":
      return { ...rendered, status }
    case "sending":
      return { ...rendered, status, startedSendingAt }
    case "server-error":
      return {
        ...rendered,
        status,
        startedSendingAt,
        errorAt: finishedAt,
        serverError: readSendError(row)?.message ?? ""
      }
    case "skipped":
      return {
        ...(row.render_error === null ? rendered : fields),
        ...(row.started_sending_at !== null && { startedSendingAt }),
        status,
        skippedAt: toDate(row.skipped_at),
        skippedReason: row.skipped_reason ?? "",
        skippedDetails: {}
      }
    case "sent":
      return {
        ...rendered,
        status,
        hasDelivered: true,
        startedSendingAt,
        deliveredAt: finishedAt,
        canHaveDeliveryInfo: false
      }
  }
}

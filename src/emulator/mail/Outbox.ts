/**
 * Mails that servers send (docs/protocol/resources.md#mails). The outbox renders them on creation, and sends them in
 * the background when they are due.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { UpdateOutboxEmail as Change } from "../../api/Outbox.ts"
import type { EmailRecipient } from "../../api/schema/OutboxEmail.ts"
import { EmailNotEditable } from "../../domain/errors/Emails.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import type { Json } from "../../domain/text/Json.ts"
import { Randomness } from "../crypto/Randomness.ts"
import type { Project } from "../projects/Projects.ts"
import { pickDefined } from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as Paging from "../storage/Paging.ts"
import { compose, type Source } from "./internal/Composer.ts"
import * as OutboxRow from "./internal/OutboxRow.ts"
import { OutboxSender } from "./OutboxSender.ts"

/** A mail to some recipients. */
export interface NewEmail {
  readonly to: ReadonlyArray<EmailRecipient>
  readonly source: string
  readonly variables: Readonly<Record<string, Json>>
  /** Null for none. */
  readonly themeId: string | null
  readonly draftId?: string | undefined
  readonly templateId?: string | undefined
  /** Overrides the value of the source. */
  readonly subject?: string | undefined
  readonly categoryId?: string | undefined
  readonly isHighPriority?: boolean | undefined
  /** Default: now. */
  readonly scheduledAt?: number | undefined
}

/** Filters and page of mails; `cursor` is the id of the first one of the page. */
export interface ListOptions {
  readonly status?: string | undefined
  readonly simpleStatus?: string | undefined
  /** The user whom they go to. */
  readonly userId?: UserId | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const toColumns = ({ isPaused, scheduledAt, skipDeliverabilityCheck, themeId, to, tsxSource, variables }: Change) =>
  pickDefined({
    source: tsxSource,
    theme_id: themeId,
    recipient: to && JSON.stringify(to),
    // The service stores none, regardless of the input.
    variables: variables && "{}",
    skip_deliverability_check: skipDeliverabilityCheck,
    scheduled_at: scheduledAt?.getTime(),
    is_paused: isPaused
  })

const changesContent = ({ themeId, to, tsxSource, variables }: Change): boolean =>
  [themeId, to, tsxSource, variables].some((part) => part !== undefined)

/** The columns of a mail whose source could not be rendered. */
const unrendered = { subject: "", html: "", text: "", category_id: null }

const currentStatus = Effect.map(Clock.currentTimeMillis, OutboxRow.computeStatus)

const renderSource = Effect.fnUntraced(function* (project: Project, source: Source) {
  const rendered_at = yield* Clock.currentTimeMillis
  return yield* Effect.match(compose(project, source), {
    onFailure: ({ details }) => ({ ...unrendered, rendered_at, render_error: details.error }),
    onSuccess: ({ categoryId, ...content }) => ({
      ...content,
      category_id: categoryId,
      rendered_at,
      render_error: null
    })
  })
})

export const find = (projectId: ProjectId, id: string) =>
  Effect.map(findRow(projectId, id), (row) => row && OutboxRow.toOutboxEmail(row))

const findRow = Effect.fnUntraced(function* (projectId: ProjectId, id: string) {
  return yield* Database.first(sql<OutboxRow.OutboxRow>`SELECT *, ${yield* currentStatus} AS status FROM outbox_emails
    WHERE project_id = ${projectId} AND id = ${id}`)
})

/** Adds one mail for each recipient. */
export const add = Effect.fnUntraced(function* (project: Project, email: NewEmail) {
  const { uuid } = yield* Randomness
  const now = yield* Clock.currentTimeMillis
  const { categoryId = null, draftId, scheduledAt = now, source, subject = null, templateId, to } = email
  const columns = {
    project_id: project.id,
    created_at: now,
    updated_at: now,
    source,
    variables: JSON.stringify(email.variables),
    theme_id: email.themeId,
    draft_id: draftId ?? null,
    template_id: templateId ?? null,
    wanted_subject: subject,
    wanted_category_id: categoryId,
    is_high_priority: email.isHighPriority ?? false,
    scheduled_at: scheduledAt
  }
  const insert = Effect.fnUntraced(function* (recipient: EmailRecipient) {
    const mail = { ...columns, recipient: JSON.stringify(recipient) }
    const row = { ...mail, ...(yield* renderSource(project, mail)), id: uuid() }
    yield* Database.insert("outbox_emails", row)
  })
  yield* Database.transaction(Effect.forEach(to, insert, { discard: true }))
  yield* OutboxSender.use(({ sendAt }) => sendAt(scheduledAt))
})

/** Lists mails, the newest first. */
export const list = Effect.fnUntraced(function* (projectId: ProjectId, options: ListOptions) {
  const { cursor, limit, simpleStatus, status, userId } = options
  const conditions = [
    sql`project_id = ${projectId}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(simpleStatus === undefined ? [] : [sql.in("status", OutboxRow.expandStatus(simpleStatus))]),
    ...(userId === undefined ? [] : [sql`json_extract(recipient, '$.userId') = ${userId}`]),
    ...(cursor === undefined
      ? []
      : [sql`position <= (SELECT rowid FROM outbox_emails WHERE project_id = ${projectId} AND id = ${cursor})`])
  ]
  const rows = yield* Database.all(sql<OutboxRow.OutboxRow>`SELECT * FROM
      (SELECT *, rowid AS position, ${yield* currentStatus} AS status FROM outbox_emails)
    WHERE ${sql.and(conditions)} ORDER BY position DESC LIMIT ${Paging.countRows(limit)}`)
  return Paging.map(Paging.takePage(rows, limit), OutboxRow.toOutboxEmail)
})

const writeChange = Effect.fnUntraced(function* (project: Project, id: string, change: Change) {
  const row = yield* findRow(project.id, id)
  if (row === undefined) return undefined
  if (!OutboxRow.isEditable(row)) {
    const status = row.status.toUpperCase().replaceAll("-", "_")
    return yield* new EmailNotEditable({ details: { emailId: id, status } })
  }
  if (change.cancel === true) {
    const skipped_at = yield* Clock.currentTimeMillis
    yield* OutboxRow.write(id, { is_paused: false, skipped_at, skipped_reason: "MANUALLY_CANCELLED" })
  } else {
    const columns = toColumns(change)
    const content = changesContent(change) && {
      ...(yield* renderSource(project, { ...row, ...columns })),
      ...OutboxRow.unsent
    }
    yield* OutboxRow.write(id, { ...columns, ...content })
  }
  return yield* findRow(project.id, id)
})

/** Changes a mail; `undefined` if it does not exist. */
export const update = Effect.fnUntraced(function* (project: Project, id: string, change: Change) {
  // In one transaction, because it may be claimed meanwhile.
  const row = yield* Database.transaction(writeChange(project, id, change))
  if (row === undefined) return undefined
  yield* OutboxSender.use(({ sendAt }) => sendAt(row.scheduled_at))
  return OutboxRow.toOutboxEmail(row)
})

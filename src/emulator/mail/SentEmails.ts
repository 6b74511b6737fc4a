/** The record of sent mails (docs/protocol/resources.md#mails). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Metadata } from "../../api/schema/Metadata.ts"
import { SenderConfig, type SentEmail } from "../../api/schema/SentEmail.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

interface Row {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly sent_at: number
  readonly sender: string | null
  readonly error: string | null
}

const parseSender = Columns.makeParser(SenderConfig)

const listed = 100

/** The sender of mails that were recorded without one. */
const unknownSender: SenderConfig = {
  type: "shared",
  host: "",
  port: 0,
  username: "",
  senderName: "",
  senderEmail: ""
}

export const add = Effect.fnUntraced(function* (mail: {
  readonly projectId: ProjectId
  readonly to: string
  readonly subject: string
  readonly sender: SenderConfig
  /** Why it was not sent, or null. */
  readonly error: Metadata
}) {
  yield* Database.insert("sent_emails", {
    id: (yield* Randomness).uuid(),
    project_id: mail.projectId,
    recipient: mail.to,
    subject: mail.subject,
    sent_at: yield* Clock.currentTimeMillis,
    sender: JSON.stringify(mail.sender),
    error: mail.error === null ? null : JSON.stringify(mail.error)
  })
})

/** The newest 100, newest first. */
export const list = (projectId: ProjectId) =>
  Effect.map(
    Database.all(sql<Row>`SELECT * FROM sent_emails WHERE project_id = ${projectId}
      ORDER BY sent_at DESC, rowid DESC LIMIT ${listed}`),
    (rows) =>
      rows.map((row): SentEmail => ({
        id: row.id,
        subject: row.subject,
        to: [row.recipient],
        sentAt: new Date(row.sent_at),
        senderConfig: row.sender === null ? unknownSender : parseSender(row.sender),
        error: row.error === null ? null : JSON.parse(row.error)
      }))
  )

/** The record of sent mails (docs/protocol/resources.md#mails). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { Metadata } from "../../api/schema/Metadata.ts"
import { SenderConfig, type SentEmail } from "../../api/schema/SentEmail.ts"
import { type ProjectId, SentEmailId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"

export class SentEmails extends Context.Service<
  SentEmails,
  {
    readonly add: (mail: {
      readonly projectId: ProjectId
      readonly to: string
      readonly subject: string
      readonly sender: SenderConfig
      /** Why it was not sent, or null. */
      readonly error: Metadata
    }) => Effect.Effect<void>
    /** The newest 100, newest first. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<SentEmail>>
  }
>()("gatefold/emulator/mail/SentEmails") {}

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

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  return SentEmails.of({
    add: Effect.fnUntraced(function* ({ error, projectId, sender, subject, to }) {
      yield* Database.insert(sql, "sent_emails", {
        id: randomness.uuid(),
        project_id: projectId,
        recipient: to,
        subject,
        sent_at: yield* Clock.currentTimeMillis,
        sender: JSON.stringify(sender),
        error: error === null ? null : JSON.stringify(error)
      })
    }),

    list: (projectId) =>
      Effect.map(
        Database.all(sql<Row>`SELECT * FROM sent_emails WHERE project_id = ${projectId}
          ORDER BY sent_at DESC, rowid DESC LIMIT ${listed}`),
        (rows) =>
          rows.map((row) => ({
            id: SentEmailId.make(row.id),
            subject: row.subject,
            to: [row.recipient],
            sentAt: new Date(row.sent_at),
            senderConfig: row.sender === null ? unknownSender : parseSender(row.sender),
            error: row.error === null ? null : JSON.parse(row.error)
          }))
      )
  })
})

/** Keeps a record of mails in the database. */
export const layer = Layer.effect(SentEmails, make)

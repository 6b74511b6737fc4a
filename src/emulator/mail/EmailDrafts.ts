/** The drafts of each project's mails, in the current service. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { EmailDraft } from "../../api/schema/EmailDraft.ts"
import { EmailThemeChoice } from "../../api/schema/EmailTheme.ts"
import { EmailDraftId, type ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { newDraft } from "./tsx/DefaultSources.ts"

export interface NewDraft {
  readonly displayName: string
  /** Default: an example. */
  readonly tsxSource?: string | undefined
  /** Default: the theme of the project. */
  readonly themeId?: EmailThemeChoice | undefined
}

/** The fields of a draft to change; an absent theme is that of the project. */
export interface DraftUpdate {
  readonly displayName?: string | undefined
  readonly tsxSource?: string | undefined
  readonly themeId: EmailThemeChoice | undefined
}

export class EmailDrafts extends Context.Service<
  EmailDrafts,
  {
    /** The 50 that were changed last, the latest first. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<EmailDraft>>
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<EmailDraft | undefined>
    readonly create: (projectId: ProjectId, draft: NewDraft) => Effect.Effect<EmailDraftId>
    readonly update: (draft: EmailDraft, update: DraftUpdate) => Effect.Effect<void>
    /** Notes when a draft was sent. */
    readonly setSentAt: (draft: EmailDraft, sentAt: number) => Effect.Effect<void>
    readonly remove: (draft: EmailDraft) => Effect.Effect<void>
  }
>()("gatefold/emulator/mail/EmailDrafts") {}

interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly theme: string | null
  readonly sent_at: number | null
}

const parseTheme = Columns.makeParser(EmailThemeChoice)

const listed = 50

const toDraft = (row: Row): EmailDraft => ({
  id: EmailDraftId.make(row.id),
  displayName: row.display_name,
  tsxSource: row.source,
  ...(row.theme !== null && { themeId: parseTheme(row.theme) }),
  sentAt: row.sent_at === null ? null : new Date(row.sent_at)
})

const toThemeColumn = (themeId: EmailThemeChoice | undefined): string | null =>
  themeId === undefined ? null : JSON.stringify(themeId)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const nextRevision = sql`(SELECT coalesce(max(revision), 0) + 1 FROM email_drafts)`
  const write = (draft: EmailDraft, columns: Readonly<Record<string, string | number | null>>) =>
    Database.run(sql`UPDATE email_drafts SET ${sql.update(columns)}, revision = ${nextRevision}
      WHERE id = ${draft.id}`)
  return EmailDrafts.of({
    list: (projectId) =>
      Effect.map(
        Database.all(sql<Row>`SELECT * FROM email_drafts WHERE project_id = ${projectId}
          ORDER BY revision DESC LIMIT ${listed}`),
        (rows) => rows.map(toDraft)
      ),

    find: (projectId, id) =>
      Effect.map(
        Database.first(sql<Row>`SELECT * FROM email_drafts WHERE project_id = ${projectId} AND id = ${id}`),
        (row) => row && toDraft(row)
      ),

    create: Effect.fnUntraced(function* (projectId, { displayName, themeId, tsxSource = newDraft }) {
      const id = EmailDraftId.make(randomness.uuid())
      yield* Database.run(
        sql`INSERT INTO email_drafts (id, project_id, display_name, source, theme, revision)
          VALUES (${id}, ${projectId}, ${displayName}, ${tsxSource}, ${toThemeColumn(themeId)}, ${nextRevision})`
      )
      return id
    }),

    update: (draft, update) => {
      const { displayName = draft.displayName, themeId, tsxSource = draft.tsxSource } = update
      return write(draft, { display_name: displayName, source: tsxSource, theme: toThemeColumn(themeId) })
    },

    setSentAt: (draft, sentAt) => write(draft, { sent_at: sentAt }),

    remove: ({ id }) => Database.run(sql`DELETE FROM email_drafts WHERE id = ${id}`)
  })
})

/** Keeps drafts in the database. */
export const layer = Layer.effect(EmailDrafts, make)

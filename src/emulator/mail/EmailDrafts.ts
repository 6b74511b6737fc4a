/** The drafts of each project's mails, in the current service. */
import * as Effect from "effect/Effect"
import type { EmailDraft } from "../../api/schema/EmailDraft.ts"
import type { EmailThemeChoice } from "../../api/schema/EmailTheme.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as EmailThemes from "./EmailThemes.ts"
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

interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly theme: string | null
  readonly sent_at: number | null
}

const listed = 50

const toDraft = (row: Row): EmailDraft => ({
  id: row.id,
  displayName: row.display_name,
  tsxSource: row.source,
  ...EmailThemes.toField(row.theme),
  sentAt: row.sent_at === null ? null : new Date(row.sent_at)
})

const nextRevision = sql`(SELECT coalesce(max(revision), 0) + 1 FROM email_drafts)`

/** The 50 drafts that were changed last, the latest first. */
export const list = (projectId: ProjectId) =>
  Effect.map(
    Database.all(sql<Row>`SELECT * FROM email_drafts WHERE project_id = ${projectId}
      ORDER BY revision DESC LIMIT ${listed}`),
    (rows) => rows.map(toDraft)
  )

export const find = (projectId: ProjectId, id: string) =>
  Effect.map(
    Database.first(sql<Row>`SELECT * FROM email_drafts WHERE project_id = ${projectId} AND id = ${id}`),
    (row) => row && toDraft(row)
  )

export const create = Effect.fnUntraced(function* (
  projectId: ProjectId,
  { displayName, themeId, tsxSource = newDraft }: NewDraft
) {
  const id = (yield* Randomness).uuid()
  yield* Database.run(
    sql`INSERT INTO email_drafts (id, project_id, display_name, source, theme, revision)
      VALUES (${id}, ${projectId}, ${displayName}, ${tsxSource}, ${EmailThemes.toColumn(themeId)}, ${nextRevision})`
  )
  return id
})

const write = ({ id }: EmailDraft, columns: Readonly<Record<string, string | number | null>>) =>
  Database.run(sql`UPDATE email_drafts SET ${sql.update(columns)}, revision = ${nextRevision} WHERE id = ${id}`)

export const update = (draft: EmailDraft, change: DraftUpdate) => {
  const { displayName = draft.displayName, themeId, tsxSource = draft.tsxSource } = change
  return write(draft, { display_name: displayName, source: tsxSource, theme: EmailThemes.toColumn(themeId) })
}

/** Notes when a draft was sent. */
export const setSentAt = (draft: EmailDraft, sentAt: number) => write(draft, { sent_at: sentAt })

export const remove = ({ id }: EmailDraft) => Database.run(sql`DELETE FROM email_drafts WHERE id = ${id}`)

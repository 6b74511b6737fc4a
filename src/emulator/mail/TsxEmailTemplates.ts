/** The templates of each project's mails as the current service has them: sources in TSX. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { EmailThemeChoice } from "../../api/schema/EmailTheme.ts"
import type { TsxEmailTemplate } from "../../api/schema/TsxEmailTemplate.ts"
import { EmailTemplateId, type ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { newTemplate, templates, withBuiltIn } from "./tsx/DefaultSources.ts"

export class TsxEmailTemplates extends Context.Service<
  TsxEmailTemplates,
  {
    /** The built-in ones, then those that were added, oldest first. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<TsxEmailTemplate>>
    /** The template of this id if it was added or changed. */
    readonly findCustomized: (projectId: ProjectId, id: string) => Effect.Effect<TsxEmailTemplate | undefined>
    /** Adds a template with an example as content. */
    readonly create: (projectId: ProjectId, displayName: string) => Effect.Effect<EmailTemplateId>
    readonly update: (
      projectId: ProjectId,
      template: TsxEmailTemplate,
      change: { readonly tsxSource: string; readonly themeId?: EmailThemeChoice | null | undefined }
    ) => Effect.Effect<void>
    readonly remove: (projectId: ProjectId, template: TsxEmailTemplate) => Effect.Effect<void>
  }
>()("gatefold/emulator/mail/TsxEmailTemplates") {}

interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly theme: string | null
  readonly is_removed: number
}

const parseTheme = Columns.makeParser(EmailThemeChoice)

const toTemplate = (row: Omit<Row, "is_removed">): TsxEmailTemplate => ({
  id: EmailTemplateId.make(row.id),
  displayName: row.display_name,
  tsxSource: row.source,
  ...(row.theme !== null && { themeId: parseTheme(row.theme) })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  const write = (projectId: ProjectId, template: TsxEmailTemplate, { isRemoved = false } = {}) => {
    const { themeId = null } = template
    const row = {
      project_id: projectId,
      id: template.id,
      display_name: template.displayName,
      source: template.tsxSource,
      theme: themeId === null ? null : JSON.stringify(themeId),
      is_removed: isRemoved
    }
    return Database.run(sql`INSERT INTO tsx_email_templates ${sql.insert(row)} ON CONFLICT (project_id, id)
      DO UPDATE SET source = excluded.source, theme = excluded.theme, is_removed = excluded.is_removed`)
  }

  return TsxEmailTemplates.of({
    list: Effect.fnUntraced(function* (projectId) {
      const rows = yield* Database.all(sql<Row>`SELECT id, display_name, source, theme, is_removed
        FROM tsx_email_templates WHERE project_id = ${projectId} ORDER BY rowid`)
      return withBuiltIn(templates, rows).map((row) => toTemplate({ theme: null, ...row }))
    }),

    findCustomized: (projectId, id) =>
      Effect.map(
        Database.first(sql<Row>`SELECT * FROM tsx_email_templates
          WHERE project_id = ${projectId} AND id = ${id} AND is_removed = 0`),
        (row) => row && toTemplate(row)
      ),

    create: Effect.fnUntraced(function* (projectId, displayName) {
      const id = EmailTemplateId.make(randomness.uuid())
      yield* write(projectId, { id, displayName, tsxSource: newTemplate })
      return id
    }),

    update: (projectId, template, { themeId = template.themeId, tsxSource }) =>
      write(projectId, { ...template, tsxSource, ...(themeId !== undefined && { themeId }) }),

    remove: (projectId, template) => write(projectId, template, { isRemoved: true })
  })
})

/** Keeps added and changed templates in the database; the others are built in. */
export const layer = Layer.effect(TsxEmailTemplates, make)

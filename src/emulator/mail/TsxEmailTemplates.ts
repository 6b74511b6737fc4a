/** The templates of each project's mails as the current service has them: sources in TSX. */
import * as Effect from "effect/Effect"
import type { EmailThemeChoice } from "../../api/schema/EmailTheme.ts"
import type { TsxEmailTemplate } from "../../api/schema/TsxEmailTemplate.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as EmailThemes from "./EmailThemes.ts"
import { newTemplate, templates, withBuiltIn } from "./tsx/DefaultSources.ts"

interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly theme: string | null
  readonly is_removed: number
}

const toTemplate = (row: Omit<Row, "is_removed">): TsxEmailTemplate => ({
  id: row.id,
  displayName: row.display_name,
  tsxSource: row.source,
  ...EmailThemes.toField(row.theme)
})

/** The built-in templates, then those that were added, oldest first. */
export const list = Effect.fnUntraced(function* (projectId: ProjectId) {
  const rows = yield* Database.all(sql<Row>`SELECT id, display_name, source, theme, is_removed
    FROM tsx_email_templates WHERE project_id = ${projectId} ORDER BY rowid`)
  return withBuiltIn(templates, rows).map((row) => toTemplate({ theme: null, ...row }))
})

/** The template of this id if it was added or changed. */
export const findCustomized = (projectId: ProjectId, id: string) =>
  Effect.map(
    Database.first(sql<Row>`SELECT * FROM tsx_email_templates
      WHERE project_id = ${projectId} AND id = ${id} AND is_removed = 0`),
    (row) => row && toTemplate(row)
  )

const write = (projectId: ProjectId, template: TsxEmailTemplate, { isRemoved = false } = {}) => {
  const row = {
    project_id: projectId,
    id: template.id,
    display_name: template.displayName,
    source: template.tsxSource,
    theme: EmailThemes.toColumn(template.themeId),
    is_removed: isRemoved
  }
  return Database.run(sql`INSERT INTO tsx_email_templates ${sql.insert(row)} ON CONFLICT (project_id, id)
    DO UPDATE SET source = excluded.source, theme = excluded.theme, is_removed = excluded.is_removed`)
}

/** Adds a template with an example as content. */
export const create = Effect.fnUntraced(function* (projectId: ProjectId, displayName: string) {
  const id = (yield* Randomness).uuid()
  yield* write(projectId, { id, displayName, tsxSource: newTemplate })
  return id
})

export const update = (
  projectId: ProjectId,
  template: TsxEmailTemplate,
  { themeId = template.themeId, tsxSource }: { themeId?: EmailThemeChoice | null | undefined; tsxSource: string }
) => write(projectId, { ...template, tsxSource, ...(themeId !== undefined && { themeId }) })

export const remove = (projectId: ProjectId, template: TsxEmailTemplate) =>
  write(projectId, template, { isRemoved: true })

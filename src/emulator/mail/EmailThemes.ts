/** The themes of each project's mails, in the current service. */
import * as Effect from "effect/Effect"
import { type EmailTheme, EmailThemeChoice } from "../../api/schema/EmailTheme.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import type { Project } from "../projects/Projects.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { newTheme, noTheme, themes, withBuiltIn } from "./tsx/DefaultSources.ts"

const parseChoice = Columns.makeParser(EmailThemeChoice)

/** The field of a template or draft for its column with the JSON of a theme; the project's theme without one. */
export const toField = (column: string | null) => (column === null ? {} : { themeId: parseChoice(column) })

export const toColumn = (choice: EmailThemeChoice | null | undefined): string | null =>
  choice === null || choice === undefined ? null : JSON.stringify(choice)

/** The id of a chosen theme; null for none. Default: the project's theme. */
export const toId = (choice: EmailThemeChoice | null | undefined, { config }: Pick<Project, "config">): string | null =>
  choice === false ? null : (choice ?? config.emailTheme)

interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly is_removed: number
}

/** The built-in themes, then those that were added, oldest first. */
export const list = Effect.fnUntraced(function* (projectId: ProjectId) {
  const rows = yield* Database.all(sql<Row>`SELECT id, display_name, source, is_removed
    FROM email_themes WHERE project_id = ${projectId} ORDER BY rowid`)
  return withBuiltIn(themes, rows).map((row): EmailTheme => ({
    id: row.id,
    displayName: row.display_name,
    tsxSource: row.source
  }))
})

/** Adds a theme that looks like the default one. */
export const create = Effect.fnUntraced(function* (projectId: ProjectId, displayName: string) {
  const id = (yield* Randomness).uuid()
  yield* update(projectId, { id, displayName, tsxSource: newTheme })
  return id
})

export const update = (projectId: ProjectId, { displayName, id, tsxSource }: EmailTheme) => {
  const row = { project_id: projectId, id, display_name: displayName, source: tsxSource }
  return Database.run(sql`INSERT INTO email_themes ${sql.insert(row)} ON CONFLICT (project_id, id)
    DO UPDATE SET source = excluded.source`)
}

/** The source of a chosen theme. Defaults to the project's theme, also if the chosen one does not exist. */
export const findSource = Effect.fnUntraced(function* (
  { config, id }: Pick<Project, "id" | "config">,
  choice: EmailThemeChoice | null | undefined
) {
  if (choice === false) return noTheme
  const projectThemes = yield* list(id)
  const find = (themeId: string | null | undefined) => projectThemes.find((theme) => theme.id === themeId)
  return (find(choice) ?? find(config.emailTheme))?.tsxSource ?? newTheme
})

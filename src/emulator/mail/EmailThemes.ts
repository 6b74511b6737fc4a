/** The themes of each project's mails, in the current service. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { EmailTheme, EmailThemeChoice } from "../../api/schema/EmailTheme.ts"
import { EmailThemeId, type ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import type { Project } from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import { newTheme, noTheme, themes, withBuiltIn } from "./tsx/DefaultSources.ts"

export class EmailThemes extends Context.Service<
  EmailThemes,
  {
    /** The built-in ones, then those that were added, oldest first. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<EmailTheme>>
    /** Adds a theme that looks like the default one. */
    readonly create: (projectId: ProjectId, displayName: string) => Effect.Effect<EmailThemeId>
    readonly update: (projectId: ProjectId, theme: EmailTheme) => Effect.Effect<void>
    /** The source of a chosen theme. Defaults to the project's theme, also if the chosen one does not exist. */
    readonly findSource: (
      project: Pick<Project, "id" | "config">,
      choice: EmailThemeChoice | null | undefined
    ) => Effect.Effect<string>
  }
>()("gatefold/emulator/mail/EmailThemes") {}

interface Row {
  readonly id: string
  readonly display_name: string
  readonly source: string
  readonly is_removed: number
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  const write = (projectId: ProjectId, { displayName, id, tsxSource }: EmailTheme) => {
    const row = { project_id: projectId, id, display_name: displayName, source: tsxSource }
    return Database.run(sql`INSERT INTO email_themes ${sql.insert(row)} ON CONFLICT (project_id, id)
      DO UPDATE SET source = excluded.source`)
  }

  const list: EmailThemes["Service"]["list"] = Effect.fnUntraced(function* (projectId) {
    const rows = yield* Database.all(sql<Row>`SELECT id, display_name, source, is_removed
      FROM email_themes WHERE project_id = ${projectId} ORDER BY rowid`)
    return withBuiltIn(themes, rows).map((row) => ({
      id: EmailThemeId.make(row.id),
      displayName: row.display_name,
      tsxSource: row.source
    }))
  })

  return EmailThemes.of({
    list,

    create: Effect.fnUntraced(function* (projectId, displayName) {
      const id = EmailThemeId.make(randomness.uuid())
      yield* write(projectId, { id, displayName, tsxSource: newTheme })
      return id
    }),

    update: write,

    findSource: Effect.fnUntraced(function* ({ config, id }, choice) {
      if (choice === false) return noTheme
      const projectThemes = yield* list(id)
      const find = (themeId: string | null | undefined) => projectThemes.find((theme) => theme.id === themeId)
      return (find(choice) ?? find(config.emailTheme))?.tsxSource ?? newTheme
    })
  })
})

/** Keeps added and changed themes in the database; the others are built in. */
export const layer = Layer.effect(EmailThemes, make)

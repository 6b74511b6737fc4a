/** The templates of each project's mails (docs/protocol/resources.md#mail-templates). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
import { defaults, type Template } from "./internal/Defaults.ts"

export interface CurrentTemplate extends Template {
  readonly isDefault: boolean
}

export class EmailTemplates extends Context.Service<
  EmailTemplates,
  {
    /** The customized template, or the default one. */
    readonly get: (projectId: ProjectId, type: EmailTemplateType) => Effect.Effect<CurrentTemplate>
    readonly save: (projectId: ProjectId, type: EmailTemplateType, template: Template) => Effect.Effect<void>
    /** Resets the template; false if it was the default. */
    readonly reset: (projectId: ProjectId, type: EmailTemplateType) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/mail/EmailTemplates") {}

interface Row {
  readonly subject: string
  readonly content: string
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  return EmailTemplates.of({
    get: (projectId, type) =>
      Effect.map(
        Database.first(sql<Row>`SELECT subject, content FROM email_templates
          WHERE project_id = ${projectId} AND type = ${type}`),
        (row) =>
          row === undefined
            ? { ...defaults[type], isDefault: true }
            : { subject: row.subject, content: JSON.parse(row.content), isDefault: false }
      ),

    save: (projectId, type, { content, subject }) => {
      const row = { project_id: projectId, type, subject, content: JSON.stringify(content) }
      return Database.run(sql`INSERT INTO email_templates ${sql.insert(row)}
        ON CONFLICT (project_id, type) DO UPDATE SET subject = excluded.subject, content = excluded.content`)
    },

    reset: (projectId, type) =>
      Database.exists(sql<Row>`DELETE FROM email_templates
          WHERE project_id = ${projectId} AND type = ${type} RETURNING *`)
  })
})

/** Keeps customized templates in the database; the others are built in. */
export const layer = Layer.effect(EmailTemplates, make)

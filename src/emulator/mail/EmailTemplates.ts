/** The templates of each project's mails (docs/protocol/resources.md#mail-templates). */
import * as Effect from "effect/Effect"
import type { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { defaults, type Template } from "./internal/Defaults.ts"

export interface CurrentTemplate extends Template {
  readonly isDefault: boolean
}

interface Row {
  readonly subject: string
  readonly content: string
}

/** The customized template, or the default one. */
export const get = (projectId: ProjectId, type: EmailTemplateType) =>
  Effect.map(
    Database.first(sql<Row>`SELECT subject, content FROM email_templates
      WHERE project_id = ${projectId} AND type = ${type}`),
    (row): CurrentTemplate =>
      row === undefined
        ? { ...defaults[type], isDefault: true }
        : { subject: row.subject, content: JSON.parse(row.content), isDefault: false }
  )

export const save = (projectId: ProjectId, type: EmailTemplateType, { content, subject }: Template) => {
  const row = { project_id: projectId, type, subject, content: JSON.stringify(content) }
  return Database.run(sql`INSERT INTO email_templates ${sql.insert(row)}
    ON CONFLICT (project_id, type) DO UPDATE SET subject = excluded.subject, content = excluded.content`)
}

/** Resets the template; false if it was the default. */
export const reset = (projectId: ProjectId, type: EmailTemplateType) =>
  Database.exists(sql`DELETE FROM email_templates WHERE project_id = ${projectId} AND type = ${type} RETURNING *`)

/** Renders the mails of the outbox from their sources, each for its recipient. */
import * as Effect from "effect/Effect"
import { EmailRenderingError } from "../../../domain/errors/Emails.ts"
import type { UserId } from "../../../domain/Ids.ts"
import type { Project } from "../../projects/Projects.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as EmailThemes from "../EmailThemes.ts"
import * as Notifications from "../Notifications.ts"
import { renderPlainText } from "../tsx/PlainText.ts"
import * as RenderMail from "../tsx/RenderMail.ts"
import { type OutboxRow, readRecipient, getUserId, readVariables } from "./OutboxRow.ts"

/** The columns that a mail is composed from. */
export type Source = Pick<
  OutboxRow,
  "recipient" | "source" | "variables" | "theme_id" | "wanted_subject" | "wanted_category_id"
>

/** The content that the recipient sees. */
export interface Content {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Null for none. */
  readonly categoryId: string | null
}

/** A theme may have no place for the link, which its readers are owed. */
const addLink = (html: string, link: string): string => {
  if (html.includes(link)) return html
  const line = `<p><a href="${link}">Unsubscribe</a> from these mails</p>`
  const end = html.lastIndexOf("</body>")
  return end === -1 ? html + line : html.slice(0, end) + line + html.slice(end)
}

const findDisplayName = Effect.fnUntraced(function* (userId: UserId | undefined) {
  if (userId === undefined) return null
  const user = yield* Database.first(
    sql<{ readonly display_name: string | null }>`SELECT display_name FROM users WHERE id = ${userId}`
  )
  return user?.display_name ?? null
})

const composeUnlogged = Effect.fnUntraced(function* (
  project: Project,
  source: Source,
  unsubscribeLink: string | undefined
) {
  const mail = yield* RenderMail.render({
    template: source.source,
    theme: yield* EmailThemes.findSource(project, source.theme_id ?? false),
    user: { displayName: yield* findDisplayName(getUserId(readRecipient(source))) },
    project,
    variables: readVariables(source),
    unsubscribeLink
  })
  const { notificationCategory: name } = mail
  const category = Notifications.categories.find((candidate) => candidate.name === name)
  if (source.wanted_category_id === null && name !== undefined && category === undefined) {
    return yield* new EmailRenderingError({ details: { error: `template: There is no category ${name}.` } })
  }
  const html = unsubscribeLink === undefined ? mail.html : addLink(mail.html, unsubscribeLink)
  return {
    subject: source.wanted_subject ?? mail.subject ?? project.displayName,
    html,
    text: html === mail.html ? mail.text : renderPlainText(html),
    categoryId: source.wanted_category_id ?? category?.id ?? null
  }
})

/** Composes a mail, with an unsubscribe link for its category where the theme places it. */
export const compose = (project: Project, source: Source, unsubscribeLink?: string) =>
  // The sender of a mail does not learn that rendering failed, so the log says why no mail arrives.
  Effect.tapError(composeUnlogged(project, source, unsubscribeLink), ({ details }) =>
    Effect.logWarning(`A mail was not sent: ${source.wanted_subject ?? "of a template"}: ${details.error}`)
  )

/** Resolves the recipients of outbox mails at send time. */
import * as Effect from "effect/Effect"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Notifications from "../Notifications.ts"
import { type OutboxRow, readRecipient } from "./OutboxRow.ts"

/** The destination of a mail, or the reason to skip it. */
export type Destination =
  | { readonly _tag: "Deliverable"; readonly emails: ReadonlyArray<string> }
  | { readonly _tag: "Skipped"; readonly reason: string }

const skip = (reason: string): Destination => ({ _tag: "Skipped", reason })

const deliverTo = (emails: ReadonlyArray<string>): Destination => ({ _tag: "Deliverable", emails })

export const findDestination = Effect.fnUntraced(function* (
  mail: Pick<OutboxRow, "project_id" | "recipient" | "category_id">
) {
  const recipient = readRecipient(mail)
  const emails = recipient.type === "user-primary-email" ? undefined : recipient.emails
  if (emails?.length === 0) return skip("NO_EMAIL_PROVIDED")
  if (recipient.type === "custom-emails") return deliverTo(recipient.emails)
  const user = yield* Database.first(sql<{ readonly email: string | null }>`SELECT c.value AS email
    FROM users u LEFT JOIN contact_channels c ON c.user_id = u.id AND c.type = 'email' AND c.is_primary = 1
    WHERE u.project_id = ${mail.project_id} AND u.id = ${recipient.userId}`)
  if (user === undefined) return skip("USER_ACCOUNT_DELETED")
  const categories = yield* Notifications.list(recipient.userId)
  const isUnwanted = categories.some(({ canDisable, enabled, id }) => id === mail.category_id && canDisable && !enabled)
  if (isUnwanted) return skip("USER_UNSUBSCRIBED")
  if (emails !== undefined) return deliverTo(emails)
  return user.email === null ? skip("USER_HAS_NO_PRIMARY_EMAIL") : deliverTo([user.email])
})

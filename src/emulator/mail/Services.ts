/** The services of mails: their texts, who gets them, and how they are sent. */
import * as Layer from "effect/Layer"
import * as Delivery from "./Delivery.ts"
import * as EmailDrafts from "./EmailDrafts.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as EmailThemes from "./EmailThemes.ts"
import * as OutboxSender from "./internal/OutboxSender.ts"
import * as Notifications from "./Notifications.ts"
import * as SentEmails from "./SentEmails.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"

const texts = Layer.mergeAll(EmailDrafts.layer, EmailTemplates.layer, TsxEmailTemplates.layer).pipe(
  Layer.provideMerge(EmailThemes.layer)
)

const delivery = Layer.mergeAll(Notifications.layer, Delivery.layer.pipe(Layer.provideMerge(SentEmails.layer)))

/** Mails in the database, the mailbox and mail servers. */
export const layer = OutboxSender.layer.pipe(Layer.provideMerge(Layer.mergeAll(texts, delivery)))

/** The services of mails: their texts, who gets them, and how they are sent. */
import * as Layer from "effect/Layer"
import * as Delivery from "./Delivery.ts"
import * as EmailDrafts from "./EmailDrafts.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as EmailThemes from "./EmailThemes.ts"
import * as Composer from "./internal/Composer.ts"
import * as OutboxSender from "./internal/OutboxSender.ts"
import * as Recipients from "./internal/Recipients.ts"
import * as Notifications from "./Notifications.ts"
import * as Outbox from "./Outbox.ts"
import * as SentEmails from "./SentEmails.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"

const texts = Layer.mergeAll(Composer.layer, EmailDrafts.layer, EmailTemplates.layer, TsxEmailTemplates.layer).pipe(
  Layer.provideMerge(EmailThemes.layer)
)

const delivery = Layer.mergeAll(
  Recipients.layer.pipe(Layer.provideMerge(Notifications.layer)),
  Delivery.layer.pipe(Layer.provideMerge(SentEmails.layer))
)

/** Mails in the database, the mailbox and mail servers. */
export const layer = Outbox.layer.pipe(
  Layer.provide(OutboxSender.layer),
  Layer.provideMerge(Layer.mergeAll(texts, delivery))
)

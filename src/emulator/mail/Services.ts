/** The services of mails: their texts, who gets them, and how they are sent. */
import * as Layer from "effect/Layer"
import type * as ProjectServices from "../projects/Services.ts"
import type { Background } from "../runtime/Background.ts"
import type { Generation } from "../runtime/Generation.ts"
import type { Settings } from "../runtime/Settings.ts"
import type * as StorageServices from "../storage/Services.ts"
import type { StateParts } from "../storage/StateParts.ts"
import * as Delivery from "./Delivery.ts"
import * as EmailDrafts from "./EmailDrafts.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as EmailThemes from "./EmailThemes.ts"
import * as Composer from "./internal/Composer.ts"
import * as OutboxSender from "./internal/OutboxSender.ts"
import * as Recipients from "./internal/Recipients.ts"
import type { Mailbox } from "./Mailbox.ts"
import * as Mailer from "./Mailer.ts"
import * as Notifications from "./Notifications.ts"
import * as Outbox from "./Outbox.ts"
import * as SentEmails from "./SentEmails.ts"
import type { Smtp } from "./Smtp.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"

const texts = Layer.mergeAll(Composer.layer, EmailDrafts.layer, EmailTemplates.layer, TsxEmailTemplates.layer).pipe(
  Layer.provideMerge(EmailThemes.layer)
)

const delivery = Layer.mergeAll(
  Recipients.layer.pipe(Layer.provideMerge(Notifications.layer)),
  Delivery.layer.pipe(Layer.provideMerge(SentEmails.layer))
)

/** The services of mails. */
export type Services =
  | Composer.Composer
  | Delivery.Delivery
  | EmailDrafts.EmailDrafts
  | EmailTemplates.EmailTemplates
  | EmailThemes.EmailThemes
  | Mailer.Mailer
  | Notifications.Notifications
  | Outbox.Outbox
  | Recipients.Recipients
  | SentEmails.SentEmails
  | TsxEmailTemplates.TsxEmailTemplates

/** Mails in the database, the mailbox and mail servers. */
export const layer: Layer.Layer<
  Services,
  never,
  Background | Generation | Mailbox | ProjectServices.Services | Settings | Smtp | StateParts | StorageServices.Services
> = Layer.mergeAll(Mailer.layer, Outbox.layer.pipe(Layer.provide(OutboxSender.layer))).pipe(
  Layer.provideMerge(Layer.mergeAll(texts, delivery))
)

/** Templates of the mails that the service sends (docs/protocol/resources.md#mail-templates). */
import * as Schema from "effect/Schema"
import { OpenEnum } from "./OpenEnum.ts"
import { WireClass } from "./WireStruct.ts"

/** The mails that have a template. */
export const EmailTemplateType = Schema.Literals([
  "email_verification",
  "password_reset",
  "magic_link",
  "team_invitation"
])
/** One of the mails that have a template. */
export type EmailTemplateType = typeof EmailTemplateType.Type

/** A template; `content` is the document of the vendor's template editor. */
export class EmailTemplate extends WireClass<EmailTemplate>()({
  type: OpenEnum(EmailTemplateType.literals),
  subject: Schema.String,
  content: Schema.Json,
  isDefault: Schema.Boolean
}) {}

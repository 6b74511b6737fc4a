/**
 * Templates of the mails that the service of 2025-06 sends (docs/protocol/resources.md#mail-templates); those of the
 * current one are in `TsxEmailTemplates`.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { List, Success } from "./Envelope.ts"
import { EmailTemplate, EmailTemplateType } from "./schema/EmailTemplate.ts"
import { WireClass } from "./schema/WireStruct.ts"

/** A change of a template; an empty subject keeps the old one. */
export class UpdateEmailTemplate extends WireClass<UpdateEmailTemplate>()({
  subject: Schema.optional(Schema.String),
  content: Schema.optional(Schema.Json)
}) {}

const params = { type: EmailTemplateType }

/** Lists the templates. */
export const listEmailTemplates = Endpoint.admin.get("listEmailTemplates", "/email-templates", {
  summary: "List email templates",
  only: "2025-06",
  success: List(EmailTemplate)
})

/** Reads a template. */
export const getEmailTemplate = Endpoint.admin.get("getEmailTemplate", "/email-templates/:type", {
  summary: "Read an email template",
  only: "2025-06",
  params,
  success: EmailTemplate
})

/** Customizes a template; needs a mail server of the project. */
export const updateEmailTemplate = Endpoint.admin.patch("updateEmailTemplate", "/email-templates/:type", {
  summary: "Customize an email template",
  only: "2025-06",
  params,
  payload: UpdateEmailTemplate,
  success: EmailTemplate
})

/** Resets the template to the default. */
export const resetEmailTemplate = Endpoint.admin.delete("resetEmailTemplate", "/email-templates/:type", {
  summary: "Reset an email template",
  only: "2025-06",
  params,
  success: Success
})

/** Email templates of the service of 2025-06, for admins. */
export class EmailTemplatesGroup extends HttpApiGroup.make("emailTemplates")
  .add(listEmailTemplates, getEmailTemplate, updateEmailTemplate, resetEmailTemplate)
  .prefix(Endpoint.root) {}

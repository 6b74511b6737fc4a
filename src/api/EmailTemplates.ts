/**
 * Templates of the mails that the service of 2025-06 sends (docs/protocol/resources.md#mail-templates); those of the
 * current one are in `TsxEmailTemplates`.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { List, Success } from "./Envelope.ts"
import { EmailTemplate, EmailTemplateType } from "./schema/EmailTemplate.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** A change of a template; an empty subject keeps the old one. */
export class UpdateEmailTemplate extends Schema.Opaque<UpdateEmailTemplate>()(
  WireStruct({
    subject: Schema.optional(Schema.String),
    content: Schema.optional(Schema.Json)
  })
) {}

const params = { type: EmailTemplateType }

/** Lists the templates. */
export const listEmailTemplates = Endpoint.get("listEmailTemplates", "/email-templates", {
  success: List(EmailTemplate),
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List email templates")
  .annotate(Endpoint.OnlyIn, "2025-06")

/** Reads a template. */
export const getEmailTemplate = Endpoint.get("getEmailTemplate", "/email-templates/:type", {
  params,
  success: EmailTemplate,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read an email template")
  .annotate(Endpoint.OnlyIn, "2025-06")

/** Customizes a template; needs a mail server of the project. */
export const updateEmailTemplate = Endpoint.patch("updateEmailTemplate", "/email-templates/:type", {
  params,
  payload: UpdateEmailTemplate,
  success: EmailTemplate,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Customize an email template")
  .annotate(Endpoint.OnlyIn, "2025-06")

/** Resets the template to the default. */
export const resetEmailTemplate = Endpoint.delete("resetEmailTemplate", "/email-templates/:type", {
  params,
  success: Success,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Reset an email template")
  .annotate(Endpoint.OnlyIn, "2025-06")

/** Email templates of the service of 2025-06, for admins. */
export class EmailTemplatesGroup extends HttpApiGroup.make("emailTemplates")
  .add(listEmailTemplates, getEmailTemplate, updateEmailTemplate, resetEmailTemplate)
  .prefix(Endpoint.root) {}

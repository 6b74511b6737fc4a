/**
 * Templates of the project's mails as the current service has them; those of 2025-06 are in `EmailTemplates`.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { EmailRenderingError, RequiresCustomEmailServer } from "./errors/Emails.ts"
import { templatesOf } from "../domain/Envelope.ts"
import { transform } from "./schema/Rule.ts"
import { EmailTemplateId } from "./schema/Ids.ts"
import { EmailThemeChoice } from "./schema/EmailTheme.ts"
import { TsxEmailTemplate } from "./schema/TsxEmailTemplate.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { EmptyAnswer } from "./Envelope.ts"
import * as Refusals from "./Refusals.ts"

/** The list of templates in its envelope. */
const TsxEmailTemplates = Schema.Struct({ templates: Schema.Array(TsxEmailTemplate) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(TsxEmailTemplate)),
    transform({
      decode: templatesOf<TsxEmailTemplate>,
      encode: (templates) => ({ templates })
    })
  )
)

/** A change of a template; an absent theme stays, and null means that of the project. */
export class UpdateTsxEmailTemplate extends Schema.Opaque<UpdateTsxEmailTemplate>()(
  WireStruct({
    tsxSource: Schema.String,
    themeId: Schema.optional(Schema.NullOr(EmailThemeChoice))
  })
) {}

const params = { emailTemplateId: EmailTemplateId }

/** Lists the templates, the built-in ones first. */
export const listTsxEmailTemplates = Endpoint.get("listTsxEmailTemplates", "/internal/email-templates", {
  success: TsxEmailTemplates,
  error: Refusals.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List e-mail templates in TSX")

/** Adds a template with a default source; needs a mail server of the project. */
export const createTsxEmailTemplate = Endpoint.post("createTsxEmailTemplate", "/internal/email-templates", {
  payload: WireStruct({ displayName: Schema.String }),
  success: WireStruct({ id: EmailTemplateId }),
  error: [RequiresCustomEmailServer, Refusals.otherGeneration]
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Add an e-mail template in TSX")

/** Changes the source of a template and renders it; needs a mail server of the project. */
export const updateTsxEmailTemplate = Endpoint.patch(
  "updateTsxEmailTemplate",
  "/internal/email-templates/:emailTemplateId",
  {
    params,
    payload: UpdateTsxEmailTemplate,
    success: WireStruct({ renderedHtml: Schema.String }),
    error: [RequiresCustomEmailServer, EmailRenderingError, Refusals.emailTemplate, Refusals.otherGeneration]
  }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Change an e-mail template in TSX")

/** Removes a template; needs a mail server of the project. */
export const deleteTsxEmailTemplate = Endpoint.delete(
  "deleteTsxEmailTemplate",
  "/internal/email-templates/:emailTemplateId",
  {
    params,
    success: EmptyAnswer,
    error: [RequiresCustomEmailServer, Refusals.emailTemplate, Refusals.otherGeneration]
  }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Remove an e-mail template in TSX")

/** E-mail templates of the current service, for admins. */
export class TsxEmailTemplatesGroup extends HttpApiGroup.make("tsxEmailTemplates")
  .add(listTsxEmailTemplates, createTsxEmailTemplate, updateTsxEmailTemplate, deleteTsxEmailTemplate)
  .prefix(Endpoint.root) {}

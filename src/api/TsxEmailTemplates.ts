/** Templates of the project's mails as the current service has them; those of 2025-06 are in `EmailTemplates`. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { toTemplates } from "../domain/Envelope.ts"
import * as Endpoint from "./Endpoint.ts"
import { EmptyAnswer } from "./Envelope.ts"
import { EmailRenderingError, RequiresCustomEmailServer } from "./errors/Emails.ts"
import { EditableRegion } from "./schema/EditableRegion.ts"
import { EmailThemeChoice } from "./schema/EmailTheme.ts"
import { EmailTemplateId } from "./schema/Ids.ts"
import * as Rule from "./schema/Rule.ts"
import { TsxEmailTemplate } from "./schema/TsxEmailTemplate.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const TsxEmailTemplates = Schema.Struct({ templates: Schema.Array(TsxEmailTemplate) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(TsxEmailTemplate)),
    Rule.transform({
      decode: toTemplates<TsxEmailTemplate>,
      encode: (templates) => ({ templates })
    })
  )
)

/** A change of a template; an absent theme stays, and null means that of the project. */
export class UpdateTsxEmailTemplate extends WireClass<UpdateTsxEmailTemplate>()({
  tsxSource: Schema.String,
  themeId: Schema.optional(Schema.NullOr(EmailThemeChoice))
}) {}

const editing = {
  /** Marks texts and values in the HTML with comments. */
  editableMarkers: Schema.optional(Schema.Boolean),
  /** The sources to mark. Default: both. */
  editableSource: Schema.optional(Schema.Literals(["template", "theme", "both"]))
}

const template = { templateId: Schema.String }
const templateSource = { templateTsxSource: Schema.String }
const theme = {
  /** Default: the project's theme. */
  themeId: Schema.optional(EmailThemeChoice)
}
const themeSource = { themeTsxSource: Schema.String }

const TemplateInThemeSource = WireStruct({ ...template, ...themeSource, ...editing })
const SourceInThemeSource = WireStruct({ ...templateSource, ...themeSource, ...editing })
const TemplateInTheme = WireStruct({ ...template, ...theme, ...editing })
const SourceInTheme = WireStruct({ ...templateSource, ...theme, ...editing })

// Editors show these interfaces by name, which leaves room for the errors of an operation.
interface TemplateInThemeSource extends Schema.Schema.Type<typeof TemplateInThemeSource> {}
interface SourceInThemeSource extends Schema.Schema.Type<typeof SourceInThemeSource> {}
interface TemplateInTheme extends Schema.Schema.Type<typeof TemplateInTheme> {}
interface SourceInTheme extends Schema.Schema.Type<typeof SourceInTheme> {}

/** A template and a theme to render, each named or given as source. */
export const RenderEmail = Schema.Union([
  // First those whose theme cannot be absent.
  TemplateInThemeSource,
  SourceInThemeSource,
  TemplateInTheme,
  SourceInTheme
])
export type RenderEmail = TemplateInThemeSource | SourceInThemeSource | TemplateInTheme | SourceInTheme

/** How a mail would look. */
export class EmailPreview extends WireClass<EmailPreview>()({
  html: Schema.String,
  /** The `<Subject>` of the template. */
  subject: Schema.optionalKey(Schema.String),
  /** The `<NotificationCategory>` of the template. */
  notificationCategory: Schema.optionalKey(Schema.String),
  /** The marked texts by id. */
  editableRegions: Schema.optionalKey(Schema.Record(Schema.String, EditableRegion))
}) {}

const path = "/internal/email-templates/:emailTemplateId"
const params = { emailTemplateId: EmailTemplateId }

/** Lists the templates, the built-in ones first. */
export const listTsxEmailTemplates = Endpoint.admin.get("listTsxEmailTemplates", "/internal/email-templates", {
  summary: "List email templates in TSX",
  only: "current",
  success: TsxEmailTemplates
})

/** Adds a template with a default source; needs a mail server of the project. */
export const createTsxEmailTemplate = Endpoint.admin.post("createTsxEmailTemplate", "/internal/email-templates", {
  summary: "Add an email template in TSX",
  only: "current",
  payload: WireStruct({ displayName: Schema.String }),
  success: WireStruct({ id: EmailTemplateId }),
  error: [RequiresCustomEmailServer]
})

/** Changes the source of a template and renders it; needs a mail server of the project. */
export const updateTsxEmailTemplate = Endpoint.admin.patch("updateTsxEmailTemplate", path, {
  summary: "Change an email template in TSX",
  only: "current",
  params,
  payload: UpdateTsxEmailTemplate,
  success: WireStruct({ renderedHtml: Schema.String }),
  error: [RequiresCustomEmailServer, EmailRenderingError, TextErrors.emailTemplate]
})

/** Removes a template; needs a mail server of the project. */
export const deleteTsxEmailTemplate = Endpoint.admin.delete("deleteTsxEmailTemplate", path, {
  summary: "Remove an email template in TSX",
  only: "current",
  params,
  success: EmptyAnswer,
  error: [RequiresCustomEmailServer, TextErrors.emailTemplate]
})

/** Renders a mail of a template in a theme, with their preview values. */
export const renderEmail = Endpoint.admin.post("renderEmail", "/emails/render-email", {
  summary: "Render an email",
  only: "current",
  payload: RenderEmail,
  success: EmailPreview,
  error: [EmailRenderingError, TextErrors.renderedTemplate, TextErrors.renderedTheme]
})

/** Email templates of the current service, for admins. */
export class TsxEmailTemplatesGroup extends HttpApiGroup.make("tsxEmailTemplates")
  .add(listTsxEmailTemplates, createTsxEmailTemplate, updateTsxEmailTemplate, deleteTsxEmailTemplate, renderEmail)
  .prefix(Endpoint.root) {}

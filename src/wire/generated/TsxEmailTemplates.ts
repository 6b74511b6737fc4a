/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailTemplateId } from "../../api/schema/Ids.ts"
import type { TsxEmailTemplate } from "../../api/schema/TsxEmailTemplate.ts"
import type { EmailPreview, RenderEmail, UpdateTsxEmailTemplate } from "../../api/TsxEmailTemplates.ts"
import type {
  EmailRenderingError,
  EmailTemplateNotFound,
  EmailThemeNotFound,
  RequiresCustomEmailServer
} from "../../domain/errors/Emails.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeEmptyAnswer, decodeToTemplates } from "./Envelope.ts"
import { emailRenderingError, requiresCustomEmailServer } from "./errors/Emails.ts"
import { decodeEditableRegion } from "./schema/EditableRegion.ts"
import { encodeEmailThemeChoice } from "./schema/EmailTheme.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeTsxEmailTemplate } from "./schema/TsxEmailTemplate.ts"
import { emailTemplate, otherGeneration, renderedTemplate, renderedTheme } from "./TextErrors.ts"

const listTsxEmailTemplatesSuccess = decodeToTemplates(R.list(decodeTsxEmailTemplate))

/** List email templates in TSX. */
export const listTsxEmailTemplates: Endpoint<{}, ReadonlyArray<TsxEmailTemplate>, NotSupportedByService, "admin"> = {
  name: "listTsxEmailTemplates",
  method: "GET",
  path: "/internal/email-templates",
  level: "admin",
  levelErrors: commonErrors,
  success: listTsxEmailTemplatesSuccess,
  textErrors: [otherGeneration]
}

const createTsxEmailTemplateSuccess = R.struct((o) => ({ id: pathSegment<EmailTemplateId>(o.id, "id") }))

const createTsxEmailTemplatePayload = R.struct((o) => ({ display_name: R.string(o.displayName, "displayName") }))

/** Add an email template in TSX. */
export const createTsxEmailTemplate: Endpoint<
  { readonly payload: { readonly displayName: string } },
  { readonly id: EmailTemplateId },
  RequiresCustomEmailServer | NotSupportedByService,
  "admin"
> = {
  name: "createTsxEmailTemplate",
  method: "POST",
  path: "/internal/email-templates",
  level: "admin",
  levelErrors: commonErrors,
  payload: createTsxEmailTemplatePayload,
  success: createTsxEmailTemplateSuccess,
  errors: [requiresCustomEmailServer],
  textErrors: [otherGeneration]
}

const updateTsxEmailTemplateSuccess = R.struct((o) => ({ renderedHtml: R.string(o.rendered_html, "rendered_html") }))

const emailTemplateIdParams = R.struct((o) => ({
  emailTemplateId: pathSegment<EmailTemplateId>(o.emailTemplateId, "emailTemplateId")
}))

const encodeUpdateTsxEmailTemplateThemeId2 = (value: unknown, key?: R.Key) => R.literal(value, key, false)

export const encodeUpdateTsxEmailTemplate = R.struct((o) => ({
  tsx_source: R.string(o.tsxSource, "tsxSource"),
  theme_id:
    o.themeId === undefined
      ? undefined
      : o.themeId === null
        ? null
        : R.either<unknown>(R.string, encodeUpdateTsxEmailTemplateThemeId2)(o.themeId, "themeId")
}))

/** Change an email template in TSX. */
export const updateTsxEmailTemplate: Endpoint<
  { readonly params: { readonly emailTemplateId: EmailTemplateId }; readonly payload: UpdateTsxEmailTemplate },
  { readonly renderedHtml: string },
  RequiresCustomEmailServer | EmailRenderingError | EmailTemplateNotFound | NotSupportedByService,
  "admin"
> = {
  name: "updateTsxEmailTemplate",
  method: "PATCH",
  path: "/internal/email-templates/:emailTemplateId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailTemplateIdParams,
  payload: encodeUpdateTsxEmailTemplate,
  success: updateTsxEmailTemplateSuccess,
  errors: [requiresCustomEmailServer, emailRenderingError],
  textErrors: [emailTemplate, otherGeneration]
}

/** Remove an email template in TSX. */
export const deleteTsxEmailTemplate: Endpoint<
  { readonly params: { readonly emailTemplateId: EmailTemplateId } },
  void,
  RequiresCustomEmailServer | EmailTemplateNotFound | NotSupportedByService,
  "admin"
> = {
  name: "deleteTsxEmailTemplate",
  method: "DELETE",
  path: "/internal/email-templates/:emailTemplateId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailTemplateIdParams,
  success: decodeEmptyAnswer,
  errors: [requiresCustomEmailServer],
  textErrors: [emailTemplate, otherGeneration]
}

const decodeEmailPreviewEditableRegions = R.record(decodeEditableRegion)

export const decodeEmailPreview = R.struct((o): EmailPreview => {
  const a: R.Mutable<EmailPreview> = { html: R.string(o.html, "html") }
  if (o.subject !== undefined) a.subject = R.string(o.subject, "subject")
  if (o.notification_category !== undefined)
    a.notificationCategory = R.string(o.notification_category, "notification_category")
  if (o.editable_regions !== undefined)
    a.editableRegions = decodeEmailPreviewEditableRegions(o.editable_regions, "editable_regions")
  return a
})

const encodeRenderEmail1 = R.struct((o) => ({
  template_id: R.string(o.templateId, "templateId"),
  theme_tsx_source: R.string(o.themeTsxSource, "themeTsxSource"),
  editable_markers: R.optional(o.editableMarkers, "editableMarkers", R.boolean),
  editable_source:
    o.editableSource === undefined
      ? undefined
      : R.oneOf(o.editableSource, "editableSource", ["template", "theme", "both"])
}))

const encodeRenderEmail2 = R.struct((o) => ({
  template_tsx_source: R.string(o.templateTsxSource, "templateTsxSource"),
  theme_tsx_source: R.string(o.themeTsxSource, "themeTsxSource"),
  editable_markers: R.optional(o.editableMarkers, "editableMarkers", R.boolean),
  editable_source:
    o.editableSource === undefined
      ? undefined
      : R.oneOf(o.editableSource, "editableSource", ["template", "theme", "both"])
}))

const encodeRenderEmail3 = R.struct((o) => ({
  template_id: R.string(o.templateId, "templateId"),
  theme_id: R.optional(o.themeId, "themeId", encodeEmailThemeChoice),
  editable_markers: R.optional(o.editableMarkers, "editableMarkers", R.boolean),
  editable_source:
    o.editableSource === undefined
      ? undefined
      : R.oneOf(o.editableSource, "editableSource", ["template", "theme", "both"])
}))

const encodeRenderEmail4 = R.struct((o) => ({
  template_tsx_source: R.string(o.templateTsxSource, "templateTsxSource"),
  theme_id: R.optional(o.themeId, "themeId", encodeEmailThemeChoice),
  editable_markers: R.optional(o.editableMarkers, "editableMarkers", R.boolean),
  editable_source:
    o.editableSource === undefined
      ? undefined
      : R.oneOf(o.editableSource, "editableSource", ["template", "theme", "both"])
}))

export const encodeRenderEmail = R.either<unknown>(
  encodeRenderEmail1,
  encodeRenderEmail2,
  encodeRenderEmail3,
  encodeRenderEmail4
)

/** Render an email. */
export const renderEmail: Endpoint<
  { readonly payload: RenderEmail },
  EmailPreview,
  EmailRenderingError | EmailTemplateNotFound | EmailThemeNotFound | NotSupportedByService,
  "admin"
> = {
  name: "renderEmail",
  method: "POST",
  path: "/emails/render-email",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeRenderEmail,
  success: decodeEmailPreview,
  errors: [emailRenderingError],
  textErrors: [renderedTemplate, renderedTheme, otherGeneration]
}

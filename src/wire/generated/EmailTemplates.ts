/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { UpdateEmailTemplate } from "../../api/EmailTemplates.ts"
import type { EmailTemplate, EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeSuccess, decodeToItems } from "./Envelope.ts"
import { decodeEmailTemplate, emailTemplateType } from "./schema/EmailTemplate.ts"
import { otherGeneration } from "./TextErrors.ts"

const listEmailTemplatesSuccess = decodeToItems(R.list(decodeEmailTemplate))

/** List email templates. */
export const listEmailTemplates: Endpoint<{}, ReadonlyArray<EmailTemplate>, NotSupportedByService, "admin"> = {
  name: "listEmailTemplates",
  method: "GET",
  path: "/email-templates",
  level: "admin",
  levelErrors: commonErrors,
  success: listEmailTemplatesSuccess,
  textErrors: [otherGeneration]
}

const typeParams = R.struct((o) => ({ type: emailTemplateType(o.type, "type") }))

/** Read an email template. */
export const getEmailTemplate: Endpoint<
  { readonly params: { readonly type: EmailTemplateType } },
  EmailTemplate,
  NotSupportedByService,
  "admin"
> = {
  name: "getEmailTemplate",
  method: "GET",
  path: "/email-templates/:type",
  level: "admin",
  levelErrors: commonErrors,
  params: typeParams,
  success: decodeEmailTemplate,
  textErrors: [otherGeneration]
}

export const encodeUpdateEmailTemplate = R.struct((o) => ({
  subject: R.optional(o.subject, "subject", R.string),
  content: R.optional(o.content, "content", R.json)
}))

/** Customize an email template. */
export const updateEmailTemplate: Endpoint<
  { readonly params: { readonly type: EmailTemplateType }; readonly payload: UpdateEmailTemplate },
  EmailTemplate,
  NotSupportedByService,
  "admin"
> = {
  name: "updateEmailTemplate",
  method: "PATCH",
  path: "/email-templates/:type",
  level: "admin",
  levelErrors: commonErrors,
  params: typeParams,
  payload: encodeUpdateEmailTemplate,
  success: decodeEmailTemplate,
  textErrors: [otherGeneration]
}

/** Reset an email template. */
export const resetEmailTemplate: Endpoint<
  { readonly params: { readonly type: EmailTemplateType } },
  void,
  NotSupportedByService,
  "admin"
> = {
  name: "resetEmailTemplate",
  method: "DELETE",
  path: "/email-templates/:type",
  level: "admin",
  levelErrors: commonErrors,
  params: typeParams,
  success: decodeSuccess,
  textErrors: [otherGeneration]
}

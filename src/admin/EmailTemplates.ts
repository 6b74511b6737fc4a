/**
 * Templates of the mails that the service of 2025-06 sends: documents of its template editor
 * (docs/protocol/resources.md#mail-templates). The current service has `TsxEmailTemplates` instead; there these fail
 * with `NotInThisService`.
 */
import * as Api from "../api/EmailTemplates.ts"
import type { EmailTemplateType } from "../api/schema/EmailTemplate.ts"
import { operation, span } from "../operation/Operation.ts"
import { call } from "./Call.ts"

export type { EmailTemplate, EmailTemplateType } from "../api/schema/EmailTemplate.ts"

/** The template of each mail, whether customised or not. */
export const list = call(Api.listEmailTemplates, {}).pipe(
  span("admin/EmailTemplates.list", { shows: ["emailTemplates"] })
)

/** The template of a mail. */
export const get = operation("admin/EmailTemplates.get", { shows: ["emailTemplates"] })((type: EmailTemplateType) =>
  call(Api.getEmailTemplate, { params: { type } })
)

/** Customises what is named of a template; the project needs a mail server of its own. */
export const update = operation("admin/EmailTemplates.update", { changes: ["emailTemplates"] })(function* (
  input: { readonly type: EmailTemplateType } & typeof Api.UpdateEmailTemplate.Type
) {
  const { type, ...payload } = input
  return yield* call(Api.updateEmailTemplate, { params: { type }, payload })
})

/** Goes back to the default template of a mail. */
export const reset = operation("admin/EmailTemplates.reset", { changes: ["emailTemplates"] })(
  (type: EmailTemplateType) => call(Api.resetEmailTemplate, { params: { type } })
)

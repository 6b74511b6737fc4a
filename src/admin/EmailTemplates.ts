/**
 * Templates of the mails that the service of 2025-06 sends: documents of its template editor
 * (docs/protocol/resources.md#mail-templates). The current service has `TsxEmailTemplates` instead; there these fail
 * with `NotSupportedByService`.
 */
import type * as Api from "../api/EmailTemplates.ts"
import type { EmailTemplateType } from "../api/schema/EmailTemplate.ts"
import * as Wire from "../wire/generated/EmailTemplates.ts"
import { asAdmin } from "./AsAdmin.ts"

export type { EmailTemplate, EmailTemplateType } from "../api/schema/EmailTemplate.ts"

/** The template of each mail, whether customized or not. */
export const list = asAdmin.read("admin/EmailTemplates.list", Wire.listEmailTemplates, { shows: ["emailTemplates"] })

/** Returns the customized template of a mail, or else the default. */
export const get = asAdmin.read("admin/EmailTemplates.get", Wire.getEmailTemplate, {
  input: (type: EmailTemplateType) => ({ params: { type } }),
  shows: ["emailTemplates"]
})

/** Changes the given parts of a template. The project needs its own mail server. */
export const update = asAdmin.write("admin/EmailTemplates.update", Wire.updateEmailTemplate, {
  input: ({ type, ...payload }: { readonly type: EmailTemplateType } & Api.UpdateEmailTemplate) => ({
    params: { type },
    payload
  }),
  changes: ["emailTemplates"]
})

/** Resets the template of a mail to the default. */
export const reset = asAdmin.write("admin/EmailTemplates.reset", Wire.resetEmailTemplate, {
  input: (type: EmailTemplateType) => ({ params: { type } }),
  changes: ["emailTemplates"]
})

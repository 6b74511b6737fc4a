/**
 * Templates of the mails that the service sends (wire/endpoints §14).
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/EmailTemplates.ts"
import type { EmailTemplateType } from "../domain/EmailTemplate.ts"
import { call } from "./Call.ts"

export type { EmailTemplate, EmailTemplateType } from "../domain/EmailTemplate.ts"

/** The template of each mail, whether customised or not. */
export const list = call(Api.listEmailTemplates, {}).pipe(Effect.withSpan("admin/EmailTemplates.list"))

/** The template of a mail. */
export const get = Effect.fn("admin/EmailTemplates.get")((type: EmailTemplateType) =>
  call(Api.getEmailTemplate, { params: { type } })
)

/** Customises what is named of a template; the project needs a mail server of its own. */
export const update = Effect.fn("admin/EmailTemplates.update")(function* (
  input: { readonly type: EmailTemplateType } & typeof Api.UpdateEmailTemplate.Type
) {
  const { type, ...payload } = input
  return yield* call(Api.updateEmailTemplate, { params: { type }, payload })
})

/** Goes back to the default template of a mail. */
export const reset = Effect.fn("admin/EmailTemplates.reset")((type: EmailTemplateType) =>
  call(Api.resetEmailTemplate, { params: { type } })
)

/**
 * Email templates in the current service: React components, whose source is TSX. The service of 2025-06 has
 * `EmailTemplates` instead; there these operations fail with `NotSupportedByService`.
 */
import * as Effect from "effect/Effect"
import type * as Api from "../api/TsxEmailTemplates.ts"
import * as Wire from "../wire/generated/TsxEmailTemplates.ts"
import { asAdmin } from "./AsAdmin.ts"

export type { EditableRegion } from "../api/schema/EditableRegion.ts"
export type { EmailThemeChoice } from "../api/schema/EmailTheme.ts"
export type { TsxEmailTemplate } from "../api/schema/TsxEmailTemplate.ts"

/** The templates: those of the service's own mails, then those that were added. */
export const list = asAdmin.read("admin/TsxEmailTemplates.list", Wire.listTsxEmailTemplates, {
  shows: ["emailTemplates"]
})

/**
 * Adds a template with a default source, and returns its id. Fails with `RequiresCustomEmailServer` if the project does
 * not have its own mail server.
 */
export const create = asAdmin.write("admin/TsxEmailTemplates.create", [Wire.createTsxEmailTemplate], {
  changes: ["emailTemplates"]
})((input: { readonly displayName: string }) =>
  Effect.map(asAdmin.call(Wire.createTsxEmailTemplate, { payload: input }), ({ id }) => id)
)

/**
 * Replaces the source of a template, and returns the rendered HTML; the theme stays unless given. Fails with
 * `RequiresCustomEmailServer`, with `EmailTemplateNotFound`, and with `EmailRenderingError` if the source cannot be
 * rendered.
 */
export const update = asAdmin.write("admin/TsxEmailTemplates.update", [Wire.updateTsxEmailTemplate], {
  changes: ["emailTemplates"]
})(function* (input: { readonly id: string } & Api.UpdateTsxEmailTemplate) {
  const { id, ...payload } = input
  return (yield* asAdmin.call(Wire.updateTsxEmailTemplate, { params: { emailTemplateId: id }, payload })).renderedHtml
})

const delete_ = asAdmin.write("admin/TsxEmailTemplates.delete", Wire.deleteTsxEmailTemplate, {
  input: (id: string) => ({ params: { emailTemplateId: id } }),
  changes: ["emailTemplates"]
})
export {
  /** Removes a template. Fails with `RequiresCustomEmailServer` and with `EmailTemplateNotFound`. */
  delete_ as delete
}

/**
 * Shows how a mail would look, with the values that template and theme have for previews: each of them is named, or
 * given as source (`templateTsxSource`, `themeTsxSource`). Without a theme it is that of the project. With
 * `editableMarkers` texts are marked in the HTML by comments, and told in `editableRegions`. Fails with
 * `EmailRenderingError`, `EmailTemplateNotFound` and `EmailThemeNotFound`.
 */
export const render = asAdmin.read("admin/TsxEmailTemplates.render", Wire.renderEmail, {
  input: (input: Api.RenderEmail) => ({ payload: input }),
  shows: ["emailTemplates", "emailThemes", "projects"]
})

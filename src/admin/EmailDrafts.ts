/**
 * Drafts: emails that are written once and sent once, as React components whose source is TSX. The current service has
 * them; in 2025-06 these operations fail with `NotSupportedByService`.
 */
import * as Effect from "effect/Effect"
import type * as Api from "../api/EmailDrafts.ts"
import * as Wire from "../wire/generated/EmailDrafts.ts"
import { asAdmin } from "./AsAdmin.ts"

export type { EmailDraft } from "../api/schema/EmailDraft.ts"

/** The 50 drafts that were changed last, the latest first. */
export const list = asAdmin.read("admin/EmailDrafts.list", Wire.listEmailDrafts, { shows: ["emailDrafts"] })

/** A draft. Fails with `EmailDraftNotFound`. */
export const get = asAdmin.read("admin/EmailDrafts.get", Wire.getEmailDraft, {
  input: (id: string) => ({ params: { emailDraftId: id } }),
  shows: ["emailDrafts"]
})

/**
 * Adds a draft, and returns its id: without a source it has a default one, and without a theme it is shown in that of
 * the project. The source is not rendered yet; `TsxEmailTemplates.render` shows how it would look.
 */
export const create = asAdmin.write("admin/EmailDrafts.create", [Wire.createEmailDraft], { changes: ["emailDrafts"] })(
  (input: Api.CreateEmailDraft) => Effect.map(asAdmin.call(Wire.createEmailDraft, { payload: input }), ({ id }) => id)
)

/**
 * Changes the given parts of a draft. Name the theme that it should keep: without `themeId` it gets that of the
 * project, like at the service. Fails with `EmailDraftNotFound`.
 */
export const update = asAdmin.write("admin/EmailDrafts.update", Wire.updateEmailDraft, {
  input: ({ id, ...payload }: { readonly id: string } & Api.UpdateEmailDraft) => ({
    params: { emailDraftId: id },
    payload
  }),
  changes: ["emailDrafts"]
})

const delete_ = asAdmin.write("admin/EmailDrafts.delete", Wire.deleteEmailDraft, {
  input: (id: string) => ({ params: { emailDraftId: id } }),
  changes: ["emailDrafts"]
})
export {
  /** Removes a draft. Fails with `EmailDraftNotFound`. */
  delete_ as delete
}

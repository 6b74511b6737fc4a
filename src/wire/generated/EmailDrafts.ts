/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { CreateEmailDraft, UpdateEmailDraft } from "../../api/EmailDrafts.ts"
import type { EmailDraft } from "../../api/schema/EmailDraft.ts"
import type { EmailDraftId } from "../../api/schema/Ids.ts"
import type { EmailDraftNotFound } from "../../domain/errors/Emails.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeOk, decodeToDrafts } from "./Envelope.ts"
import { decodeEmailDraft } from "./schema/EmailDraft.ts"
import { encodeEmailThemeChoice } from "./schema/EmailTheme.ts"
import { pathSegment } from "./schema/Ids.ts"
import { emailDraft, otherGeneration } from "./TextErrors.ts"

const listEmailDraftsSuccess = decodeToDrafts(R.list(decodeEmailDraft))

/** List email drafts. */
export const listEmailDrafts: Endpoint<{}, ReadonlyArray<EmailDraft>, NotSupportedByService, "admin"> = {
  name: "listEmailDrafts",
  method: "GET",
  path: "/internal/email-drafts",
  level: "admin",
  levelErrors: commonErrors,
  success: listEmailDraftsSuccess,
  textErrors: [otherGeneration]
}

const createEmailDraftSuccess = R.struct((o) => ({ id: pathSegment<EmailDraftId>(o.id, "id") }))

export const encodeCreateEmailDraft = R.struct((o) => ({
  display_name: R.string(o.displayName, "displayName"),
  theme_id: R.optional(o.themeId, "themeId", encodeEmailThemeChoice),
  tsx_source: R.optional(o.tsxSource, "tsxSource", R.string)
}))

/** Add an email draft. */
export const createEmailDraft: Endpoint<
  { readonly payload: CreateEmailDraft },
  { readonly id: EmailDraftId },
  NotSupportedByService,
  "admin"
> = {
  name: "createEmailDraft",
  method: "POST",
  path: "/internal/email-drafts",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeCreateEmailDraft,
  success: createEmailDraftSuccess,
  textErrors: [otherGeneration]
}

const emailDraftIdParams = R.struct((o) => ({
  emailDraftId: pathSegment<EmailDraftId>(o.emailDraftId, "emailDraftId")
}))

/** Read an email draft. */
export const getEmailDraft: Endpoint<
  { readonly params: { readonly emailDraftId: EmailDraftId } },
  EmailDraft,
  EmailDraftNotFound | NotSupportedByService,
  "admin"
> = {
  name: "getEmailDraft",
  method: "GET",
  path: "/internal/email-drafts/:emailDraftId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailDraftIdParams,
  success: decodeEmailDraft,
  textErrors: [emailDraft, otherGeneration]
}

export const encodeUpdateEmailDraft = R.struct((o) => ({
  display_name: R.optional(o.displayName, "displayName", R.string),
  theme_id: R.optional(o.themeId, "themeId", encodeEmailThemeChoice),
  tsx_source: R.optional(o.tsxSource, "tsxSource", R.string)
}))

/** Change an email draft. */
export const updateEmailDraft: Endpoint<
  { readonly params: { readonly emailDraftId: EmailDraftId }; readonly payload: UpdateEmailDraft },
  void,
  EmailDraftNotFound | NotSupportedByService,
  "admin"
> = {
  name: "updateEmailDraft",
  method: "PATCH",
  path: "/internal/email-drafts/:emailDraftId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailDraftIdParams,
  payload: encodeUpdateEmailDraft,
  success: decodeOk,
  textErrors: [emailDraft, otherGeneration]
}

/** Remove an email draft. */
export const deleteEmailDraft: Endpoint<
  { readonly params: { readonly emailDraftId: EmailDraftId } },
  void,
  EmailDraftNotFound | NotSupportedByService,
  "admin"
> = {
  name: "deleteEmailDraft",
  method: "DELETE",
  path: "/internal/email-drafts/:emailDraftId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailDraftIdParams,
  success: decodeOk,
  textErrors: [emailDraft, otherGeneration]
}

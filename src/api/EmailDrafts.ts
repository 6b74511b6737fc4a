/** Drafts of mails to users, in the current service only. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { toDrafts } from "../domain/Envelope.ts"
import * as Endpoint from "./Endpoint.ts"
import { Ok } from "./Envelope.ts"
import { EmailDraft } from "./schema/EmailDraft.ts"
import { EmailThemeChoice } from "./schema/EmailTheme.ts"
import { EmailDraftId } from "./schema/Ids.ts"
import * as Rule from "./schema/Rule.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const EmailDrafts = Schema.Struct({ drafts: Schema.Array(EmailDraft) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(EmailDraft)),
    Rule.transform({
      decode: toDrafts<EmailDraft>,
      encode: (drafts) => ({ drafts })
    })
  )
)

const themeId = Schema.optional(EmailThemeChoice)

/** A new draft; an absent theme means that of the project, and an absent source a default one. */
export class CreateEmailDraft extends WireClass<CreateEmailDraft>()({
  displayName: Schema.String,
  themeId,
  tsxSource: Schema.optional(Schema.String)
}) {}

/** A change of a draft; an absent name or source stays, and an absent theme means that of the project. */
export class UpdateEmailDraft extends WireClass<UpdateEmailDraft>()({
  displayName: Schema.optional(Schema.String),
  /** Default: the theme of the project, whichever the draft had. */
  themeId,
  tsxSource: Schema.optional(Schema.String)
}) {}

const params = { emailDraftId: EmailDraftId }

/** Lists the 50 drafts that were changed last, the latest first. */
export const listEmailDrafts = Endpoint.admin.get("listEmailDrafts", "/internal/email-drafts", {
  summary: "List email drafts",
  only: "current",
  success: EmailDrafts
})

/** Adds a draft. */
export const createEmailDraft = Endpoint.admin.post("createEmailDraft", "/internal/email-drafts", {
  summary: "Add an email draft",
  only: "current",
  payload: CreateEmailDraft,
  success: WireStruct({ id: EmailDraftId })
})

/** Reads a draft. */
export const getEmailDraft = Endpoint.admin.get("getEmailDraft", "/internal/email-drafts/:emailDraftId", {
  summary: "Read an email draft",
  only: "current",
  params,
  success: EmailDraft,
  error: [TextErrors.emailDraft]
})

/** Changes a draft. */
export const updateEmailDraft = Endpoint.admin.patch("updateEmailDraft", "/internal/email-drafts/:emailDraftId", {
  summary: "Change an email draft",
  only: "current",
  params,
  payload: UpdateEmailDraft,
  success: Ok,
  error: [TextErrors.emailDraft]
})

/** Removes a draft. */
export const deleteEmailDraft = Endpoint.admin.delete("deleteEmailDraft", "/internal/email-drafts/:emailDraftId", {
  summary: "Remove an email draft",
  only: "current",
  params,
  success: Ok,
  error: [TextErrors.emailDraft]
})

/** Email drafts, for admins. */
export class EmailDraftsGroup extends HttpApiGroup.make("emailDrafts")
  .add(listEmailDrafts, createEmailDraft, getEmailDraft, updateEmailDraft, deleteEmailDraft)
  .prefix(Endpoint.root) {}

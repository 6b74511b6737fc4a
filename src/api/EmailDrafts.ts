/** Drafts of mails to users, in the current service only. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { draftsOf } from "../domain/Envelope.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { Ok } from "./Envelope.ts"
import { EmailDraft } from "./schema/EmailDraft.ts"
import { EmailThemeChoice } from "./schema/EmailTheme.ts"
import { EmailDraftId } from "./schema/Ids.ts"
import { transform } from "./schema/Rule.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** The list of drafts in its envelope. */
const EmailDrafts = Schema.Struct({ drafts: Schema.Array(EmailDraft) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(EmailDraft)),
    transform({
      decode: draftsOf<EmailDraft>,
      encode: (drafts) => ({ drafts })
    })
  )
)

const themeId = Schema.optional(EmailThemeChoice)

/** A new draft; an absent theme means that of the project, and an absent source a default one. */
export class CreateEmailDraft extends Schema.Opaque<CreateEmailDraft>()(
  WireStruct({
    displayName: Schema.String,
    themeId,
    tsxSource: Schema.optional(Schema.String)
  })
) {}

/** A change of a draft; an absent name or source stays, and an absent theme means that of the project. */
export class UpdateEmailDraft extends Schema.Opaque<UpdateEmailDraft>()(
  WireStruct({
    displayName: Schema.optional(Schema.String),
    /** Default: the theme of the project, whichever the draft had. */
    themeId,
    tsxSource: Schema.optional(Schema.String)
  })
) {}

const params = { emailDraftId: EmailDraftId }

/** Lists the 50 drafts that were changed last, the latest first. */
export const listEmailDrafts = Endpoint.get("listEmailDrafts", "/internal/email-drafts", {
  success: EmailDrafts,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List email drafts")
  .annotate(Endpoint.OnlyIn, "current")

/** Adds a draft. */
export const createEmailDraft = Endpoint.post("createEmailDraft", "/internal/email-drafts", {
  payload: CreateEmailDraft,
  success: WireStruct({ id: EmailDraftId }),
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Add an email draft")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads a draft. */
export const getEmailDraft = Endpoint.get("getEmailDraft", "/internal/email-drafts/:emailDraftId", {
  params,
  success: EmailDraft,
  error: [TextErrors.emailDraft, TextErrors.otherGeneration]
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read an email draft")
  .annotate(Endpoint.OnlyIn, "current")

/** Changes a draft. */
export const updateEmailDraft = Endpoint.patch("updateEmailDraft", "/internal/email-drafts/:emailDraftId", {
  params,
  payload: UpdateEmailDraft,
  success: Ok,
  error: [TextErrors.emailDraft, TextErrors.otherGeneration]
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Change an email draft")
  .annotate(Endpoint.OnlyIn, "current")

/** Removes a draft. */
export const deleteEmailDraft = Endpoint.delete("deleteEmailDraft", "/internal/email-drafts/:emailDraftId", {
  params,
  success: Ok,
  error: [TextErrors.emailDraft, TextErrors.otherGeneration]
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Remove an email draft")
  .annotate(Endpoint.OnlyIn, "current")

/** Email drafts, for admins. */
export class EmailDraftsGroup extends HttpApiGroup.make("emailDrafts")
  .add(listEmailDrafts, createEmailDraft, getEmailDraft, updateEmailDraft, deleteEmailDraft)
  .prefix(Endpoint.root) {}

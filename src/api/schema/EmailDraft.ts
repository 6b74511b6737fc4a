/** Drafts: mails that are written once and sent once, as React components whose source is TSX. */
import * as Schema from "effect/Schema"
import { EmailThemeChoice } from "./EmailTheme.ts"
import { EmailDraftId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** A draft; its source exports the component `EmailTemplate`. */
export class EmailDraft extends WireClass<EmailDraft>()(
  {
    id: EmailDraftId,
    displayName: Schema.String,
    tsxSource: Schema.String,
    /** The project's theme when absent. */
    themeId: Schema.optionalKey(Schema.NullOr(EmailThemeChoice)),
    /** When it was sent; null if it was not. */
    sentAt: Schema.optionalKey(Schema.NullOr(Schema.DateFromMillis))
  },
  { sentAt: "sent_at_millis" }
) {}

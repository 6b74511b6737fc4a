/** Themes of mails: what is around their content, as React components whose source is TSX. */
import * as Schema from "effect/Schema"
import { EmailThemeId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** The theme that a mail is shown in: its id, or false for none. */
export const EmailThemeChoice = Schema.Union([Schema.String, Schema.Literal(false)])
export type EmailThemeChoice = typeof EmailThemeChoice.Type

/** A theme in the list of themes. */
export class EmailThemeSummary extends WireClass<EmailThemeSummary>()({
  id: EmailThemeId,
  displayName: Schema.String
}) {}

/** A theme; its source exports the component `EmailTheme`. */
export class EmailTheme extends WireClass<EmailTheme>()({
  id: EmailThemeId,
  displayName: Schema.String,
  tsxSource: Schema.String
}) {}

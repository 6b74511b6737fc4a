/** Templates of mails as the current service has them: React components, whose source is TSX. */
import * as Schema from "effect/Schema"
import { EmailThemeChoice } from "./EmailTheme.ts"
import { EmailTemplateId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** A template; its source exports the component `EmailTemplate`. */
export class TsxEmailTemplate extends WireClass<TsxEmailTemplate>()({
  id: EmailTemplateId,
  displayName: Schema.String,
  tsxSource: Schema.String,
  /** The project's theme when absent. */
  themeId: Schema.optionalKey(Schema.NullOr(EmailThemeChoice))
}) {}

/** Themes of the project's mails, in the current service only. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { toThemes } from "../domain/Envelope.ts"
import * as Endpoint from "./Endpoint.ts"
import { EmailRenderingError } from "./errors/Emails.ts"
import { EmailTheme, EmailThemeSummary } from "./schema/EmailTheme.ts"
import { EmailThemeId } from "./schema/Ids.ts"
import * as Rule from "./schema/Rule.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const EmailThemes = Schema.Struct({ themes: Schema.Array(EmailThemeSummary) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(EmailThemeSummary)),
    Rule.transform({
      decode: toThemes<EmailThemeSummary>,
      encode: (themes) => ({ themes })
    })
  )
)

const params = { emailThemeId: EmailThemeId }

/** Lists the themes, the built-in ones first. */
export const listEmailThemes = Endpoint.admin.get("listEmailThemes", "/internal/email-themes", {
  summary: "List email themes",
  only: "current",
  success: EmailThemes
})

/** Adds a theme with a default source. */
export const createEmailTheme = Endpoint.admin.post("createEmailTheme", "/internal/email-themes", {
  summary: "Add an email theme",
  only: "current",
  payload: WireStruct({ displayName: Schema.String }),
  success: WireStruct({ id: EmailThemeId })
})

/** Reads a theme with its source. */
export const getEmailTheme = Endpoint.admin.get("getEmailTheme", "/internal/email-themes/:emailThemeId", {
  summary: "Read an email theme",
  only: "current",
  params,
  success: EmailTheme,
  error: [TextErrors.emailTheme]
})

/** Changes the source of a theme, if a mail can be rendered in it. */
export const updateEmailTheme = Endpoint.admin.patch("updateEmailTheme", "/internal/email-themes/:emailThemeId", {
  summary: "Change an email theme",
  only: "current",
  params,
  payload: WireStruct({ tsxSource: Schema.String }),
  success: WireStruct({ displayName: Schema.String }),
  error: [EmailRenderingError, TextErrors.emailTheme]
})

/** Email themes, for admins. Nobody can remove one. */
export class EmailThemesGroup extends HttpApiGroup.make("emailThemes")
  .add(listEmailThemes, createEmailTheme, getEmailTheme, updateEmailTheme)
  .prefix(Endpoint.root) {}

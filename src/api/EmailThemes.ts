/** Themes of the project's mails, in the current service only. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { themesOf } from "../domain/Envelope.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { EmailRenderingError } from "./errors/Emails.ts"
import { EmailTheme, EmailThemeSummary } from "./schema/EmailTheme.ts"
import { EmailThemeId } from "./schema/Ids.ts"
import { transform } from "./schema/Rule.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** The list of themes in its envelope. */
const EmailThemes = Schema.Struct({ themes: Schema.Array(EmailThemeSummary) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(EmailThemeSummary)),
    transform({
      decode: themesOf<EmailThemeSummary>,
      encode: (themes) => ({ themes })
    })
  )
)

const params = { emailThemeId: EmailThemeId }

/** Lists the themes, the built-in ones first. */
export const listEmailThemes = Endpoint.get("listEmailThemes", "/internal/email-themes", {
  success: EmailThemes,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List email themes")
  .annotate(Endpoint.OnlyIn, "current")

/** Adds a theme with a default source. */
export const createEmailTheme = Endpoint.post("createEmailTheme", "/internal/email-themes", {
  payload: WireStruct({ displayName: Schema.String }),
  success: WireStruct({ id: EmailThemeId }),
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Add an email theme")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads a theme with its source. */
export const getEmailTheme = Endpoint.get("getEmailTheme", "/internal/email-themes/:emailThemeId", {
  params,
  success: EmailTheme,
  error: [TextErrors.emailTheme, TextErrors.otherGeneration]
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read an email theme")
  .annotate(Endpoint.OnlyIn, "current")

/** Changes the source of a theme, if a mail can be rendered in it. */
export const updateEmailTheme = Endpoint.patch("updateEmailTheme", "/internal/email-themes/:emailThemeId", {
  params,
  payload: WireStruct({ tsxSource: Schema.String }),
  success: WireStruct({ displayName: Schema.String }),
  error: [EmailRenderingError, TextErrors.emailTheme, TextErrors.otherGeneration]
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Change an email theme")
  .annotate(Endpoint.OnlyIn, "current")

/** Email themes, for admins. Nobody can remove one. */
export class EmailThemesGroup extends HttpApiGroup.make("emailThemes")
  .add(listEmailThemes, createEmailTheme, getEmailTheme, updateEmailTheme)
  .prefix(Endpoint.root) {}

/**
 * Email themes: the layout around an email's content, as React components whose source is TSX. An email uses the theme
 * of its template or draft, or in that of the project (`Project.update({ config: { emailTheme } })`). The current
 * service has them, and nobody can remove one; in 2025-06 these operations fail with `NotSupportedByService`.
 */
import * as Effect from "effect/Effect"
import * as Wire from "../wire/generated/EmailThemes.ts"
import { asAdmin } from "./AsAdmin.ts"

export type { EmailTheme, EmailThemeChoice, EmailThemeSummary } from "../api/schema/EmailTheme.ts"

/** The themes without their sources: those of the service, then those that were added. */
export const list = asAdmin.read("admin/EmailThemes.list", Wire.listEmailThemes, { shows: ["emailThemes"] })

/** A theme with its source. Fails with `EmailThemeNotFound`. */
export const get = asAdmin.read("admin/EmailThemes.get", Wire.getEmailTheme, {
  input: (id: string) => ({ params: { emailThemeId: id } }),
  shows: ["emailThemes"]
})

/** Adds a theme with a default source, and returns its id. */
export const create = asAdmin.write("admin/EmailThemes.create", [Wire.createEmailTheme], { changes: ["emailThemes"] })(
  (input: { readonly displayName: string }) =>
    Effect.map(asAdmin.call(Wire.createEmailTheme, { payload: input }), ({ id }) => id)
)

/**
 * Replaces the source of a theme. Fails with `EmailThemeNotFound`, and with `EmailRenderingError` if no mail can be
 * rendered in it.
 */
export const update = asAdmin.write("admin/EmailThemes.update", [Wire.updateEmailTheme], { changes: ["emailThemes"] })(
  ({ id, tsxSource }: { readonly id: string; readonly tsxSource: string }) =>
    Effect.asVoid(asAdmin.call(Wire.updateEmailTheme, { params: { emailThemeId: id }, payload: { tsxSource } }))
)

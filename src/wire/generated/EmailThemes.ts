/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailTheme, EmailThemeSummary } from "../../api/schema/EmailTheme.ts"
import type { EmailThemeId } from "../../api/schema/Ids.ts"
import type { EmailRenderingError, EmailThemeNotFound } from "../../domain/errors/Emails.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeToThemes } from "./Envelope.ts"
import { emailRenderingError } from "./errors/Emails.ts"
import { decodeEmailTheme, decodeEmailThemeSummary } from "./schema/EmailTheme.ts"
import { pathSegment } from "./schema/Ids.ts"
import { emailTheme, otherGeneration } from "./TextErrors.ts"

const listEmailThemesSuccess = decodeToThemes(R.list(decodeEmailThemeSummary))

/** List email themes. */
export const listEmailThemes: Endpoint<{}, ReadonlyArray<EmailThemeSummary>, NotSupportedByService, "admin"> = {
  name: "listEmailThemes",
  method: "GET",
  path: "/internal/email-themes",
  level: "admin",
  levelErrors: commonErrors,
  success: listEmailThemesSuccess,
  textErrors: [otherGeneration]
}

const createEmailThemeSuccess = R.struct((o) => ({ id: pathSegment<EmailThemeId>(o.id, "id") }))

const createEmailThemePayload = R.struct((o) => ({ display_name: R.string(o.displayName, "displayName") }))

/** Add an email theme. */
export const createEmailTheme: Endpoint<
  { readonly payload: { readonly displayName: string } },
  { readonly id: EmailThemeId },
  NotSupportedByService,
  "admin"
> = {
  name: "createEmailTheme",
  method: "POST",
  path: "/internal/email-themes",
  level: "admin",
  levelErrors: commonErrors,
  payload: createEmailThemePayload,
  success: createEmailThemeSuccess,
  textErrors: [otherGeneration]
}

const emailThemeIdParams = R.struct((o) => ({
  emailThemeId: pathSegment<EmailThemeId>(o.emailThemeId, "emailThemeId")
}))

/** Read an email theme. */
export const getEmailTheme: Endpoint<
  { readonly params: { readonly emailThemeId: EmailThemeId } },
  EmailTheme,
  EmailThemeNotFound | NotSupportedByService,
  "admin"
> = {
  name: "getEmailTheme",
  method: "GET",
  path: "/internal/email-themes/:emailThemeId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailThemeIdParams,
  success: decodeEmailTheme,
  textErrors: [emailTheme, otherGeneration]
}

const updateEmailThemeSuccess = R.struct((o) => ({ displayName: R.string(o.display_name, "display_name") }))

const updateEmailThemePayload = R.struct((o) => ({ tsx_source: R.string(o.tsxSource, "tsxSource") }))

/** Change an email theme. */
export const updateEmailTheme: Endpoint<
  { readonly params: { readonly emailThemeId: EmailThemeId }; readonly payload: { readonly tsxSource: string } },
  { readonly displayName: string },
  EmailRenderingError | EmailThemeNotFound | NotSupportedByService,
  "admin"
> = {
  name: "updateEmailTheme",
  method: "PATCH",
  path: "/internal/email-themes/:emailThemeId",
  level: "admin",
  levelErrors: commonErrors,
  params: emailThemeIdParams,
  payload: updateEmailThemePayload,
  success: updateEmailThemeSuccess,
  errors: [emailRenderingError],
  textErrors: [emailTheme, otherGeneration]
}

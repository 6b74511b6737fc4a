/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import { EmailRenderingError, RequiresCustomEmailServer } from "../../../domain/errors/Emails.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../runtime.ts"

export const requiresCustomEmailServer: KnownErrorEntry<RequiresCustomEmailServer> = {
  Class: RequiresCustomEmailServer
}

const emailRenderingErrorDetails = R.struct((o) => ({ error: R.string(o.error, "error") }))

export const emailRenderingError: KnownErrorEntry<EmailRenderingError> = {
  Class: EmailRenderingError,
  details: emailRenderingErrorDetails
}

/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  EmailCapacityBoostAlreadyActive,
  EmailNotEditable,
  EmailRenderingError,
  RequiresCustomEmailServer
} from "../../../domain/errors/Emails.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

const emailRenderingErrorDetails = R.struct((o) => ({ error: R.string(o.error, "error") }))

export const emailRenderingError: KnownErrorEntry<EmailRenderingError> = {
  Class: EmailRenderingError,
  details: emailRenderingErrorDetails
}

export const requiresCustomEmailServer: KnownErrorEntry<RequiresCustomEmailServer> = {
  Class: RequiresCustomEmailServer
}

const emailCapacityBoostAlreadyActiveDetails = R.struct((o) => ({
  expiresAt: R.dateOfText(o.expires_at, "expires_at")
}))

export const emailCapacityBoostAlreadyActive: KnownErrorEntry<EmailCapacityBoostAlreadyActive> = {
  Class: EmailCapacityBoostAlreadyActive,
  details: emailCapacityBoostAlreadyActiveDetails
}

const emailNotEditableDetails = R.struct((o) => ({
  emailId: R.string(o.email_id, "email_id"),
  status: R.string(o.status, "status")
}))

export const emailNotEditable: KnownErrorEntry<EmailNotEditable> = {
  Class: EmailNotEditable,
  details: emailNotEditableDetails
}

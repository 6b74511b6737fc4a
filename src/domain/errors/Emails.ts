/**
 * Mails and their templates: known errors of the current service.
 */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/** `REQUIRES_CUSTOM_EMAIL_SERVER`: Only a project with a mail server of its own can do this. Current service only. */
export class RequiresCustomEmailServer extends KnownError<RequiresCustomEmailServer>()("RequiresCustomEmailServer", {
  status: 400,
  message: "This needs a mail server of the project's own."
}) {}

/** `EMAIL_RENDERING_ERROR`: The source cannot be made into a mail; `details.error` says why. Current service only. */
export class EmailRenderingError extends KnownError<EmailRenderingError>()(
  "EmailRenderingError",
  {
    status: 400,
    message: "The source cannot be made into a mail."
  },
  { error: Schema.String }
) {}

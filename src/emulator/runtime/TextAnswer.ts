/** Errors of the service in plain text, without a code (docs/protocol/errors.md#errors-in-plain-text). */
import { TaggedError } from "../../domain/TaggedError.ts"

/** An answer of plain text with a status of 400 or above. */
export class TextAnswer extends TaggedError("TextAnswer")<{
  readonly status: 400 | 401 | 403 | 404 | 429 | 501
  readonly text: string
  /** For rate limits: seconds until the next request is allowed. */
  readonly retryAfter?: number | undefined
}> {}

/**
 * The errors of the service that are plain text and no known error. Clients
 * recognise them by nothing but their status (docs/protocol/errors.md#refusals-in-plain-text).
 */
import * as Data from "effect/Data"

/** An answer of plain text with a status of 400 or above. */
export class TextError extends Data.TaggedError("TextError")<{
  readonly status: 400 | 401 | 403 | 404 | 429 | 501
  readonly text: string
  /** Seconds after which a limit has room again. */
  readonly retryAfter?: number | undefined
}> {}

/** Errors of the service in plain text, without a code (docs/protocol/errors.md#errors-in-plain-text). */
import { TaggedError } from "../../domain/errors/TaggedError.ts"

/** An answer of plain text with a status of 400 or above. */
export class TextAnswer extends TaggedError("TextAnswer")<{
  readonly status: 400 | 401 | 403 | 404 | 429 | 501
  readonly text: string
  /** For rate limits: seconds until the next request is allowed. */
  readonly retryAfter?: number | undefined
}> {}

export const badRequest = (text: string): TextAnswer => new TextAnswer({ status: 400, text })

export const forbidden = (text: string): TextAnswer => new TextAnswer({ status: 403, text })

export const notFound = (text: string): TextAnswer => new TextAnswer({ status: 404, text })

/** Errors that the service answers in plain text, without a code (docs/protocol/errors.md#errors-in-plain-text). */
import type * as Cause from "effect/Cause"
import { TaggedError } from "./TaggedError.ts"

/** An error that the service answers in plain text: `message` is that text. */
export interface TextError {
  readonly _tag: string
  /** The text of the service. */
  readonly error: string
  /** The ID by which the service's operators find the request in their logs. */
  readonly requestId?: string | undefined
}

type TextErrorClass<Tag extends string> = new (
  props: Omit<TextError, "_tag">
) => Cause.YieldableError & TextError & { readonly _tag: Tag }

/** The base class of an error in plain text. */
export const TextError = <const Tag extends string>(tag: Tag): TextErrorClass<Tag> =>
  class extends TaggedError(tag)<Omit<TextError, "_tag">> {
    override get message() {
      return this.error
    }
  }

/**
 * The class factory behind every error that the service can name.
 *
 * A known error travels as `{ code, details?, error }` beside the header `x-stack-known-error: <code>`. It is
 * recognized by that code alone, never by its HTTP status. The classes are plain; `api/errors` has their schemas.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import { hasProperty } from "effect/Predicate"
import { printing } from "./TaggedError.ts"

const TypeId = "~gatefold/domain/KnownError"

/**
 * The members of every known error: `_tag` for `Effect.catchTag`, the wire `code`, the HTTP `status` it is sent
 * with, and a `message` for people.
 */
export interface KnownError<Tag extends string = string, Code extends string = string, Status extends number = number>
  extends Cause.YieldableError {
  readonly [TypeId]: typeof TypeId
  readonly _tag: Tag
  readonly code: Code
  readonly status: Status
  /** The text of the service (`error` on the wire). */
  readonly error: string
  /** Whether it comes as the reason of a `RequestRefused`. */
  readonly isProtocolError: boolean
  /** The ID by which the service's operators find the request in their logs; undefined when the error was made here. */
  readonly requestId?: string | undefined
}

/** Whether a value is a known error of this package, of any code. */
export const isKnownError = (u: unknown): u is KnownError => hasProperty(u, TypeId)

/** The code that follows from a tag: `USER_NOT_FOUND` of `UserNotFound`; OAuth counts as one word. */
export type CodeOf<Tag extends string, Code extends string = ""> = Tag extends `OAuth${infer Rest}`
  ? CodeOf<Rest, `${Separated<Code>}OAUTH`>
  : Tag extends `${infer Letter}${infer Rest}`
    ? CodeOf<Rest, Letter extends Lowercase<Letter> ? `${Code}${Uppercase<Letter>}` : `${Separated<Code>}${Letter}`>
    : Code

type Separated<Code extends string> = Code extends "" ? "" : `${Code}_`

const toCode = (tag: string): string =>
  tag
    .replaceAll("OAuth", "Oauth")
    .replace(/\B[A-Z]/g, "_$&")
    .toUpperCase()

export interface Declaration<Code extends string, Status extends number> {
  /** The text that identifies the error on the wire, where it does not follow from the tag. */
  readonly code?: Code
  /** The HTTP status that it is sent with. */
  readonly status: Status
  /** Used when an error is made here and not received. */
  readonly message: string
  /** Advice that follows the text of the service. */
  readonly advice?: string
}

/** The class that {@link KnownError} returns; its type parameter is the type of the error's details, if it has any. */
export interface KnownErrorClass<Tag extends string, Code extends string, Status extends number> {
  readonly code: Code
  readonly status: Status
  /** The message of an error that is made here. */
  readonly message: string
  new (fields?: { readonly error?: string | undefined }): KnownError<Tag, Code, Status>
  new <Details extends object>(fields: {
    readonly details: Details
    readonly error?: string | undefined
  }): KnownError<Tag, Code, Status> & { readonly details: Details }
}

/** Any class made by {@link KnownError}. */
export interface AnyKnownErrorClass<E extends KnownError = KnownError> {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly prototype: E
  new (fields: { readonly details: never; readonly error?: string | undefined }): E
}

/**
 * Declares a known error.
 *
 * @example
 * ```ts
 * class PasswordTooShort extends KnownError("PasswordTooShort", {
 *   status: 400,
 *   message: "The password is too short."
 * })<{ readonly minLength: number }> {}
 *
 * new PasswordTooShort({ details: { minLength: 8 } })
 * ```
 */
export const KnownError = <
  const Tag extends string,
  const Status extends number,
  const Code extends string = CodeOf<Tag>
>(
  tag: Tag,
  { advice = "", code = toCode(tag) as Code, message, status }: Declaration<Code, Status>
): KnownErrorClass<Tag, Code, Status> => {
  class Known extends Data.Error<{ readonly code: Code; readonly details?: unknown; readonly error: string }> {
    static readonly code = code
    static readonly status = status
    static readonly message = message

    constructor(fields: { readonly details?: unknown; readonly error?: string | undefined } = {}) {
      const { details, error = message } = fields
      super(details === undefined ? { code, error } : { code, details, error })
    }

    override get message() {
      return this.error + advice
    }
  }
  Object.assign(Known.prototype, printing, { [TypeId]: TypeId, _tag: tag, name: tag, status, isProtocolError: false })
  return Known as KnownErrorClass<Tag, Code, Status>
}

/** Declares an error that no app can repair: operations fail with it as the reason of a `RequestRefused`. */
export const ProtocolError: typeof KnownError = (tag, declaration) => {
  const declared = KnownError(tag, declaration)
  Object.assign(declared.prototype, { isProtocolError: true })
  return declared
}

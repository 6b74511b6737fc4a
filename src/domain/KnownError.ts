/**
 * The class factory behind every error that the service can name.
 *
 * A known error travels as `{ code, details?, error }` beside the header
 * `x-stack-known-error: <code>` (wire/known-errors). It is recognised by that
 * code alone, never by its HTTP status.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { hasProperty } from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type Renames, WireStruct } from "./WireStruct.ts"

const TypeId = "~gatefold/domain/KnownError"

/**
 * What every known error has in common: `_tag` for `Effect.catchTag`, the wire
 * `code`, the HTTP `status` it is sent with, and a `message` for people.
 */
export interface KnownError extends Cause.YieldableError {
  readonly [TypeId]: typeof TypeId
  readonly _tag: string
  readonly code: string
  readonly status: number
  /** The text of the service (`error` on the wire). */
  readonly error: string
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

const codeOf = (tag: string): string =>
  tag
    .replaceAll("OAuth", "Oauth")
    .replace(/\B[A-Z]/g, "_$&")
    .toUpperCase()

/** How one known error is declared; the source is wire/known-errors.json. */
export interface Declaration<Code extends string, Status extends number> {
  /** The text that identifies the error on the wire, where it does not follow from the tag. */
  readonly code?: Code
  /** The HTTP status that it is sent with. */
  readonly status: Status
  /** Used when an error is made here and not received. */
  readonly message: string
}

type Fields<Code extends string, Details extends Schema.Struct.Fields, R extends Renames<Details>> = {
  readonly code: Schema.tag<Code>
} & ([keyof Details] extends [never] ? {} : { readonly details: WireStruct<Details, R> }) & {
    readonly error: Schema.withConstructorDefault<Schema.String>
  }

/** The class that {@link KnownError} returns: a schema of the wire body and a yieldable error. */
export interface KnownErrorClass<
  Self,
  Tag extends string,
  Code extends string,
  Status extends number,
  Details extends Schema.Struct.Fields,
  R extends Renames<Details>
> extends Schema.Class<
  Self,
  Schema.Struct<Fields<Code, Details, R>>,
  Cause.YieldableError & {
    readonly [TypeId]: typeof TypeId
    readonly _tag: Tag
    readonly status: Status
  }
> {
  readonly code: Code
  readonly status: Status
}

/** Any class made by {@link KnownError}. */
export type AnyKnownErrorClass = Schema.Top & {
  readonly code: string
  readonly status: number
  readonly Type: KnownError
}

/**
 * Declares a known error.
 *
 * @example
 * ```ts
 * class PasswordTooShort extends KnownError<PasswordTooShort>()("PasswordTooShort", {
 *   status: 400,
 *   message: "The password is too short."
 * }, { minLength: Schema.Finite }) {}
 *
 * new PasswordTooShort({ details: { minLength: 8 } })
 * ```
 */
export const KnownError =
  <Self = never>() =>
  <
    const Tag extends string,
    const Status extends number,
    const Code extends string = CodeOf<Tag>,
    const Details extends Schema.Struct.Fields = {},
    const R extends Renames<Details> = {}
  >(
    tag: Tag,
    declaration: Declaration<Code, Status>,
    details?: Details,
    renames?: R
  ): KnownErrorClass<Self, Tag, Code, Status, Details, R> => {
    const { code = codeOf(tag), message, status } = declaration
    const Base = Schema.Error<Self>(tag)(
      {
        code: Schema.tag(code),
        ...(details === undefined ? {} : { details: WireStruct(details, renames) }),
        error: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(message)))
      },
      {
        httpApiStatus: status,
        description: message
      } as {}
    )
    const Class = Base as unknown as { readonly prototype: object }
    Object.assign(Class, { code, status })
    Object.assign(Class.prototype, { [TypeId]: TypeId, _tag: tag, status })
    Object.defineProperty(Class.prototype, "message", {
      get(this: KnownError) {
        return this.error
      },
      configurable: true
    })
    return Base as never
  }

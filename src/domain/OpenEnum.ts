/**
 * Enumerations of answers, which later versions of the service may extend.
 */
import * as Schema from "effect/Schema"

/** A string that is usually one of `L`: other values are accepted, the known ones complete in an editor. */
export type OpenEnum<L extends string> = L | (string & {})

/**
 * A string codec that documents its known values and accepts any other.
 *
 * @example
 * ```ts
 * const Type = OpenEnum(["email"])   // "email" | (string & {})
 * ```
 */
export const OpenEnum = <const L extends ReadonlyArray<string>>(known: L): Schema.Codec<OpenEnum<L[number]>, string> =>
  Schema.Union([Schema.Literals(known), Schema.String])

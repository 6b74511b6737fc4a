/** The schema of enumerations that later versions of the service may extend. */
import * as Schema from "effect/Schema"
import type * as Domain from "../../domain/OpenEnum.ts"

/**
 * A string codec that documents its known values and accepts any other.
 *
 * @example
 * ```ts
 * const Type = OpenEnum(["email"])   // "email" | (string & {})
 * ```
 */
export const OpenEnum = <const L extends ReadonlyArray<string>>(
  known: L
): Schema.Codec<Domain.OpenEnum<L[number]>, string> => Schema.Union([Schema.Literals(known), Schema.String])

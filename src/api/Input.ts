/**
 * What requests are made of: query values, codes and empty bodies.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { VerificationCode } from "./schema/Secrets.ts"
import { type Renames, WireStruct } from "./schema/WireStruct.ts"

/** An object without properties: `{}`. */
export const Empty = Schema.Struct({}).check(
  Schema.makeFilter((value: object) => Object.keys(value).length === 0 || "Expected no properties")
)

/** A yes or no in a query: `true` or `false`. */
export const QueryBoolean = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true",
      encode: (value) => (value ? ("true" as const) : ("false" as const))
    })
  )
)

/** A whole number of at least 1 in a query. */
export const QueryCount = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1))

/** How many characters a verification code has (docs/protocol/sign-in.md#mailed-codes). */
export const codeLength = 45

/** A verification code as requests need it. */
export const Code = VerificationCode.check(
  Schema.makeFilter(
    (code: Redacted.Redacted<string>) =>
      Redacted.value(code).length === codeLength || `Expected a code of ${codeLength} characters`
  )
)

/** Builds the codec of a query: a {@link WireStruct} whose values are text on the wire. */
export const Query = <
  const Fields extends Record<string, Schema.Encoder<string | undefined>>,
  const R extends Renames<Fields> = {}
>(
  fields: Fields,
  renames?: R
): WireStruct<Fields, R> => WireStruct(fields, renames)

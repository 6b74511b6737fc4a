/** Parts of requests: query values, codes and empty bodies. */
import * as Schema from "effect/Schema"
import { isEmpty, isTrue, toQueryBoolean } from "../domain/Input.ts"
import { codeLength, isCode } from "../domain/text/SecretText.ts"
import * as Rule from "./schema/Rule.ts"
import { VerificationCode } from "./schema/Secrets.ts"
import { type Renames, WireStruct } from "./schema/WireStruct.ts"

/** An object without properties: `{}`. */
export const Empty = Schema.Struct({}).check(Rule.check(isEmpty, "no properties"))

/** A boolean in a query: `true` or `false`. */
export const QueryBoolean = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, Rule.transform({ decode: isTrue, encode: toQueryBoolean }))
)

/** A whole number of at least 1 in a query. */
export const QueryCount = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1))

/** The size of a page in a query, up to the largest one that the service answers. */
export const QueryLimit = (maximum: number) =>
  Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum }))

/** A verification code in a request. */
export const Code = VerificationCode.check(
  Rule.checkInside(isCode, `a code of ${codeLength} characters`, RegExp(`^[a-z\\d]{${codeLength}}$`))
)

/**
 * The fields of a sign-up about the bot challenge: a solution of its invisible or visible form, or a note that the
 * challenge could not be shown. Only the current service knows these.
 */
export const botChallengeFields = {
  botChallengeToken: Schema.optional(Schema.String),
  botChallengePhase: Schema.optional(Schema.Literals(["invisible", "visible"])),
  botChallengeUnavailable: Schema.optional(Schema.Literal("true"))
}

/** Builds the codec of a query: a {@link WireStruct} whose values are text on the wire. */
export const Query = <
  const Fields extends Record<string, Schema.Encoder<string | undefined>>,
  const R extends Renames<Fields> = {}
>(
  fields: Fields,
  renames?: R
): WireStruct<Fields, R> => WireStruct(fields, renames)

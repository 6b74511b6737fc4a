/** Text by other people that apps show to users. */
import * as Schema from "effect/Schema"
import { keepAsWritten, toShownText } from "../../domain/text/ShownText.ts"
import * as Rule from "./Rule.ts"

/** Text by someone else in an answer, decoded without control characters, line breaks and invisible characters. */
export const ShownText = Schema.String.pipe(
  Schema.decodeTo(Schema.String, Rule.transform({ decode: toShownText, encode: keepAsWritten }))
)

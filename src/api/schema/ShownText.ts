/** Text of strangers that apps show to users. */
import * as Schema from "effect/Schema"
import { asWritten, shownText } from "../../domain/ShownText.ts"
import { transform } from "./Rule.ts"

/** Text in an answer that a stranger wrote, decoded without control characters, line breaks and invisible characters. */
export const ShownText = Schema.String.pipe(
  Schema.decodeTo(Schema.String, transform({ decode: shownText, encode: asWritten }))
)

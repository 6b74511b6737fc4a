/**
 * Pictures in answers.
 */
import * as Schema from "effect/Schema"
import { pictureOrNull } from "../../domain/Picture.ts"
import { transform } from "./Rule.ts"

/** The URL of a picture as an answer holds it; what is none, such as `javascript:`, is as good as no picture: null. */
export const PictureUrl = Schema.NullOr(Schema.String).pipe(
  Schema.decodeTo(Schema.NullOr(Schema.String), transform({ decode: pictureOrNull, encode: pictureOrNull }))
)

/** Pictures in answers. */
import * as Schema from "effect/Schema"
import { toPicture } from "../../domain/Picture.ts"
import * as Rule from "./Rule.ts"

/** The URL of a picture in an answer; any other text, such as `javascript:`, becomes null. */
export const PictureUrl = Schema.NullOr(Schema.String).pipe(
  Schema.decodeTo(Schema.NullOr(Schema.String), Rule.transform({ decode: toPicture, encode: toPicture }))
)

/**
 * URLs in requests; the service decides whether one is trusted.
 */
import * as Schema from "effect/Schema"
import { isAbsoluteUrl } from "../../domain/AbsoluteUrl.ts"
import { check } from "./Rule.ts"

/** An absolute URL. */
export const AbsoluteUrl = Schema.String.check(check(isAbsoluteUrl, "an absolute URL"))

/**
 * An image in a request: an absolute URL (`Picture.ts` has those in answers), or a `data:` URL (the only form at client
 * level), at most 1,000,000 characters.
 */
export const ImageUrl = AbsoluteUrl.check(Schema.isMaxLength(1_000_000))

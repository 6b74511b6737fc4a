/** URLs; the service decides whether one in a request is trusted. */
import * as Schema from "effect/Schema"
import { isAbsoluteUrl, isWebUrl } from "../../domain/url/AbsoluteUrl.ts"
import * as Rule from "./Rule.ts"

const sample = /^https?:\/\/[a-z]{1,8}\.example\/[a-z]{0,8}$/

export const AbsoluteUrl = Schema.String.check(Rule.check(isAbsoluteUrl, "an absolute URL", sample))

/** The URL of a page, in an answer. */
export const WebUrl = Schema.String.check(Rule.check(isWebUrl, "the URL of a page", sample))

/**
 * An image in a request: an absolute URL (`Picture.ts` has those in answers), or a `data:` URL (the only form at client
 * level), at most 1,000,000 characters.
 */
export const ImageUrl = AbsoluteUrl.check(Schema.isMaxLength(1_000_000))

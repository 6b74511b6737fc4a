/**
 * E-mail addresses in requests; answers may hold any text.
 */
import * as Schema from "effect/Schema"

// no encoded-words (RFC 2047): `=?utf-8?q?a=40evil.example=2c?=@example.org` is several addresses to mail software that decodes them
const address =
  /^(?!.*=\?)[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/
const topLevelDomain = /\.[a-zA-Z]{2,}$/

/** An e-mail address; upper and lower case are kept, and compared exactly by the service. */
export const Email = Schema.String.check(
  // the longest that SMTP can carry (RFC 5321 §4.5.3.1.3); nothing longer is looked at any further
  Schema.isMaxLength(254, { expected: "an e-mail address of at most 254 characters" }).abort(),
  Schema.isPattern(address, { expected: "an e-mail address" })
)

/**
 * An e-mail address whose domain ends in a top-level domain, as new accounts need it
 * (docs/protocol/sign-in.md#passwords).
 */
export const StrictEmail = Email.check(
  Schema.isPattern(topLevelDomain, { expected: "an e-mail address with a complete domain" })
)

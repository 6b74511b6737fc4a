/**
 * E-mail addresses in requests; answers may hold any text.
 */
import * as Schema from "effect/Schema"

const address =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/
const topLevelDomain = /\.[a-zA-Z]{2,}$/

/** An e-mail address; upper and lower case are kept, and compared exactly by the service. */
export const Email = Schema.String.check(Schema.isPattern(address, { expected: "an e-mail address" }))

/** An e-mail address whose domain ends in a top-level domain, as new accounts need it (wire/endpoints §1). */
export const StrictEmail = Email.check(
  Schema.isPattern(topLevelDomain, { expected: "an e-mail address with a complete domain" })
)

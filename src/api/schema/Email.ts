/** Email addresses in requests; answers may contain any text. */
import * as Schema from "effect/Schema"
import { emailAddress, isEmail, maxEmailLength } from "../../domain/text/EmailAddress.ts"
import { annotateRule, annotateSamples } from "./Rule.ts"

const topLevelDomain = /\.[a-zA-Z]{2,}$/

const sample = /^[\w+-]{1,8}@[a-zA-Z\d]{1,8}\.[a-zA-Z]{2,3}$/

const expected = "an email address of at most 254 characters"

/** An email address; upper and lower case are kept, and compared exactly by the service. */
export const Email = Schema.String.check(
  Schema.isMaxLength(maxEmailLength, { expected, ...annotateRule(isEmail, expected) }).abort(),
  Schema.isPattern(emailAddress, {
    expected: "an email address",
    ...annotateRule(isEmail, "an email address"),
    ...annotateSamples(sample)
  })
)

/**
 * An email address whose domain ends in a top-level domain, as new accounts need it
 * (docs/protocol/sign-in.md#passwords).
 */
export const StrictEmail = Email.check(
  Schema.isPattern(topLevelDomain, { expected: "an email address with a complete domain", ...annotateSamples(sample) })
)

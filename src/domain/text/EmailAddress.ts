/** Email addresses in requests; answers may hold any text. */

/** The longest that SMTP can carry (RFC 5321 §4.5.3.1.3); longer texts are not examined. */
export const maxEmailLength = 254

/**
 * No encoded-words (RFC 2047): `=?utf-8?q?a=40evil.example=2c?=@example.org` is several addresses to mail software that
 * decodes them.
 */
export const emailAddress =
  /^(?!.*=\?)[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/

const domain = /^@?[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/

/** The largest list of domains that the service accepts. */
export const maxDomains = 100

/** Whether a text is a list of domains, separated by commas. Each may have an `@` in front, which does not count. */
export const isDomainList = (text: string): boolean => {
  const domains = text.split(",", maxDomains + 1)
  return (
    domains.length <= maxDomains && domains.every((part) => part.length <= maxEmailLength && domain.test(part.trim()))
  )
}

/** The domains of such a list as addresses are compared with them. */
export const parseDomains = (text: string): ReadonlyArray<string> =>
  text.split(",").map((part) => part.trim().replace(/^@/, "").toLowerCase())

export const isEmail = (text: string): boolean => text.length <= maxEmailLength && emailAddress.test(text)

/**
 * E-mail addresses as requests may name them; answers may hold any text.
 */

/** The longest that SMTP can carry (RFC 5321 §4.5.3.1.3); nothing longer is looked at any further. */
export const maxEmailLength = 254

/**
 * No encoded-words (RFC 2047): `=?utf-8?q?a=40evil.example=2c?=@example.org` is several addresses to mail software
 * that decodes them.
 */
export const emailAddress =
  /^(?!.*=\?)[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/

/** Whether a text is an e-mail address. */
export const isEmail = (text: string): boolean => text.length <= maxEmailLength && emailAddress.test(text)

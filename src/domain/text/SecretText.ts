/** Rules for the texts of secrets. */
import * as Redacted from "effect/Redacted"
import { maxPasswordLength, measurePassword } from "../PasswordLength.ts"

const headerValue = /^[\x21-\x7e]+$/

/** Whether it can travel in a header: visible ASCII, and not the text that a missing value turns into. */
export const isCredential = (text: string): boolean => headerValue.test(text) && text !== "undefined"

export const isNotEmpty = (text: string): boolean => text !== ""

/** Whether it is short enough for a password; the project's minimum is the service's to check. */
export const isPasswordLength = (text: string): boolean => measurePassword(text) <= maxPasswordLength

/** Half of a surrogate pair has no UTF-8: every one of them would be hashed as the same U+FFFD. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

/** How many characters a verification code has. */
export const codeLength = 45

/** Whether it is as long as a verification code. */
export const isCode = (text: string): boolean => text.length === codeLength

/** A text that prints as `<redacted>` from here on. */
export const redact = (text: string): Redacted.Redacted => Redacted.make(text)

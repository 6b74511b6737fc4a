/** How long passwords are, in the one way in which client and emulator count. */

/** The most characters that a password may have (docs/protocol/sign-in.md#passwords). */
export const maxPasswordLength = 70

/** The length of a password in characters: an emoji is one, whatever it takes in UTF-16 or UTF-8. */
export const passwordLength = (password: string): number => [...password].length

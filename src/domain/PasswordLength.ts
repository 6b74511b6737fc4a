/** The length of passwords, counted in the same way by client and emulator. */

/** The most characters that a password may have (docs/protocol/sign-in.md#passwords). */
export const maxPasswordLength = 70

/** The length of a password in characters: an emoji is one. */
export const measurePassword = (password: string): number => [...password].length

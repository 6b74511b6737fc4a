/** Lengths of time. */

export const dayMillis = 86_400_000

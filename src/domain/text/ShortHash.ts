/** A short name for a text. */

/** A hash of 32 bits in base 36. It distinguishes texts in names, and protects nothing. */
export const hashShort = (text: string): string => {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return hash.toString(36)
}

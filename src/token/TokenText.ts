/**
 * What a token looks like, wherever it comes from.
 */

/**
 * Whether this can be a token: visible ASCII, so that it fits into a header, and
 * not the text "undefined" of a failed interpolation (spec §5, SECURITY A4.12).
 */
export const isTokenText = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value !== "undefined"

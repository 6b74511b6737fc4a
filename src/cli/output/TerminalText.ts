/**
 * Makes foreign text safe for a terminal: replaces control characters with blanks, and removes characters that change
 * the reading order. Keeps line breaks.
 */
export const stripControls = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n]+/gu, " ").replaceAll(/\p{Bidi_C}+/gu, "")

/** A text in one line, without control characters. */
export const toPlainLine = (text: string): string => stripControls(text.replaceAll("\n", " "))

/** A text in one line, with control, invisible and reordering characters as escapes, so that people see them. */
export const escapeControls = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/**
 * JSON with escapes for characters that a terminal obeys. JSON itself escapes U+0000 to U+001F, but neither
 * U+007F to U+009F nor characters that change the reading order.
 */
export const toPlainJson = (json: string): string =>
  json.replaceAll(
    /[\u007f-\u009f\p{Bidi_C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

export const toJsonLine = (value: unknown): string => toPlainJson(JSON.stringify(value))

/** The mark of a step that holds, that does not, or that was not reached. */
export const checkMark = (holds: boolean | undefined): string => {
  if (holds === undefined) return "·"
  return holds ? "✓" : "✗"
}

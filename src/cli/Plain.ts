/** Text as a terminal may show it, whoever wrote it: without control characters, but in its lines. */
export const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n]+/gu, " ")

/** The same in one line. */
export const plainLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ")

/** The same in one line, where what nobody sees matters: control, invisible and reordering characters as escapes. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** JSON in one line. It has escapes for U+0000 to U+001F by itself; a terminal obeys U+0080 to U+009F, too. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

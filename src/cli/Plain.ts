/** Text as a terminal may show it, whoever wrote it: without control characters, but in its lines. */
export const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n]+/gu, " ")

/** The same in one line. */
export const plainLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ")

/** The same in one line, where what nobody sees matters: control, invisible and reordering characters as escapes. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

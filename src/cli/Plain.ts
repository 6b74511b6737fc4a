/** Text as a terminal may show it, whoever wrote it: without control characters, but in its lines. */
export const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n]+/gu, " ")

/** The same in one line. */
export const plainLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ")

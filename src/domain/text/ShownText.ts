/** Text by other people that apps show to users. */

/** C0, DEL, C1, and characters that are invisible or reorder the text around them. */
const unseen =
  /[\0-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u17b4|\u17b5|[\u{e0000}-\u{e007f}]/gu

/** The text in one line, without control characters and those that only change how other text looks. */
export const toShownText = (text: string): string => text.replace(/\s+/g, " ").replace(unseen, "").trim()

/** The text in one line without control characters, so that it forges no line of a log. */
export const toOneLine = (text: string): string => text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]+\s*/g, " ").trim()

export const keepAsWritten = (text: string): string => text

/** Other ways to write 32 or 64 bytes in base64 that lenient decoders take for the same. */

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/** By what they do to it; none of them is the text itself. */
export const spellings = (text: string): Record<string, string> => {
  const padding = /=*$/.exec(text)![0]
  const body = text.slice(0, text.length - padding.length)
  const alphabet = `${digits}${/[-_]/.test(text) ? "-_" : "+/"}`
  // 43 and 86 digits have bits to spare in the last one.
  const last = alphabet[alphabet.indexOf(body.at(-1)!) ^ 1]!
  const middle = Math.floor(body.length / 2)
  const all: Record<string, string> = {
    "spare bits": `${body.slice(0, -1)}${last}${padding}`,
    "other padding": padding === "" ? `${body}${"=".repeat(4 - (body.length % 4))}` : body,
    "more padding": `${text}=`,
    "a space before it": ` ${text}`,
    "a space after it": `${text} `,
    "a tab after it": `${text}\t`,
    "a line break within": `${body.slice(0, middle)}\n${body.slice(middle)}${padding}`,
    "a space within": `${body.slice(0, middle)} ${body.slice(middle)}${padding}`,
    "a null character after it": `${text}\0`,
    "the digits of the other alphabet": /[-_]/.test(text)
      ? text.replaceAll("-", "+").replaceAll("_", "/")
      : text.replaceAll("+", "-").replaceAll("/", "_"),
    "a digit more": `${body}A${padding}`,
    "a foreign character within": `${body.slice(0, middle)}!${body.slice(middle)}${padding}`
  }
  return Object.fromEntries(Object.entries(all).filter(([, spelling]) => spelling !== text))
}

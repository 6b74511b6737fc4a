/** Finds the links and codes in a mail. */
import * as Entities from "./Entities.ts"

// No pattern backtracks over text that it has read: mails are long and untrusted.

const findHrefs = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<a\b[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, doubleQuoted, singleQuoted]) =>
    Entities.decode(doubleQuoted ?? singleQuoted ?? "")
  )

const findUrls = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/https?:\/\/[^\s<>"']+/gi)].map(([url]) => url.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, ""))

/** The links to web pages, those of the HTML first, each once. */
export const findLinks = (html: string, text: string): ReadonlyArray<string> => [
  ...new Set([...findHrefs(html).filter((link) => /^https?:/i.test(link)), ...findUrls(text)])
]

/** A code on a separate line: digits or capitals, at least one digit, and an optional hyphen or space. */
export const findCode = (text: string): string | undefined =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .find((line) => /^(?=.*\d)[A-Z\d]{2,8}[- ]?[A-Z\d]{2,8}$/.test(line))
    ?.replace(/[- ]/, "")

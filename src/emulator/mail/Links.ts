/** What is in the text of a mail: links and codes. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">"
}

const decoded = (text: string): string => text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity]!)

// none of the patterns starts over within what it has read: mails are long, and anybody writes them

const hrefs = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<a\b[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, one, other]) =>
    decoded(one ?? other ?? "")
  )

const urls = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/https?:\/\/[^\s<>"']+/gi)].map(([url]) => url.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, ""))

/** The links to web pages, those of the HTML first, each once. */
export const linksOf = (html: string, text: string): ReadonlyArray<string> => [
  ...new Set([...hrefs(html).filter((link) => /^https?:/i.test(link)), ...urls(text)])
]

/** A code that has a line of its own: 4 to 12 digits or capitals, with a digit, and maybe a hyphen or space in it. */
export const codeOf = (text: string): string | undefined =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .find((line) => /^(?=.*\d)[A-Z\d]{2,8}[- ]?[A-Z\d]{2,8}$/.test(line))
    ?.replace(/[- ]/, "")

/** The documentation that lies in the package beside the command. */
import * as fs from "node:fs"
import * as path from "node:path"

/** A page, by its path below `docs/`. */
export interface Page {
  readonly path: string
  readonly title: string
}

/** A part of a page, from one heading to the next. */
export interface Part {
  readonly path: string
  readonly heading: string
  readonly text: string
}

const folderOf = (within: string): string => {
  const docs = path.join(within, "docs")
  if (fs.existsSync(path.join(docs, "supported.md"))) return docs
  const above = path.dirname(within)
  return above === within ? docs : folderOf(above)
}

const docs = folderOf(import.meta.dirname)

/** What somebody who uses the package looks up; decisions are for those who change it. */
const folders = [".", "concepts", "errors", "guides", "moving", "protocol", "screens", "start"]

const load = (): ReadonlyMap<string, string> => {
  const names = folders
    .map((folder) => path.join(docs, folder))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((name) => name.endsWith(".md"))
    .toSorted()
  return new Map(
    names.map((name) => [path.relative(docs, name).replaceAll(path.sep, "/"), fs.readFileSync(name, "utf8")])
  )
}

let loaded: ReadonlyMap<string, string> | undefined

/** The texts of all pages, read when the first one is asked for. */
const texts = (): ReadonlyMap<string, string> => (loaded ??= load())

/** The text of a page, or undefined if there is none of this path. */
export const read = (page: string): string | undefined => texts().get(page)

/** All pages. */
export const pages = (): ReadonlyArray<Page> =>
  Array.from(texts(), ([page, text]) => ({ path: page, title: /^# (.+)$/m.exec(text)?.[1] ?? page }))

/** The parts of a page; headings inside of code are none. */
const partsOf = ([page, text]: readonly [path: string, text: string]): ReadonlyArray<Part> => {
  const parts: Array<{ path: string; heading: string; text: string }> = []
  let isCode = false
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,3} (.+)$/.exec(line)?.[1]
    if (heading !== undefined || parts.length === 0) parts.push({ path: page, heading: heading ?? page, text: "" })
    else parts.at(-1)!.text += `${line}\n`
  }
  return parts
}

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Tables of everything fit every question. */
const tables = ["supported.md", "llms.md", "benchmarks.md", "mutation.md", "errors/README.md"]

/**
 * The parts that fit best: words in headings count more than those in the text, rare ones more than common ones, and
 * guides more than what is behind them.
 */
export const search = (query: string, limit: number): ReadonlyArray<Part> => {
  const parts = [...texts()]
    .filter(([page]) => !tables.includes(page))
    .flatMap(partsOf)
    .map((part) => ({
      part,
      heading: new Set(wordsOf(`${part.heading} ${part.path}`)),
      words: new Set(wordsOf(part.text))
    }))
  const weights = [...new Set(wordsOf(query))].map((word) => {
    const having = parts.filter(({ heading, words }) => heading.has(word) || words.has(word)).length
    return { word, weight: having === 0 ? 0 : Math.log(1 + parts.length / having) }
  })
  return parts
    .map(({ heading, part, words }) => ({
      part,
      score:
        (/^(guides|concepts|start)\//.test(part.path) ? 1.5 : 1) *
        weights.reduce(
          (sum, { weight, word }) => sum + (heading.has(word) ? 4 * weight : 0) + (words.has(word) ? weight : 0),
          0
        )
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ part }) => part)
}

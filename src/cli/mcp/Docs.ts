/** The pages of the documentation for agents: by path, and in parts. */
import { listPages } from "../docs/Pages.ts"
import { findPackageFolder } from "../PackageFolder.ts"

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

/** Whether a page is for users of the package. Decisions are for its maintainers. */
const isForUsers = (path: string): boolean =>
  /^((concepts|errors|guides|moving|protocol|screens|start)\/)?[^/]+$/.test(path)

interface Loaded {
  readonly title: string
  readonly text: string
}

const load = (): ReadonlyMap<string, Loaded> =>
  new Map(
    listPages(findPackageFolder())
      .map(({ file, text, title }) => [file.replace(/^docs\//, ""), { title, text }] as const)
      .filter(([path]) => isForUsers(path))
  )

let loaded: ReadonlyMap<string, Loaded> | undefined

/** All of them, read when the first one is asked for. */
const loadOnce = (): ReadonlyMap<string, Loaded> => (loaded ??= load())

export const read = (page: string): string | undefined => loadOnce().get(page)?.text

export const listTitles = (): ReadonlyArray<Page> => Array.from(loadOnce(), ([path, { title }]) => ({ path, title }))

/** The parts of a page; headings inside code do not count. */
const splitParts = ([page, { text }]: readonly [path: string, page: Loaded]): ReadonlyArray<Part> => {
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

const splitWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Tables of everything would match every question. */
const tables = ["supported.md", "llms.md", "benchmarks.md", "mutation.md", "errors/README.md"]

/**
 * The parts that fit best: words in headings count more than those in the text, rare ones more than common ones, and
 * guides more than what is behind them.
 */
export const search = (query: string, limit: number): ReadonlyArray<Part> => {
  const parts = [...loadOnce()]
    .filter(([page]) => !tables.includes(page))
    .flatMap(splitParts)
    .map((part) => ({
      part,
      heading: new Set(splitWords(`${part.heading} ${part.path}`)),
      words: new Set(splitWords(part.text))
    }))
  const weights = [...new Set(splitWords(query))].map((word) => {
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

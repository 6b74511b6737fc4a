/** The pages of the documentation in the package, and the search among them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { findClosest } from "../input/ClosestName.ts"

export interface Page {
  /** Its path in the package, such as `docs/guides/teams.md`. */
  readonly file: string
  /** The name for look-ups, such as `teams`. */
  readonly name: string
  readonly title: string
  readonly text: string
}

const toName = (file: string): string => {
  const name = path.posix.basename(file, ".md")
  return name === "README" ? path.posix.basename(path.posix.dirname(file)) : name
}

const read = (root: string, file: string): Page => {
  const text = fs.readFileSync(path.join(root, file), "utf8")
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? toName(file)
  return { file, name: toName(file), title, text }
}

export const listPages = (root: string): ReadonlyArray<Page> =>
  fs
    .readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((file) => `docs/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => file.endsWith(".md") && !/node_modules|\/\./.test(file))
    .toSorted()
    .map((file) => read(root, file))

const squash = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

const countOccurrences = (text: string, word: string): number => text.split(word).length - 1

/** How well a page fits words: all of them must be there; those in names and titles count most. */
const rank = ({ file, text, title }: Page, words: ReadonlyArray<string>): number => {
  const [heading, body] = [`${file} ${title}`.toLowerCase(), text.toLowerCase()]
  if (!words.every((word) => heading.includes(word) || body.includes(word))) return 0
  const score = words.reduce(
    (sum, word) => sum + 20 * countOccurrences(heading, word) + Math.min(10, countOccurrences(body, word)),
    0
  )
  // Guides come before decisions.
  return /^docs\/(guides|start|concepts)\//.test(file) ? score + 5 : score
}

/** The page of a name, and else those with the words, best first. */
export const search = (pages: ReadonlyArray<Page>, topic: string): ReadonlyArray<Page> => {
  const query = squash(topic.replace(/\.md$/, "").replace(/#.*$/, ""))
  if (query === "") return []
  const exact = pages.filter(({ file, name }) => squash(name) === query || squash(file.replace(/\.md$/, "")) === query)
  if (exact.length > 0) return exact.length > 1 ? exact.filter(({ file }) => !file.startsWith("docs/decisions")) : exact
  const words = topic
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  return pages
    .map((page) => ({ page, score: rank(page, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ page }) => page)
}

export const suggest = (pages: ReadonlyArray<Page>, topic: string): string | undefined =>
  findClosest(
    topic,
    pages.map(({ name }) => name)
  )

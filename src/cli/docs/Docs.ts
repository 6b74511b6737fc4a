/** `gatefold docs`: lists, finds and prints the pages of the documentation in the package. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { trimEnd } from "../../domain/text/TrimEnd.ts"
import { refused } from "../CommandError.ts"
import type { InputOf } from "../LazyCommand.ts"
import { openBrowser } from "../OpenBrowser.ts"
import * as Output from "../output/Output.ts"
import { escapeControls } from "../output/TerminalText.ts"
import { findPackageFolder } from "../PackageFolder.ts"
import type { docsFlags } from "./DocsCommand.ts"
import * as Pages from "./Pages.ts"

type DocsInput = InputOf<typeof docsFlags>

const mostResults = 12

const sections: ReadonlyArray<readonly [folder: string, title: string]> = [
  ["start", "Start"],
  ["guides", "Guides"],
  ["concepts", "Concepts"],
  ["moving", "Moving"],
  ["protocol", "Protocol"]
]

const formatLine = ({ name, title }: Pages.Page): string => `  ${name.padEnd(28)} ${title}`

const formatList = (pages: ReadonlyArray<Pages.Page>): ReadonlyArray<string> => [
  ...sections.flatMap(([folder, title]) => [
    title,
    ...pages.filter(({ file }) => path.posix.dirname(file) === `docs/${folder}`).map(formatLine),
    ""
  ]),
  "Every error has a page, too: gatefold docs EmailPasswordMismatch",
  "Print a page: gatefold docs teams | less"
]

const readSiteUrl = (root: string): string | undefined => {
  const { homepage }: { readonly homepage?: unknown } = JSON.parse(
    fs.readFileSync(path.join(root, "package.json"), "utf8")
  )
  return typeof homepage === "string" && URL.canParse(homepage)
    ? trimEnd(homepage.replace(/[#?].*$/, ""), "/")
    : undefined
}

const toUrlPath = (file: string): string =>
  file
    .replace(/^docs\/README\.md$/, "contents")
    .replace(/^docs\//, "")
    .replace(/(^|\/)README\.md$/, "$1")
    .replace(/\.md$/, "")

const show = Effect.fnUntraced(function* (root: string, page: Pages.Page, { json, open }: DocsInput) {
  const site = readSiteUrl(root)
  const url = site === undefined ? undefined : `${site}/${toUrlPath(page.file)}`
  if (json) return yield* Output.printJson({ file: page.file, title: page.title, url, text: page.text })
  if (!open) return yield* Output.print(page.text.trimEnd())
  const file = path.join(root, page.file)
  if (url === undefined) return yield* refused(`This version names no site. The page is ${file}`)
  const isOpen = yield* openBrowser(url)
  yield* Output.print(isOpen ? `Opened ${url}` : `No browser can be opened here. The page is ${url}, and ${file}`)
})

/** Lists the pages, or prints the one that matches a topic; several are listed, best first. */
export const docs = Effect.fnUntraced(function* (input: DocsInput) {
  const root = findPackageFolder()
  const pages = Pages.listPages(root)
  const topic = input.topic.join(" ").trim()
  if (topic === "" && input.open) {
    const contents = pages.find(({ file }) => file === "docs/README.md")
    if (contents !== undefined) return yield* show(root, contents, input)
  }
  const matches = topic === "" ? pages : Pages.search(pages, topic)
  const [first, second] = matches
  if (first === undefined) {
    const name = Pages.suggest(pages, topic)
    const hint = name === undefined ? "List the pages: gatefold docs" : `Did you mean ${name}?`
    return yield* refused(`No page is about ${escapeControls(topic)}. ${hint}`)
  }
  if (second === undefined) return yield* show(root, first, input)
  if (input.json) {
    const results = matches.map(({ file, name, title }) => ({ name, title, file }))
    return yield* Effect.forEach(results, Output.printJson, { discard: true })
  }
  if (topic === "") return yield* Output.print(formatList(pages).join("\n"))
  const more = matches.length > mostResults ? [`  … and ${matches.length - mostResults} more`] : []
  yield* Output.print(
    [`Pages about ${escapeControls(topic)}:`, ...matches.slice(0, mostResults).map(formatLine), ...more].join("\n")
  )
})

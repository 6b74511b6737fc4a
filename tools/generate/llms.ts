/**
 * The documentation for language models (llmstxt.org): `llms.txt` lists the pages, `llms-full.txt` holds them.
 *
 * `npm run generate -- llms` writes docs/llms.txt, which ships; with `--check` it fails when that is out of date. The
 * site has both files, and each page as Markdown beside its HTML.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import {
  formatAddress,
  listLargeParts,
  made,
  type Page,
  listPageFiles,
  root,
  listSections
} from "../../docs/.vitepress/pages.ts"
import packageJson from "../../package.json" with { type: "json" }

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

/** The pages that are kept, by their sections. Reference pages come last, because a reader can leave them out. */
const listed = (): ReadonlyArray<readonly [title: string, pages: ReadonlyArray<Page>]> => [
  ...listSections().map(({ pages, title }) => [title, pages] as const),
  [
    "Optional",
    [...listLargeParts().values()].flatMap(({ pages }) => pages).filter(({ file }) => !file.startsWith(`${made}/`))
  ]
]

/** The first sentence of a page's first paragraph, as a list says it. */
const readNote = (file: string): string => {
  const paragraphs = read(file)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/\n\s*\n/)
  const first = paragraphs.find((paragraph) => /^[\w*`["(]/.test(paragraph.trim())) ?? ""
  const plain = first
    .trim()
    .replaceAll("\n", " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
  const sentence = /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain
  return sentence === "" ? "" : `: ${sentence}`
}

/** The list, with links that fit its place. */
export const list = (linkOf: (file: string) => string): string =>
  [
    "# Gatefold",
    "",
    `> ${packageJson.description}`,
    "",
    ...listed().flatMap(([title, pages]) => [
      `## ${title}`,
      "",
      ...pages.map(({ file, title }) => `- [${title}](${linkOf(file)})${readNote(file)}`),
      ""
    ])
  ].join("\n")

/** The list that ships, beside the pages. */
export const printShipped = (): string => list((file) => path.posix.relative("docs", file))

/** All that is listed, in one text. */
const printFull = (): string =>
  listed()
    .flatMap(([, pages]) => pages)
    .map(({ file }) => `<!-- ${formatAddress(file)} -->\n\n${read(file).trim()}\n`)
    .join("\n")

/** Puts the texts into the site, beside its pages. */
export const writeTexts = (): void => {
  const out = path.join(root, made, "html")
  for (const file of listPageFiles()) {
    const target = path.join(out, formatAddress(file))
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(path.join(root, file), target)
  }
  fs.writeFileSync(path.join(out, "llms.txt"), list(formatAddress))
  fs.writeFileSync(path.join(out, "llms-full.txt"), printFull())
}

if (import.meta.main) {
  const file = path.join(root, "docs/llms.txt")
  if (!process.argv.includes("--check")) fs.writeFileSync(file, printShipped())
  else if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== printShipped()) {
    console.error("docs/llms.txt is out of date: npm run generate -- llms")
    process.exitCode = 1
  }
}

/** Relative links of the documentation lead to something, and those to a heading to one that is there. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { root } from "../support/root.ts"
import { listAnchors } from "./markdown.ts"

const pages = ["README.md", "CHANGELOG.md", ...fs.globSync("docs/**/*.md", { cwd: root })].filter(
  (page) => !page.includes("node_modules")
)

const read = (page: string) => fs.readFileSync(path.join(root, page), "utf8")

/** The links outside of code. */
const links = (page: string): ReadonlyArray<string> => {
  const text = read(page).replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "")
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link).filter((link) => !/^[a-z]+:/.test(link))
}

const findProblem = (page: string, link: string): string | undefined => {
  const [file = "", anchor] = link.split("#")
  const target = file === "" ? page : path.join(path.dirname(page), file)
  if (!fs.existsSync(path.join(root, target))) return "there is no such file"
  if (anchor === undefined || !target.endsWith(".md")) return undefined
  return listAnchors(read(target)).includes(anchor) ? undefined : "there is no such heading"
}

describe("links", () => {
  it.each(pages)("of %s lead to pages and headings that exist", (page) => {
    const broken = links(page).flatMap((link) => {
      const problem = findProblem(page, link)
      return problem === undefined ? [] : [`${link}: ${problem}`]
    })
    expect(broken).toStrictEqual([])
  })
})

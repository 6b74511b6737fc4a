/**
 * Relative links of the documentation lead to something.
 */
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

const pages = ["README.md", "CHANGELOG.md", ...fs.globSync("docs/**/*.md", { cwd: root })].filter(
  (page) => !page.includes("node_modules")
)

const links = (page: string): ReadonlyArray<string> => {
  const text = fs.readFileSync(path.join(root, page), "utf8")
  const found = Array.from(text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, link = ""]) => link)
  return found.filter((link) => !/^[a-z]+:/.test(link))
}

describe("links", () => {
  for (const page of pages) {
    it(page, () => {
      for (const link of links(page)) assert.isTrue(fs.existsSync(path.join(root, path.dirname(page), link)), link)
    })
  }
})

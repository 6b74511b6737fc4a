/**
 * What comments and pages cite is there: a heading of `docs/protocol`, a decision, or an RFC, and no page that only its
 * author had.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { root } from "../support/root.ts"
import { listAnchors } from "./markdown.ts"

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

const citing = ["README.md", "CONTRIBUTING.md", ...fs.globSync("{src,test,docs}/**/*.{ts,tsx,mjs,md}", { cwd: root })]
  .filter((file) => fs.existsSync(path.join(root, file)) && !/node_modules|\.next\/|\/dist\//.test(file))
  .filter((file) => !import.meta.filename.endsWith(file))

/** The text of a file, with citations that are broken over two lines of a comment in one. */
const readText = (file: string) => read(file).replace(/\n\s*(?:\*|\/\/) ?/g, " ")

const protocolPages = fs.globSync("docs/protocol/*.md", { cwd: root })
const anchors = new Map(protocolPages.map((page) => [path.basename(page), listAnchors(read(page))]))

/** Relative to the page for links of Markdown, else to the root. */
const citations = (file: string): ReadonlyArray<readonly [page: string, anchor: string | undefined]> => {
  const text = readText(file)
  const found = Array.from(text.matchAll(/docs\/protocol\/([\w-]+\.md)(?:#([\w-]+))?/g))
  const links =
    path.extname(file) === ".md"
      ? Array.from(text.matchAll(/\]\((?:[./]*protocol\/)?([\w-]+\.md)(?:#([\w-]+))?\)/g)).filter(
          ([link]) => link.includes("protocol/") || file.startsWith("docs/protocol/")
        )
      : []
  return [...found, ...links].map(([, page = "", anchor]) => [page, anchor] as const)
}

describe("citations", () => {
  it("name pages and headings of the protocol that are there", () => {
    const broken = citing.flatMap((file) =>
      citations(file)
        .filter(([page, anchor]) => {
          const known = anchors.get(page)
          return known === undefined || (anchor !== undefined && !known.includes(anchor))
        })
        .map(([page, anchor]) => `${file}: ${page}#${anchor ?? ""}`)
    )
    expect(broken).toStrictEqual([])
    expect(citing.flatMap(citations).length).toBeGreaterThan(300)
  })

  it("are of no page that is not in the repository", () => {
    const elsewhere =
      /\b(?:spec|wire|SECURITY)[ /]?(?:[\w-]+ )?§|\bwire\/(?:headers|endpoints|entities|known-errors|sdk-behaviour|current-service)\b|\bSECURITY [A-C]\d?/
    const found = citing.filter((file) => elsewhere.test(readText(file)))
    expect(found).toStrictEqual([])
  })

  it("name sections of standards only", () => {
    const found = citing.flatMap((file) =>
      readText(file)
        .split("§")
        .slice(0, -1)
        .map((text) => text.slice(text.lastIndexOf("\n") + 1).slice(-40))
        .filter((before) => !/(?:RFC \d+(?:bis)?|RFC\s+\d+ §[\d.]+(?:,| and)|level \d|Core|OpenID[^.]*) $/.test(before))
        .map((before) => `${file}: ${before}§`)
    )
    expect(found).toStrictEqual([])
  })

  it("name decisions that are there", () => {
    const numbers = fs.readdirSync(path.join(root, "docs/decisions")).map((file) => file.slice(0, 4))
    const found = citing.flatMap((file) =>
      Array.from(readText(file).matchAll(/\bdecisions?(?:\/|\s+)(\d{4})\b/gi), ([, number = ""]) => number)
        .filter((number) => !numbers.includes(number))
        .map((number) => `${file}: ${number}`)
    )
    expect(found).toStrictEqual([])
  })

  it("reach every page of the protocol from its index", () => {
    const index = read("docs/protocol/README.md")
    const pages = protocolPages.map((page) => path.basename(page)).filter((page) => page !== "README.md")
    expect(pages.filter((page) => !index.includes(`](${page})`))).toStrictEqual([])
  })
})

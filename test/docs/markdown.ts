/**
 * The code in the Markdown of the documentation, with two rules for whoever writes it:
 *
 * - A block whose first line is a comment with the name of a file, such as `// src/auth.ts`, is that file: the other
 *   blocks of its page may import it.
 * - One that also says how it is run, such as `// app.mjs, with Node 24: node app.mjs`, runs as it stands.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { makeAnchor } from "../../docs/.vitepress/pages.ts"
import { root } from "../support/root.ts"

/** A fenced block. */
export interface Block {
  readonly page: string
  /** The line of the page with its first line of code. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** The file that it says it is. */
  readonly file: string | undefined
  /** The command that it says it is run by. */
  readonly command: string | undefined
}

/** The README and the pages of docs/, without those that show what was, or what others write. */
export const pages: ReadonlyArray<string> = ["README.md", ...fs.globSync("docs/**/*.md", { cwd: root })]
  .map((page) => page.replaceAll(path.sep, "/"))
  .filter((page) => !/node_modules|^docs\/decisions\//.test(page))
  .toSorted()

const firstLine = /^\/\/ ([\w+./[\]()-]+\.(?:[mc]?[jt]sx?))(?:,.*?: (node .+))?(?:[,:].*)?$/

/** The blocks of a page, in order. */
export const listBlocks = (page: string): ReadonlyArray<Block> => {
  const text = fs.readFileSync(path.join(root, page), "utf8")
  return Array.from(text.matchAll(/^```([a-z]+)\n([\s\S]*?)^```$/gm), ({ index, 1: language = "", 2: code = "" }) => {
    const [, file, command] = firstLine.exec(code.split("\n", 1)[0] ?? "") ?? []
    return { page, line: text.slice(0, index).split("\n").length + 1, language, code, file, command }
  })
}

/** The anchors of a text, as GitHub makes them of its headings. */
export const listAnchors = (text: string): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return Array.from(text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) => {
    const anchor = makeAnchor(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

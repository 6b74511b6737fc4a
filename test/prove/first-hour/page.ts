/** A page of the documentation as its reader follows it: what is typed, what is written, what is then to be seen. */
import * as fs from "node:fs"
import * as path from "node:path"
import { root } from "../../support/root.ts"

/** One thing that the page has its reader do. */
export type Step =
  | {
      readonly _tag: "Type"
      readonly command: string
      /** What the page shows of the output. */
      readonly shows: ReadonlyArray<string>
    }
  | { readonly _tag: "Write"; readonly file: string; readonly text: string }

/** Blocks of code with the word behind their fence. */
const listBlocks = (markdown: string): ReadonlyArray<readonly [language: string, text: string]> =>
  [...markdown.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)].map(([, language = "", text = ""]) => [language, text])

const listLines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")

const stepsOfBlock = ([language, text]: readonly [string, string]): ReadonlyArray<Step> => {
  if (language === "sh") {
    const lines = listLines(text)
    return lines.every((line) => /^[A-Z_]+=/.test(line))
      ? [{ _tag: "Write", file: ".env", text }]
      : lines.map((command) => ({ _tag: "Type", command, shows: [] }))
  }
  // Its first line is a comment with its name. In Astro, that is the first line between the fences of its front matter.
  const file = /^(?:\/\/|<!--|---\n\/\/) ([\w+./[\]-]+\.\w+)/.exec(text)?.[1]
  return file === undefined ? [] : [{ _tag: "Write", file, text }]
}

/** The steps of a page, in its order. What comes after a command as `text` belongs to the command. */
export const readSteps = (page: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (const block of listBlocks(fs.readFileSync(path.join(root, page), "utf8"))) {
    const last = steps.at(-1)
    if (block[0] === "text" && last?._tag === "Type") steps.splice(-1, 1, { ...last, shows: listLines(block[1]) })
    else steps.push(...stepsOfBlock(block))
  }
  return steps
}

/** Lines of code: neither empty nor a comment alone. */
export const codeLines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(\/\/|\/\*|\*|<!--)/.test(line))

/** How many lines of a text its predecessor does not have. */
export const newLines = (text: string, former: string): number => {
  const there = [...codeLines(former)]
  return codeLines(text).filter((line) => {
    const at = there.indexOf(line)
    if (at !== -1) there.splice(at, 1)
    return at === -1
  }).length
}

/**
 * Writes a page for each program of `docs/examples`, into a folder that is not kept: links of other pages lead to them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { made, root } from "./pages.ts"

const out = path.join(root, made, "pages/examples")

/** The first comment of a program says what it is. */
const firstComment = /^\/\*\*([\s\S]*?)\*\/\n/
const readDescription = (code: string): string =>
  (firstComment.exec(code)?.[1] ?? "").replaceAll(/\s*\n \*\s?/g, " ").trim()

/** The page of a program, in Markdown. */
const printPage = (file: string, code: string): string =>
  [
    `# ${path.basename(file)}`,
    "",
    readDescription(code),
    "",
    `\`\`\`\`${path.extname(file).slice(1)}`,
    code.replace(firstComment, "").trim(),
    "````",
    ""
  ].join("\n")

/** Writes the pages. */
export const writeExamples = (): void => {
  fs.rmSync(out, { recursive: true, force: true })
  const folder = path.join(root, "docs/examples")
  for (const file of fs.globSync("**/*.{ts,tsx}", { cwd: folder, exclude: ["next/**", "react/**"] })) {
    const page = path.join(out, file.replace(/\.tsx?$/, ".md"))
    fs.mkdirSync(path.dirname(page), { recursive: true })
    fs.writeFileSync(page, printPage(file, fs.readFileSync(path.join(folder, file), "utf8")))
  }
}

/** Where the programs of other runtimes are that npm has installed. */
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * A program itself, by the first pattern that finds it: `.bin` needs a script to run at the install. Where npm runs
 * such scripts (here it is told not to), Bun's moves the program out of the platform's package.
 */
const locate = (root: string, ...patterns: ReadonlyArray<string>): string => {
  const [file] = patterns.flatMap((pattern) => fs.globSync(`node_modules/${pattern}`, { cwd: root }))
  if (file === undefined) throw new Error(`There is no ${patterns.join(" or ")} for this platform`)
  return path.join(root, file)
}

export const bun = (root: string): string => locate(root, "@oven/bun-*/bin/bun{,.exe}", "bun/bin/bun.exe")

export const deno = (root: string): string => locate(root, "@deno/*/deno{,.exe}")

export const node = (root: string): string => locate(root, "node/bin/node{,.exe}")

/** Where the programs of other runtimes are that npm has installed in a folder. */
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * A program itself, by the first pattern that finds it: `.bin` needs a script to run at the install. Where npm runs
 * such scripts (here it is told not to), Bun's moves the program out of the platform's package.
 */
const locate = (folder: string, ...patterns: ReadonlyArray<string>): string => {
  const [file] = patterns.flatMap((pattern) => fs.globSync(`node_modules/${pattern}`, { cwd: folder }))
  if (file === undefined) throw new Error(`There is no ${patterns.join(" or ")} for this platform`)
  return path.join(folder, file)
}

export const bun = (folder: string): string => locate(folder, "@oven/bun-*/bin/bun{,.exe}", "bun/bin/bun.exe")

export const deno = (folder: string): string => locate(folder, "@deno/*/deno{,.exe}")

export const node = (folder: string): string => locate(folder, "node/bin/node{,.exe}")

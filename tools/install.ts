/**
 * Installs tools that have separate packages, because `npm test` needs none of them: `node tools/install.ts
 * <folder>...`, or all of them without a folder. Packages that are installed as the folder's lock file says stay.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { quickly, succeed } from "./package/npm.ts"

const root = path.resolve(import.meta.dirname, "..")

/** The folders of these packages. */
export const folders: ReadonlyArray<string> = [
  "docs/.vitepress",
  "test/prove/mutation",
  "test/package",
  "test/pictures"
]

const readWriteTime = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** npm writes its own lock file last, when all packages are there. */
const isInstalled = (folder: string): boolean =>
  readWriteTime(path.join(folder, "node_modules/.package-lock.json")) >
  readWriteTime(path.join(folder, "package-lock.json"))

if (import.meta.main) {
  const chosen = process.argv.slice(2)
  for (const name of chosen.length === 0 ? folders : chosen) {
    const folder = path.join(root, name)
    if (isInstalled(folder)) continue
    console.error(`Installing the packages of ${name}`)
    await succeed("npm", ["ci", ...quickly], folder)
  }
}

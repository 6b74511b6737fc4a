/** Makes sure that `dist/` is there, with its types, and as new as `src/`. */
import * as fs from "node:fs"
import * as path from "node:path"
import { build } from "../../tools/build.ts"
import { root } from "../support/root.ts"

/** The folder that is published. */
export const dist = path.join(root, "dist")

const newest = (folder: string): number =>
  Math.max(
    0,
    ...fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => fs.statSync(path.join(folder, file)).mtimeMs)
  )

/** Builds `dist/` when it or its types are missing, or older than a file of `src/`. Throws when the build fails. */
export const ensureBuilt = async (): Promise<void> => {
  if (!fs.existsSync(path.join(dist, "index.d.ts")) || newest(dist) < newest(path.join(root, "src"))) await build()
}

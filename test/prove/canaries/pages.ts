/** Runs `page.tsx` in a process of its own. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as esbuild from "esbuild"
import type { Search } from "./Search.ts"

const here = fileURLToPath(new URL(".", import.meta.url))
const folder = path.resolve(here, "../../../.cache/canaries")

/** Runs it, and adds what it has seen. */
export const run = async (search: Search, ...more: ReadonlyArray<string>): Promise<void> => {
  const outfile = path.join(folder, "page.mjs")
  await esbuild.build({
    entryPoints: [path.join(here, "page.tsx")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    conditions: ["gatefold-source"],
    jsx: "automatic",
    sourcemap: "inline",
    logLevel: "error"
  })
  const seen = path.join(folder, "seen.json")
  await promisify(execFile)(process.execPath, [
    "--enable-source-maps",
    "--import",
    path.join(here, "dom.ts"),
    outfile,
    seen,
    ...more
  ])
  search.add(JSON.parse(fs.readFileSync(seen, "utf8")))
  fs.rmSync(folder, { recursive: true })
}

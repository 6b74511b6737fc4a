/** Builds the emulator's own pages with Vite: the web console (decision 0040) and the hosted pages (decision 0064). */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { promisify } from "node:util"
import { buildApp } from "../../docs/examples/react/server/Build.ts"

const root = path.resolve(import.meta.dirname, "../..")
const vite = path.join(root, "node_modules/vite/bin/vite.js")

const run = promisify(execFile)

/** Builds the pages of the package into a folder. */
export const buildPages = async (app: "console" | "hosted", outDir: string): Promise<void> => {
  await run(
    process.execPath,
    [vite, "build", path.join(root, app), "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"],
    // In its own process, because Vite reads and sets NODE_ENV.
    { cwd: root, env: { ...process.env, NODE_ENV: "production" } }
  )
}

/** The folder of the console as the sources have it now, built once for each content. */
export const builtConsole = buildApp({ app: "console", sources: [], cache: "console-builds" })

/** The same for the hosted pages. */
export const builtHosted = buildApp({ app: "hosted", sources: [], cache: "hosted-builds" })

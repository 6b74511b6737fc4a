/** Builds apps with Vite, once for each content of the repository. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"

const root = path.resolve(import.meta.dirname, "../../../..")
const vite = path.join(root, "node_modules/vite/bin/vite.js")
const run = promisify(execFile)

/** The inputs of every result. */
const common = ["docs/examples/react", "screens", "src", "package.json", "package-lock.json"]

const contentHash = async (sources: ReadonlyArray<string>): Promise<string> => {
  const hash = createHash("sha256")
  for (const source of sources) {
    const full = path.join(root, source)
    const isFolder = (await fs.stat(full)).isDirectory()
    const names = isFolder ? await fs.readdir(full, { recursive: true, withFileTypes: true }) : []
    const files = isFolder
      ? names.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [])).toSorted()
      : [full]
    for (const file of files) {
      hash
        .update(path.relative(root, file))
        .update("\0")
        .update(await fs.readFile(file))
    }
  }
  return hash.digest("hex").slice(0, 16)
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false
  )

/** Another process may still serve the previous build. */
const dropOld = async (builds: string) => {
  for (const name of await fs.readdir(builds)) {
    const { mtimeMs } = await fs.stat(path.join(builds, name))
    if (Date.now() - mtimeMs > 86_400_000) await fs.rm(path.join(builds, name), { recursive: true, force: true })
  }
}

/** The builds and the folder for their results. */
export interface App {
  /** Its folder in the repository, with the configuration of Vite. */
  readonly app: string
  /** Additional inputs of the result. */
  readonly sources: ReadonlyArray<string>
  readonly cache: string
}

const buildOnce = async ({ app, cache, sources }: App, signal: AbortSignal) => {
  const builds = path.join(root, ".cache", cache)
  const folder = path.join(builds, await contentHash([...common, app, ...sources]))
  if (await exists(path.join(folder, "index.html"))) return { folder, isNew: false }
  // built elsewhere and then moved, so that nobody finds half of it
  const unfinished = `${folder}.${process.pid}`
  await run(
    process.execPath,
    [vite, "build", path.join(root, app), "--outDir", unfinished, "--emptyOutDir", "--logLevel", "error"],
    {
      // Runs in a separate process, because Vite reads and sets NODE_ENV.
      env: { ...process.env, NODE_ENV: "production" },
      signal
    }
  )
  await fs.rename(unfinished, folder).catch(() => fs.rm(unfinished, { recursive: true, force: true }))
  await dropOld(builds)
  return { folder, isNew: true }
}

/** The folder with a built app, and whether it had to be built. */
export const buildApp = (app: App) => Effect.tryPromise((signal) => buildOnce(app, signal))

/** The same for this app. */
export const build = buildApp({
  app: "docs/examples/react",
  sources: ["docs/examples/backend"],
  cache: "demo-builds"
})

/** Builds the playground with the Vite of the repository; VitePress brings an older one. */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { promisify } from "node:util"
import { root } from "./pages.ts"

const vite = path.join(root, "node_modules/vite/bin/vite.js")

/** Builds it into a folder. */
export const buildPlayground = async (outDir: string): Promise<void> => {
  const folder = path.join(import.meta.dirname, "playground")
  await promisify(execFile)(
    process.execPath,
    [vite, "build", folder, "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"],
    { cwd: root, env: { ...process.env, NODE_ENV: "production" } }
  )
}

/** `docs/examples/expo`, installed as its reader would do it: over the packed package, with the real packages of Expo. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { quickly, pack, run, succeed } from "../../tools/npm.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** Where the app is, and what its tools say. */
export interface ExampleApp {
  readonly folder: string
  /** What the compiler complains of. */
  readonly checkTypes: () => Promise<string>
  /** Bundles it for every platform, and returns the folder with the result. */
  readonly bundle: (variables: Readonly<Record<string, string>>) => Promise<string>
  readonly remove: () => void
}

/** Copies the app to an empty folder and installs its packages, after `dist/` is there. */
export const install = async (): Promise<ExampleApp> => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-expo-"))
  const folder = path.join(base, "notes")
  fs.cpSync(path.join(root, "docs/examples/expo"), folder, { recursive: true })
  const { tarball } = await pack(base)
  await succeed("npm", ["install", ...quickly, tarball], folder)
  return {
    folder,
    checkTypes: async () => {
      const { stderr, stdout } = await run("node", ["node_modules/typescript/bin/tsc", "--noEmit"], folder)
      return stdout + stderr
    },
    bundle: async (variables) => {
      fs.writeFileSync(
        path.join(folder, ".env.local"),
        Object.entries(variables)
          .map(([name, value]) => `${name}=${value}\n`)
          .join("")
      )
      const args = ["CI=1", "EXPO_NO_TELEMETRY=1", "EXPO_OFFLINE=1", "npx", "expo", "export", "--platform", "all"]
      await succeed("env", args, folder)
      return path.join(folder, "dist")
    },
    remove: () => fs.rmSync(base, { recursive: true, force: true })
  }
}

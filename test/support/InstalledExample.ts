/**
 * An example app as its reader has it: in a folder of its own, over the packed package and the packages of its
 * manifest.
 */
import * as fs from "node:fs"
import { createServer } from "node:http"
import * as os from "node:os"
import * as path from "node:path"
import { pack, quickly, run, succeed } from "../../tools/package/npm.ts"
import { listen } from "./listen.ts"
import { root } from "./root.ts"

/** Where the app is, and what its tools do. */
export interface InstalledExample {
  readonly folder: string
  /** What the compiler complains of. */
  readonly checkTypes: () => Promise<string>
  /** Runs a command of the app's packages, after the variables were written to its env file. */
  readonly build: (variables: Readonly<Record<string, string>>, ...command: ReadonlyArray<string>) => Promise<void>
  readonly remove: () => void
}

/** Copies an app of `docs/examples` to an empty folder and installs its packages, after `dist/` is there. */
export const install = async (name: string): Promise<InstalledExample> => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-example-"))
  const folder = path.join(base, name)
  fs.cpSync(path.join(root, "docs/examples", name), folder, { recursive: true })
  const { tarball } = await pack(base)
  await succeed("npm", ["install", ...quickly, tarball], folder)
  return {
    folder,
    checkTypes: async () => {
      const { stderr, stdout } = await run("node", ["node_modules/typescript/bin/tsc", "--noEmit"], folder)
      return stdout + stderr
    },
    build: async (variables, ...command) => {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
      fs.writeFileSync(path.join(folder, ".env.local"), lines.join(""))
      await succeed("npx", command, folder)
    },
    remove: () => fs.rmSync(base, { recursive: true, force: true })
  }
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript"
}

/** Serves a built app; every path that is no file is its page. */
export const serve = async (folder: string) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const asked = path.join(folder, path.normalize(pathname))
    const file = fs.statSync(asked, { throwIfNoEntry: false })?.isFile() ? asked : path.join(folder, "index.html")
    response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream")
    response.end(fs.readFileSync(file))
  })
  const port = await listen(server)
  return {
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

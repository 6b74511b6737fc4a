/** Apps in which the package is installed, for the commands that write into them. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { build, preview } from "vite"
import { launch } from "../browser/Chromium.ts"
import { waitMillis } from "../support/patience.ts"
import { run } from "../tools/npm.ts"

const root = path.resolve(import.meta.dirname, "../..")
const main = path.join(root, "dist/cli/main.cjs")

/** Runs the command in a folder. */
export const gatefold = (folder: string, ...args: ReadonlyArray<string>) =>
  run(process.execPath, [main, ...args], folder)

/** Runs TypeScript over an app. */
export const checkTypes = (folder: string) =>
  run(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--checkers", "1"], folder)

/** The manifest of an app. */
export const packageJson = (...dependencies: ReadonlyArray<string>) =>
  JSON.stringify({
    private: true,
    type: "module",
    dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"]))
  })

/** Writes an app of these files. */
export const makeApp = (folder: string, files: Readonly<Record<string, string>>): string => {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  fs.mkdirSync(path.join(folder, "node_modules"), { recursive: true })
  fs.symlinkSync(root, path.join(folder, "node_modules/gatefold"))
  return folder
}

/** An app that is served, with an emulator of its own, and a page of a browser for it. */
export interface Served extends AsyncDisposable {
  readonly page: Page
}

/** Builds and serves an app of Vite; `gatefold start` writes its env file. */
export const serve = async (folder: string): Promise<Served> => {
  await using ends = new AsyncDisposableStack()
  const service = spawn(process.execPath, [main, "start", "--port", "0", "--json", "--write-env", ".env.local"], {
    cwd: folder
  })
  const ended = once(service, "close")
  ends.defer(async () => {
    service.kill("SIGINT")
    await ended
  })
  await once(service.stdout, "data")
  await build({ root: folder, configFile: false, logLevel: "silent" })
  const server = await preview({ root: folder, configFile: false, logLevel: "silent", preview: { port: 0 } })
  ends.defer(() => server.close())
  const browser = await launch()
  ends.defer(() => browser.close())
  const page = await browser.newPage({ baseURL: server.resolvedUrls!.local[0]! })
  page.setDefaultTimeout(waitMillis)
  const started = ends.move()
  return { page, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** Apps in which the package is installed, for the commands that write into them. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { build, preview } from "vite"
import { run } from "../../tools/package/npm.ts"
import { launch } from "../browser/Chromium.ts"
import { freePort } from "../support/freePort.ts"
import { waitMillis } from "../support/patience.ts"
import { root } from "../support/root.ts"

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
  readonly apiUrl: string
}

/** The service of an app. */
interface Service extends AsyncDisposable {
  readonly apiUrl: string
}

/** Starts the service for an app; ends it with the process. */
const startService = async (folder: string, ...args: ReadonlyArray<string>): Promise<Service> => {
  const service = spawn(process.execPath, [main, "start", "--json", ...args], { cwd: folder })
  const ended = once(service, "close")
  const [line] = await until(service.stdout, /^.*(?=\n)/)
  return {
    apiUrl: JSON.parse(line).apiUrl,
    [Symbol.asyncDispose]: async () => {
      service.kill("SIGINT")
      await ended
    }
  }
}

const openPage = async (ends: AsyncDisposableStack, baseURL: string): Promise<Page> => {
  const browser = await launch()
  ends.defer(() => browser.close())
  const page = await browser.newPage({ baseURL })
  page.setDefaultTimeout(waitMillis)
  return page
}

/** Builds and serves an app of Vite; `gatefold start` writes its env file. */
export const serve = async (folder: string): Promise<Served> => {
  await using ends = new AsyncDisposableStack()
  const { apiUrl } = ends.use(await startService(folder, "--port", "0", "--write-env", ".env.local"))
  await build({ root: folder, configFile: false, logLevel: "silent" })
  const server = await preview({ root: folder, configFile: false, logLevel: "silent", preview: { port: 0 } })
  ends.defer(() => server.close())
  const page = await openPage(ends, server.resolvedUrls!.local[0]!)
  const started = ends.move()
  return { page, apiUrl, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** An app that a development server serves, and its service, which does not run at first. */
export interface Developed extends AsyncDisposable {
  readonly page: Page
  readonly startService: () => Promise<AsyncDisposable>
}

/** Serves an app of Vite as `npm run dev` does, whose env file names a service that does not run. */
export const develop = async (folder: string): Promise<Developed> => {
  await using ends = new AsyncDisposableStack()
  const port = await freePort()
  const env = path.join(folder, ".env.local")
  fs.writeFileSync(env, fs.readFileSync(env, "utf8").replaceAll(":8102", `:${port}`))
  // A process of its own, for `NODE_ENV`. The package is linked here, so its files are outside of the app.
  fs.writeFileSync(path.join(folder, "vite.config.js"), "export default { server: { fs: { strict: false } } }")
  const { NODE_ENV: _, ...environment } = process.env
  const vite = spawn(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js"), "--port", "0"], {
    cwd: folder,
    env: { ...environment, NO_COLOR: "1" }
  })
  const ended = once(vite, "close")
  ends.defer(async () => {
    vite.kill()
    await ended
  })
  const [url] = await until(vite.stdout, /http:\/\/localhost:\d+/)
  const page = await openPage(ends, url)
  const started = ends.move()
  return {
    page,
    startService: () => startService(folder, "--port", String(port)),
    [Symbol.asyncDispose]: () => started.disposeAsync()
  }
}

/** Reads until the text matches. */
const until = (stream: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let text = ""
    stream.on("data", (chunk) => {
      text += chunk
      const match = pattern.exec(text)
      if (match !== null) resolve(match)
    })
    stream.once("end", () => reject(new Error(`no ${pattern} in ${text}`)))
  })

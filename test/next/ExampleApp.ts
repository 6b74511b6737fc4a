/** `docs/examples/next`, built and started as its reader would do it: over the package as it is published. */
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { build } from "../../tools/build.ts"
import { freePort } from "../support/freePort.ts"
import { root } from "../support/root.ts"

const source = path.join(root, "docs/examples/next")
const next = path.join(root, "node_modules/next/dist/bin/next")

/** What the app is told. */
export interface Settings {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly apiUrl: string
}

/** The app, served. */
export interface ExampleApp {
  /** Without a trailing slash. */
  readonly url: string
  /** Where it was built. */
  readonly folder: string
  /** What `next build` and `next start` have printed. */
  readonly output: () => string
  /** Builds once more, with this page beside the others; answers what Next.js has to say if that fails. */
  readonly buildWith: (page: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

/** A copy of the app beside which the package is installed, so that nothing is found that a reader would not have. */
const copy = async (): Promise<string> => {
  const folder = path.join(root, ".cache/next")
  fs.rmSync(folder, { recursive: true, force: true })
  fs.cpSync(source, folder, { recursive: true })
  const dependencies = { gatefold: "*", next: "*", react: "*", "react-dom": "*" }
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  const installed = path.join(folder, "node_modules/gatefold")
  fs.mkdirSync(installed, { recursive: true })
  fs.copyFileSync(path.join(root, "package.json"), path.join(installed, "package.json"))
  fs.cpSync(path.join(root, "screens"), path.join(installed, "screens"), { recursive: true })
  await build({ outDir: path.join(installed, "dist") })
  const command = path.join(installed, "dist/cli/main.cjs")
  execFileSync(process.execPath, [command, "add", "handler", "account", "user-button"], { cwd: folder })
  return folder
}

/** Builds the app and starts it. Throws with what Next.js has printed when that fails. */
export const start = async ({
  apiUrl,
  projectId,
  publishableClientKey,
  secretServerKey
}: Settings): Promise<ExampleApp> => {
  const folder = await copy()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_PUBLIC_STACK_PROJECT_ID: projectId,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
    NEXT_PUBLIC_STACK_API_URL: apiUrl,
    STACK_SECRET_SERVER_KEY: secretServerKey,
    NEXT_PUBLIC_APP_URL: url
  }
  let output = ""
  const run = (cwd: string, ...args: ReadonlyArray<string>) => {
    const child = spawn(process.execPath, [next, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    const hear = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    return child
  }
  const buildIn = (cwd: string) =>
    new Promise<boolean>((resolve) => run(cwd, "build").once("close", (code) => resolve(code === 0)))

  if (!(await buildIn(folder))) throw new Error(`next build failed\n${output}`)

  const server = run(folder, "start", "--port", String(port), "--hostname", "127.0.0.1")
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error(`next start failed\n${output}`)))
    server.stdout.on("data", () => (output.includes("Ready in") ? resolve() : undefined))
  })
  return {
    url,
    folder,
    output: () => output,
    buildWith: async (page) => {
      const other = `${folder}-other`
      fs.rmSync(other, { recursive: true, force: true })
      fs.cpSync(folder, other, { recursive: true, filter: (name) => path.basename(name) !== ".next" })
      fs.mkdirSync(path.join(other, "app/other"))
      fs.writeFileSync(path.join(other, "app/other/page.tsx"), page)
      const before = output.length
      return (await buildIn(other)) ? undefined : output.slice(before)
    },
    close: async () => {
      server.kill()
      await ended
    }
  }
}

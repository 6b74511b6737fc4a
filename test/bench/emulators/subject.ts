/** What every emulator is asked to do: get ready, sign people up and in, and start again for the next test. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { waitMillis } from "../../support/patience.ts"

/** An emulator that is ready. */
export interface Running {
  readonly signUp: (email: string) => Promise<void>
  /** Whether the user is there and gets a token. */
  readonly signIn: (email: string) => Promise<boolean>
  /** Gives the next test nobody. */
  readonly empty: () => Promise<void>
  /** Remembers who is there, and answers how the next test gets exactly them; undefined where only a restart does. */
  readonly remember?: () => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}

/** An emulator, with the time from the start of a fresh process to its first answer. */
export interface Started extends Running {
  readonly millis: number
}

/** The password of everybody. */
export const password = "correct horse battery"

/** Where a peer was installed, by the name of its variable. */
export const findFolder = (peer: string): string | undefined => process.env[`BENCH_${peer}`]

/** A JSON request that must succeed, or whose refusal is told by its status. */
export const send = async (url: string, body: unknown, headers: Record<string, string> = {}, method = "POST") => {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "GET" || method === "DELETE" ? undefined : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

/** The same for a request that must not be refused. */
export const mustSend = async (...args: Parameters<typeof send>): Promise<any> => {
  const { status, text } = await send(...args)
  if (status >= 300) throw new Error(`${args[0]}: ${status} ${text}`)
  return JSON.parse(text)
}

/** A program that serves on a port, in an empty folder which is its home. */
export interface Program {
  readonly folder: string
  readonly millis: number
  /** What it has printed until it was ready. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
}

/** Runs a program until a URL answers. */
export const serve = async (
  args: ReadonlyArray<string>,
  url: string,
  options: { readonly env?: NodeJS.ProcessEnv; readonly files?: Readonly<Record<string, string>> } = {}
): Promise<Program> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-emulator-"))
  for (const [name, text] of Object.entries(options.files ?? {})) fs.writeFileSync(path.join(folder, name), text)
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, CI: "1", ...options.env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  child.stderr.on("data", (chunk) => (output += chunk))
  const answers = () =>
    fetch(url).then(
      async (response) => response.arrayBuffer().then(() => true),
      () => false
    )
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() - start > waitMillis) {
      child.kill()
      throw new Error(output)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const millis = performance.now() - start
  const stop = async () => {
    child.kill("SIGINT")
    await ended(child)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { folder, millis, output: () => output, stop }
}

/** How long a fresh process needs for a program that prints a line when it is ready. */
export const measureProgram = async (program: string, cwd: string): Promise<number> => {
  const start = performance.now()
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"]
  })
  await once(child.stdout, "data")
  const millis = performance.now() - start
  child.kill()
  await ended(child)
  return millis
}

/** Processes of backends, and of measurements. */
import { type ChildProcess, fork, spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import type { Usage } from "./backend.ts"
import type { Settings } from "./subjects.ts"

/** One process of a backend. */
export interface Backend {
  readonly port: number
  readonly usage: () => Promise<Usage>
  readonly end: () => Promise<void>
}

const running = new Set<ChildProcess>()
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")))
process.once("SIGINT", () => process.exit(130))
process.once("SIGTERM", () => process.exit(143))

/** As in production: some packages check and print more otherwise. */
const environment = { ...process.env, NODE_ENV: "production" }

const watch = (child: ChildProcess) => {
  running.add(child)
  let log = ""
  child.stderr?.on("data", (chunk) => (log += chunk))
  const ended = once(child, "exit").then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { ended, log: () => log }
}

/** Starts a process of a backend. */
export const startBackend = async (settings: Settings): Promise<Backend> => {
  const child = fork(path.join(import.meta.dirname, "backend.ts"), [JSON.stringify(settings)], {
    env: environment,
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  })
  const { ended, log } = watch(child)
  const [port] = await Promise.race([
    once(child, "message") as Promise<[number]>,
    ended.then((): never => {
      throw new Error(`the backend of ${settings.subject} ended: ${log()}`)
    })
  ])
  return {
    port,
    usage: async () => {
      const answer = once(child, "message") as Promise<[Usage]>
      child.send("usage")
      return (await answer)[0]
    },
    end: async () => {
      child.disconnect()
      await ended
    }
  }
}

/**
 * These import the sources, whose emulator has its platform by this condition; the others what is built, as apps do.
 */
const ofSources = new Map([
  ["fleet", ["-C", "gatefold-source"]],
  ["operations", ["-C", "gatefold-source"]]
])

/** Runs a measurement in a process of its own; returns the JSON of its last line. */
export const runCost = async <A>(name: string, ...args: ReadonlyArray<string>): Promise<A> => {
  const file = path.join(import.meta.dirname, "costs", `${name}.ts`)
  const child = spawn(process.execPath, ["--expose-gc", ...(ofSources.get(name) ?? []), file, ...args], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const { ended, log } = watch(child)
  let output = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  if ((await ended) !== 0) throw new Error(`${name} failed: ${log()}`)
  return JSON.parse(output.trim().split("\n").at(-1)!)
}

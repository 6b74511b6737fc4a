/** `gatefold start --data` as a process of its own, which tests kill. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { tokenHeader } from "../../../src/emulator/access/ControlToken.ts"
import type { ProjectCredentials } from "../../../src/emulator/node.ts"
import { root } from "../../support/root.ts"

/** The command, from its sources. */
export const command: ReadonlyArray<string> = ["-C", "gatefold-source", path.join(root, "src/cli/Program.ts")]

/** The environment of a process that finds no service but its own: emulators tell of themselves in the folder. */
export const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/STACK|HEXCLAVE|GATEFOLD/.test(name))),
  XDG_RUNTIME_DIR: folder,
  NODE_COMPILE_CACHE: path.join(root, ".cache/compiled")
})

/** An answer; a request whose connection broke has none. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly body: any
}

export interface Service {
  readonly pid: number
  readonly apiUrl: string
  /** A request at the level of servers. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer | undefined>
  readonly project: ProjectCredentials
  /** What a request to the emulator itself needs. */
  readonly controlHeaders: Readonly<Record<string, string>>
  /** A request to the emulator itself. */
  readonly control: (path: string) => Promise<any>
  /** Sends a signal, and waits until the process has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
  /** Sends a signal to a process that stays. */
  readonly signal: (signal: NodeJS.Signals) => void
}

/** The process ended before it served. */
export class Refused extends Error {
  readonly code: number | null
  constructor(code: number | null, text: string) {
    super(text)
    this.code = code
  }
}

export interface Options {
  /** A shell command that runs the service as `"$0" "$@"`, within limits. */
  readonly within?: string
  /** Flags of Node. */
  readonly node?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

const running = new Set<ChildProcess>()
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")))
process.once("SIGINT", () => process.exit(130))
process.once("SIGTERM", () => process.exit(143))

/** Starts a process that ends with this one. */
export const launch = (
  folder: string,
  args: ReadonlyArray<string>,
  { env = {}, node = [], within }: Options = {}
): ChildProcess => {
  const [program, ...rest] =
    within === undefined
      ? [process.execPath, ...node, ...args]
      : ["bash", "-c", within, process.execPath, ...node, ...args]
  const child = spawn(program!, rest, {
    cwd: folder,
    env: { ...environment(folder), ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  child.once("close", () => running.delete(child))
  return child
}

/** What `gatefold start --json` says first. */
interface Started {
  readonly apiUrl: string
  readonly controlToken: string
  readonly project: ProjectCredentials
}

/** Starts the service on a file. Rejects with {@link Refused} when it ends before it serves. */
export const start = async (file: string, options: Options = {}): Promise<Service> => {
  const child = launch(path.dirname(file), [...command, "start", "--json", "--port", "0", "--data", file], options)
  const closed = once(child, "close")
  let errors = ""
  child.stderr!.on("data", (chunk) => (errors += chunk))
  const lines = createInterface({ input: child.stdout! })
  const first = await Promise.race([
    once(lines, "line").then(([line]) => JSON.parse(line) as Started),
    closed.then(([code]) => new Refused(code as number | null, errors))
  ])
  if (first instanceof Refused) throw first
  const { apiUrl, controlToken, project } = first
  const controlHeaders = { [tokenHeader]: controlToken }
  const ask: Service["ask"] = async (method, path, body, headers = {}) => {
    try {
      const response = await fetch(`${apiUrl}/api/v1${path}`, {
        method,
        headers: {
          "x-stack-project-id": project.projectId,
          "x-stack-access-type": "admin",
          "x-stack-publishable-client-key": project.publishableClientKey,
          "x-stack-super-secret-admin-key": project.superSecretAdminKey,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return {
        status: response.status,
        text,
        body: response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : undefined
      }
    } catch {
      return undefined
    }
  }
  return {
    pid: child.pid!,
    apiUrl,
    ask,
    project,
    controlHeaders,
    control: async (path) => {
      const response = await fetch(`${apiUrl}/__emulator/${path}`, { headers: controlHeaders })
      return response.json()
    },
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      child.kill(signal)
      await closed
    }
  }
}

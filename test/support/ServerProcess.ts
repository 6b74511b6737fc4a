/** A server in a process of its own, which prints its URL as its first line and ends with this process. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  /** What it has printed. */
  readonly log: () => string
  /** Sends a signal, and waits until the process has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

const running = new Set<ChildProcess>()
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")))

/** Starts a file with its settings as JSON. */
export const startServer = async (
  file: string,
  settings: unknown,
  { env, node = [] }: { readonly env: NodeJS.ProcessEnv; readonly node?: ReadonlyArray<string> | undefined }
): Promise<ServerProcess> => {
  const child = fork(file, [JSON.stringify(settings)], {
    env,
    execArgv: [...node],
    stdio: ["ignore", "pipe", "pipe", "ipc"]
  })
  running.add(child)
  const ended = once(child, "exit").then(() => void running.delete(child))
  let log = ""
  child.stderr!.on("data", (chunk) => (log += chunk))
  const lines = createInterface({ input: child.stdout! })
  const [url] = await Promise.race([
    once(lines, "line") as Promise<[string]>,
    ended.then((): never => {
      throw new Error(`the server ended: ${log}`)
    })
  ])
  lines.on("line", (line) => (log += `${line}\n`))
  return {
    child,
    url,
    log: () => log,
    end: async (signal) => {
      child.kill(signal)
      await ended
    }
  }
}

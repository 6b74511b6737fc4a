/** A command in a terminal. */
import { spawn } from "node:child_process"
import { env } from "../../../tools/package/npm.ts"

export interface Typed {
  readonly output: () => string
  /** Waits for something in its output; fails if it ends without. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Waits for its end; fails unless all went well. */
  readonly done: Promise<void>
  /** As Ctrl-C does. Waits for its end, however that is. */
  readonly interrupt: () => Promise<void>
}

/** Types a command in a folder. */
export const start = (command: string, folder: string, variables: Readonly<Record<string, string>>): Typed => {
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { ...env, ...variables, NO_COLOR: "1" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const readers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk
      for (const read of readers) read()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const problem = (code: number | null) => new Error(`${command} ended with ${code}\n${output}`)
  const done = ended.then((code) => {
    if (code !== 0) throw problem(code)
  })
  // Those that go on are interrupted, and nobody waits for them.
  done.catch(() => undefined)
  return {
    output: () => output,
    done,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const read = () => {
          const found = pattern.exec(output)
          if (found !== null) resolve(found)
        }
        readers.add(read)
        read()
        void ended.then((code) => reject(problem(code)))
      }),
    interrupt: async () => {
      // The group, for npm and npx start programs of their own.
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGINT")
      await ended
    }
  }
}

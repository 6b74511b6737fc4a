/** The programs of recipes as processes of their own, with the emulator that they call. */
import { spawn } from "node:child_process"
import * as path from "node:path"

export const folder = path.resolve(import.meta.dirname, "../../../docs/examples/recipes")

export interface Program {
  /** The first match in what the program prints. Rejects if the program ends without it. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Its exit code and everything that it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  readonly stop: (signal: NodeJS.Signals) => void
}

/** Starts a program, which finds `gatefold` in the sources and gets no other variables than these. */
export const start = (
  [command = "", ...args]: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>,
  cwd = folder
): Program => {
  const child = spawn(command === "node" ? process.execPath : command, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_OPTIONS: "--conditions=gatefold-source", NO_COLOR: "1", ...env }
  })
  let output = ""
  const listeners = new Set<() => void>()
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    listeners.forEach((listener) => listener())
  }
  child.stdout.on("data", read)
  child.stderr.on("data", read)
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, output }))
  })
  const prints = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)
        if (found !== null) resolve(found)
      }
      listeners.add(look)
      look()
      ended.then(() => reject(new Error(`It ended without ${pattern}:\n${output}`)), reject)
    })
  return { prints, ended, stop: (signal) => void child.kill(signal) }
}

/** A command that has several programs, which are chosen by their names: `npm run prove -- faults --cell …`. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "..")

/** A program of a command. */
export interface Program {
  /** Its purpose, for the list. */
  readonly does: string
  /** Arguments of Node before the program's own. */
  readonly node: ReadonlyArray<string>
  /** A program of `tools` that runs first, with its arguments. */
  readonly first?: ReadonlyArray<string>
}

const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
  // The program also gets the signal, and ends by itself.
  process.on("SIGINT", () => undefined)
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null]
  return code ?? (signal === "SIGINT" ? 130 : 1)
}

/** Runs the program that the first argument names, with the others; lists the programs if it names none. */
export const dispatch = async (command: string, programs: Readonly<Record<string, Program>>): Promise<void> => {
  const [name = "", ...args] = process.argv.slice(2)
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program === undefined) {
    const width = Math.max(...Object.keys(programs).map((name) => name.length))
    if (name !== "") console.error(`npm run ${command} has no program ${name}. Choose from:\n`)
    for (const [name, { does }] of Object.entries(programs)) console.error(`  ${name.padEnd(width)}  ${does}`)
    console.error(`\nnpm run ${command} -- <name> [options]`)
    process.exitCode = 2
    return
  }
  const failed = program.first === undefined ? 0 : await run(program.first)
  process.exitCode = failed === 0 ? await run([...program.node, ...args]) : failed
}

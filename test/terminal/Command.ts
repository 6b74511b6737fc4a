/** Commands, run in this process by the CLI's own runner. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Readable } from "node:stream"
import { vi } from "vitest"
import { CommandError } from "../../src/cli/CommandError.ts"
import { gatefold } from "../../src/cli/Gatefold.ts"

/** What a command has printed, and how it ended. */
export interface Outcome {
  readonly exitCode: number
  /** What went to standard output. */
  readonly out: string
  /** The message of its error, which goes to standard error. */
  readonly message: string
}

/** Runs a command. Anything but a `CommandError` is a failure of the test. */
export const run = (...args: ReadonlyArray<string>): Effect.Effect<Outcome> => runInto([], ...args)

/** The same, with its lines as they come. */
export const runInto = (lines: Array<string>, ...args: ReadonlyArray<string>): Effect.Effect<Outcome> => {
  return Effect.provideService(Command.runWith(gatefold, { version: "0.0.0" })(args), Console.Console, {
    ...globalThis.console,
    log: (line: unknown) => void lines.push(String(line))
  }).pipe(
    Effect.as({ exitCode: 0, message: "" }),
    Effect.catch((error: unknown) =>
      error instanceof CommandError
        ? Effect.succeed({ exitCode: error.exitCode, message: error.message })
        : Effect.die(error)
    ),
    Effect.map((ended) => ({ ...ended, out: lines.join("\n") })),
    Effect.provide(NodeServices.layer)
  )
}

/** Nothing of this machine: folders of its own for settings and state, no variables of a project, an empty cwd. */
export const isolated = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-test-"))
    for (const name of ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"]) vi.stubEnv(name, folder)
    for (const name of Object.keys(process.env)) {
      if (/STACK_|HEXCLAVE_|^GATEFOLD_|^DISPLAY$|^WAYLAND_DISPLAY$/.test(name)) vi.stubEnv(name, undefined)
    }
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder)
    return { folder, cwd }
  }),
  ({ cwd, folder }) =>
    Effect.sync(() => {
      cwd.mockRestore()
      vi.unstubAllEnvs()
      fs.rmSync(folder, { recursive: true })
    })
).pipe(Effect.map(({ folder }) => folder))

/** Has commands read a text from standard input until the scope closes. */
export const typing = (text: string) =>
  Effect.acquireRelease(
    Effect.sync(() => vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([text]) as typeof process.stdin)),
    (spy) => Effect.sync(() => spy.mockRestore())
  )

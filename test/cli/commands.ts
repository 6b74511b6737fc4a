/** Runs the commands of the `gatefold` command in this process, with nothing of this machine around them. */
import { Readable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { vi } from "vitest"
import { CommandError } from "../../src/cli/CommandError.ts"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import * as StateFile from "../../src/cli/target/StateFile.ts"
import { proofHeader, makeProof } from "../../src/emulator/access/ControlToken.ts"
import { emulatorHeader } from "../../src/emulator/control/ControlPath.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** An empty folder to work in and for settings, an environment without keys or display, and no emulator. */
export const nowhere = Effect.tap(temporaryFolder, (folder) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      vi.spyOn(process, "cwd").mockReturnValue(folder)
      for (const name of ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"]) vi.stubEnv(name, folder)
      for (const name of Object.keys(process.env)) {
        if (/STACK|HEXCLAVE|GATEFOLD|^DISPLAY$|^WAYLAND_DISPLAY$/.test(name)) vi.stubEnv(name, undefined)
      }
    }),
    () =>
      Effect.sync(() => {
        vi.unstubAllEnvs()
        vi.restoreAllMocks()
      })
  )
)

/** An emulator that commands find, and the folder that they work in. */
export const serving = (options: Emulator.WithProjectOptions["project"] = {}) =>
  Effect.gen(function* () {
    const folder = yield* nowhere
    const emulator = yield* Emulator.serve({ port: 0, passwordCost: "insecure-fast", project: options })
    const { baseUrl: apiUrl, controlToken, project } = emulator
    yield* StateFile.announce({ apiUrl, token: Redacted.value(controlToken), pid: process.pid, project })
    return { ...emulator, folder }
  })

/** The headers of an emulator's answer to a request that may be a challenge. */
export const makeAnswer = (request: Request, token: string): HeadersInit => ({
  [emulatorHeader]: "true",
  [proofHeader]: makeProof(token, new URL(request.url).searchParams.get("challenge") ?? "")
})

/** What a command has printed. */
export interface Printed {
  readonly out: ReadonlyArray<string>
  readonly err: ReadonlyArray<string>
}

const terminal = { canColor: false, canAnimate: false, canPrompt: false }

/** Runs a command, and answers the lines that it has printed. */
export const runWith = (
  capabilities: Partial<typeof terminal>,
  args: ReadonlyArray<string>,
  lines?: { readonly out: Array<string>; readonly err: Array<string> }
) =>
  Effect.suspend(() => {
    const printed = lines ?? { out: [], err: [] }
    const into = (lines: Array<string>) => (text: unknown) => void lines.push(...String(text).split("\n"))
    return Command.runWith(gatefold, { version: "0.0.0" })(args).pipe(
      Effect.provideService(Console.Console, {
        ...globalThis.console,
        log: into(printed.out),
        error: into(printed.err)
      }),
      Effect.provideService(TerminalCapabilities.TerminalCapabilities, { ...terminal, ...capabilities }),
      Effect.provide(NodeServices.layer),
      Effect.as<Printed>(printed)
    )
  })

/** Runs a command where nobody watches. */
export const run = (...args: ReadonlyArray<string>) => runWith({}, args)

/** The lines of JSON that a command prints. */
export const runJson = (...args: ReadonlyArray<string>) =>
  Effect.map(run(...args, "--json"), ({ out }) => out.map((line) => JSON.parse(line)))

/** How a command fails. */
export const failure = (...args: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(run(...args)), (error) => {
    if (error instanceof CommandError) return error
    throw error
  })

/** What a command prints, and how it ends. */
export interface Outcome {
  readonly exitCode: number
  readonly out: string
  /** The message of its error, or nothing. */
  readonly message: string
}

/** Runs a command that may fail with a `CommandError`. */
export const outcome = (...args: ReadonlyArray<string>) => outcomeInto([], ...args)

/** Runs a command that may fail, and collects its lines in `out` while it runs. */
export const outcomeInto = (out: Array<string>, ...args: ReadonlyArray<string>): Effect.Effect<Outcome> =>
  runWith({}, args, { out, err: [] }).pipe(
    Effect.as({ exitCode: 0, message: "" }),
    Effect.catch((error: unknown) => {
      if (error instanceof CommandError) return Effect.succeed({ exitCode: error.exitCode, message: error.message })
      return Effect.die(error)
    }),
    Effect.map((ended) => ({ ...ended, out: out.join("\n") }))
  )

/** What a command prints before it fails. */
export const beforeFailure = (...args: ReadonlyArray<string>) => {
  const printed = { out: [] as Array<string>, err: [] as Array<string> }
  return Effect.as(Effect.flip(runWith({}, args, printed)), printed)
}

/** Gives the next command this as its standard input. */
export const withInput = (text: string) =>
  vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([text]) as unknown as typeof process.stdin)

/** The commands below one that do something, each by the words to type. */
export const listCommands = (
  command: Command.Command.Any,
  typed: ReadonlyArray<string> = []
): ReadonlyArray<ReadonlyArray<string>> => {
  const below = command.subcommands.flatMap(({ commands }) => commands)
  return below.length === 0 ? [typed] : below.flatMap((one) => listCommands(one, [...typed, one.name]))
}

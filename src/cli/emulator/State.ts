/** `gatefold emulator …`: changes and saves the state of a running emulator over its control paths. */
import { readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CommandError, refused } from "../CommandError.ts"
import * as InputFile from "../input/InputFile.ts"
import * as Output from "../output/Output.ts"
import * as OutputFile from "../output/OutputFile.ts"
import { describeSeedProblem } from "../output/ProblemText.ts"
import { askText } from "./Connection.ts"
import type { CommonInput } from "./ConnectionFlags.ts"

/** A refusal of a seed, such as `users[0].email: Expected an email address`, as a sentence. */
const seedProblem = (error: CommandError): CommandError =>
  error.message.includes("Expected ") ? refused(`Invalid seed: ${describeSeedProblem(error.message)}`) : error

const change = (
  input: CommonInput,
  path: "reset" | "restore" | "seed" | "import",
  body: string | Uint8Array<ArrayBuffer> | undefined,
  done: string
) => Effect.andThen(askText(input, "POST", path, body), Output.printResult(input, { done: path }, done))

interface SeedInput extends CommonInput {
  readonly file: unknown
}

export const reset = (input: CommonInput) => change(input, "reset", undefined, "Reset the emulator.")

export const seed = ({ file, ...input }: SeedInput) => change(input, "seed", JSON.stringify(file), "Added the seed.")

export const importSeed = ({ file, ...input }: SeedInput) =>
  Effect.mapError(change(input, "import", JSON.stringify(file), "Replaced all data with the seed."), seedProblem)

/** Restores a snapshot. Sends its file as bytes, because it can exceed the longest string. */
export const restore = Effect.fnUntraced(function* ({ file, ...input }: CommonInput & { readonly file: string }) {
  const body = yield* Effect.tryPromise({ try: () => readFile(file), catch: InputFile.toReadError(file) })
  yield* change(input, "restore", body, "Restored the snapshot.")
})

interface OutputInput extends CommonInput {
  readonly file: Option.Option<string>
}

/** Writes the state to a file for its owner only, or prints it. */
const save = Effect.fnUntraced(function* ({ file, ...input }: OutputInput, path: "snapshot" | "export") {
  const answer = yield* askText(input, "GET", path)
  const text = path === "export" && !input.json ? JSON.stringify(JSON.parse(answer), undefined, 2) : answer
  if (Option.isNone(file)) return yield* Output.printJsonText(text)
  yield* OutputFile.write(file.value, `${text}\n`)
  yield* Output.printResult(input, { file: file.value }, `Wrote ${file.value}.`)
})

export const snapshot = (input: OutputInput) => save(input, "snapshot")

export const exportSeed = (input: OutputInput) => save(input, "export")

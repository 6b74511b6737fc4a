/** `gatefold emulator …`: changes and saves the state of a running emulator over its control paths. */
import { readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { refused } from "../CommandError.ts"
import * as InputFile from "../input/InputFile.ts"
import * as Output from "../output/Output.ts"
import * as OutputFile from "../output/OutputFile.ts"
import { describeSeedProblem } from "../output/ProblemText.ts"
import { askText } from "./Connection.ts"
import type { CommonInput } from "./ConnectionFlags.ts"

const change = (
  input: CommonInput,
  path: "reset" | "restore" | "seed" | "import",
  body: string | Uint8Array<ArrayBuffer> | undefined,
  done: string
) => Effect.andThen(askText(input, "POST", path, body), Output.printResult(input, { done: path }, done))

export const reset = (input: CommonInput) => change(input, "reset", undefined, "Reset the emulator.")

interface SeedInput extends CommonInput {
  readonly file: unknown
}

/** Sends a seed. Says that the seed is invalid if a value of it is refused, such as `users[0].email: Expected …`. */
const sendSeed = ({ file, ...input }: SeedInput, path: "seed" | "import", done: string) =>
  Effect.mapError(change(input, path, JSON.stringify(file), done), (error) =>
    error.message.includes("Expected ") ? refused(`Invalid seed: ${describeSeedProblem(error.message)}`) : error
  )

export const seed = (input: SeedInput) => sendSeed(input, "seed", "Added the seed.")

export const importSeed = (input: SeedInput) => sendSeed(input, "import", "Replaced all data with the seed.")

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

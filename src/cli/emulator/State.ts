/** `gatefold emulator …`: the state of an emulator that runs, over its control paths. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readFile } from "node:fs/promises"
import { refused } from "../CommandError.ts"
import { askText } from "./Connection.ts"
import type { Input as Connection } from "./ConnectionFlags.ts"
import * as Output from "../Output.ts"
import * as PrivateFile from "../PrivateFile.ts"

interface Input extends Connection {
  readonly json: boolean
}

/** Changes the state, and says that it did. */
export const change = (
  input: Input,
  path: "reset" | "restore" | "seed" | "import",
  body: string | Uint8Array<ArrayBuffer> | undefined,
  done: string
) => Effect.andThen(askText(input, "POST", path, body), input.json ? Output.json({ done: path }) : Output.text(done))

/** Puts a snapshot back. Its file is sent as bytes, for it may be larger than a text can be. */
export const restore = Effect.fnUntraced(function* (input: Input, file: string) {
  const body = yield* Effect.tryPromise({
    try: () => readFile(file),
    catch: () => refused(`The file ${file} cannot be read.`)
  })
  yield* change(input, "restore", body, "The snapshot is back.")
})

/** Writes what there is to a file for its owner only, or shows it. */
export const save = Effect.fnUntraced(function* (
  input: Input,
  path: "snapshot" | "export",
  file: Option.Option<string>
) {
  const answer = yield* askText(input, "GET", path)
  const text = path === "export" && !input.json ? JSON.stringify(JSON.parse(answer), undefined, 2) : answer
  if (Option.isNone(file)) return yield* Output.jsonText(text)
  yield* PrivateFile.write(file.value, `${text}\n`)
  yield* input.json ? Output.json({ file: file.value }) : Output.text(`Wrote ${file.value}`)
})

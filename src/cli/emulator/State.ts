/** `gatefold emulator …`: the state of an emulator that runs, over its control paths. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { askText } from "./Connection.ts"
import type { Input as Connection } from "./ConnectionFlags.ts"
import * as Output from "../Output.ts"
import * as PrivateFile from "../PrivateFile.ts"

interface Input extends Connection {
  readonly json: boolean
}

/** Changes the state, and says that it did. */
export const change = (input: Input, path: "reset" | "restore" | "seed" | "import", body: unknown, done: string) => {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
  return Effect.andThen(
    askText(input, "POST", path, text),
    input.json ? Output.json({ done: path }) : Console.log(done)
  )
}

/** Writes what there is to a file for its owner only, or shows it. */
export const save = Effect.fnUntraced(function* (
  input: Input,
  path: "snapshot" | "export",
  file: Option.Option<string>
) {
  const answer = yield* askText(input, "GET", path)
  const text = path === "export" && !input.json ? JSON.stringify(JSON.parse(answer), undefined, 2) : answer
  if (Option.isNone(file)) return yield* Console.log(text)
  yield* PrivateFile.write(file.value, `${text}\n`)
  yield* input.json ? Output.json({ file: file.value }) : Console.log(`Wrote ${file.value}`)
})

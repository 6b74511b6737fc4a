/** `gatefold emulator …`: the state of an emulator that runs, over its control paths. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { askText, type Input } from "./Connection.ts"
import * as PrivateFile from "../PrivateFile.ts"

/** Changes the state, and says that it did. */
export const change = (input: Input, path: "reset" | "restore" | "seed" | "import", body: unknown, done: string) => {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
  return Effect.andThen(askText(input, "POST", path, text), Console.log(done))
}

/** Writes what there is to a file for its owner only, or shows it. */
export const save = Effect.fnUntraced(function* (
  input: Input,
  path: "snapshot" | "export",
  file: Option.Option<string>
) {
  const answer = yield* askText(input, "GET", path)
  const text = path === "export" ? JSON.stringify(JSON.parse(answer), undefined, 2) : answer
  if (Option.isNone(file)) return yield* Console.log(text)
  yield* PrivateFile.write(file.value, `${text}\n`)
  yield* Console.log(`Wrote ${file.value}`)
})

/** Secrets that somebody types, or a program writes: never arguments, which others on the machine can see. */
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { text } from "node:stream/consumers"
import { refused } from "./CommandError.ts"

/** Standard input without the end of its line. */
export const fromInput = Effect.map(
  Effect.tryPromise({ try: () => text(process.stdin), catch: () => refused("Cannot read standard input.") }),
  (text) => Redacted.make(text.replace(/\r?\n$/, ""))
)

/** Asks for a secret at the terminal. `otherwise` says what to do where nobody can be asked. */
export const ask = Effect.fnUntraced(function* (message: string, otherwise: string) {
  const { canPrompt } = yield* TerminalCapabilities.TerminalCapabilities
  if (!canPrompt) return yield* refused(`Nobody can be asked here: ${otherwise}`)
  return yield* Effect.mapError(Prompt.run(Prompt.Password({ message })), () => refused("Nothing was done."))
})

/** Reads secrets from a prompt or from standard input. Other users of the machine can see arguments. */
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { refused } from "../CommandError.ts"
import * as InputFile from "./InputFile.ts"

/** Reads a secret from standard input, without its last line break. Fails if it is empty. */
export const fromInput = InputFile.standardInput.pipe(
  Effect.map((secret) => secret.replace(/\r?\n$/, "")),
  Effect.filterOrFail(
    (secret) => secret !== "",
    () => refused("Standard input is empty. Write the secret to it.")
  ),
  Effect.map((secret) => Redacted.make(secret))
)

/** Asks for a secret at the terminal. `otherwise` is the advice for scripts, which have none. */
export const ask = Effect.fnUntraced(function* (message: string, otherwise: string) {
  const { canPrompt } = yield* TerminalCapabilities.TerminalCapabilities
  if (!canPrompt) return yield* refused(`This is not a terminal, so the command cannot ask. ${otherwise}`)
  return yield* Effect.mapError(Prompt.run(Prompt.Password({ message })), () =>
    refused("Canceled. Nothing was changed.")
  )
})

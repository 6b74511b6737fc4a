/** Asks before something is done that cannot be undone. */
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { refused } from "./CommandError.ts"
import { visible } from "./Plain.ts"

const nothingDone = refused("Nothing was done.")

/** Goes on if `--yes` was said, or somebody at the terminal says so; `what` ends with a question mark. */
export const confirm = Effect.fnUntraced(function* (what: string, yes: boolean) {
  if (yes) return
  const message = visible(what)
  const { canPrompt } = yield* TerminalCapabilities.TerminalCapabilities
  if (!canPrompt) return yield* refused(`${message} Nobody can be asked here: say --yes.`)
  const isAgreed = yield* Effect.mapError(Prompt.run(Prompt.Confirm({ message })), () => nothingDone)
  if (!isAgreed) return yield* nothingDone
})

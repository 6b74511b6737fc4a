/** Asks before a command does something that cannot be undone. */
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { refused } from "../CommandError.ts"
import { escapeControls } from "../output/TerminalText.ts"

const canceled = refused("Canceled. Nothing was changed.")

/** Continues with `--yes`, or after a yes at the terminal. `what` ends with a question mark. */
export const confirm = Effect.fnUntraced(function* (question: string, yes: boolean) {
  if (yes) return
  const message = escapeControls(question)
  const { canPrompt } = yield* TerminalCapabilities.TerminalCapabilities
  if (!canPrompt) {
    return yield* refused(`${message} This is not a terminal, so the command cannot ask. Pass --yes to confirm.`)
  }
  const isAgreed = yield* Effect.mapError(Prompt.run(Prompt.Confirm({ message })), () => canceled)
  if (!isAgreed) return yield* canceled
})

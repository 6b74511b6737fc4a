/** Asks the person in front of the agent before something is done that cannot be undone. */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { escapeControls } from "../output/TerminalText.ts"
import { ToolFailure } from "./Tools.ts"

const Answer = Schema.Struct({
  confirm: Schema.Boolean.annotate({ title: "Yes, do it" })
})

/** People cannot judge a question that is longer than they read. */
const maxQuestion = 4000

/**
 * Asks through the client (MCP elicitation). Fails if the answer is anything but yes, and where the client cannot ask,
 * unless the command was started with `--yes`.
 */
export const confirmByElicitation = Effect.fnUntraced(function* (question: string, yes: boolean) {
  if (yes) return
  const { clientCapabilities } = yield* McpSchema.McpServerClient
  if (clientCapabilities.elicitation === undefined) {
    return yield* new ToolFailure({
      message:
        "Nothing was changed: this needs a person's confirmation, and this client cannot ask for it (MCP elicitation). " +
        "The person can start gatefold mcp with --yes, which lets such tools act without being asked."
    })
  }
  // Users choose the names in the question.
  const message = escapeControls(question)
  if (message.length > maxQuestion) {
    return yield* new ToolFailure({
      message: `Nothing was changed: a person is asked before this, and ${message.length.toLocaleString("en-US")} characters are more than anybody reads. Change less at a time.`
    })
  }
  const answer = yield* McpServer.elicit({ message, schema: Answer }).pipe(
    // Declined, cancelled, or no answer.
    Effect.catchCause(() => Effect.succeed({ confirm: false }))
  )
  if (!answer.confirm) return yield* new ToolFailure({ message: "Nothing was changed: the person did not confirm." })
})

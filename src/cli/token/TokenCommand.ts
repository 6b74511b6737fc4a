/** `gatefold token …`: what a token says. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const explain = Command.make(
  "explain",
  {
    token: Argument.String("token").pipe(
      Argument.withDescription("The token; without it, it is read from standard input, which others cannot see"),
      Argument.optional
    ),
    leeway: Flag.Int("leeway").pipe(
      Flag.withMetavar("seconds"),
      Flag.withDescription("By how much the clocks of service and verifier may differ (default: 0)"),
      Flag.filter(
        (seconds) => seconds >= 0 && seconds <= 600,
        () => "seconds from 0 to 600"
      ),
      Flag.withDefault(0)
    ),
    url: targetFlags.url,
    project: targetFlags.project,
    readEnv: targetFlags.readEnv,
    json
  },
  Effect.fnUntraced(function* (input) {
    const { explain } = yield* Effect.promise(() => import("./Explain.ts"))
    yield* explain(input)
  }, Effect.scoped)
).pipe(
  Command.withDescription("Decode a token, and say whether it is genuine, and why not"),
  Command.withExamples([
    { command: "gatefold token explain < token.txt", description: "A token in a file" },
    { command: "pbpaste | gatefold token explain --json", description: "The token in the clipboard of macOS" }
  ])
)

/** `gatefold token`. */
export const token = Command.make("token").pipe(
  Command.withDescription("Find out what a token says"),
  Command.withSubcommands([explain])
)

/** `gatefold token …`: what a token says. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const flags = {
  token: Argument.String("token").pipe(
    Argument.withDescription("The token. Without it, the command reads standard input, which others cannot see"),
    Argument.optional
  ),
  leeway: Flag.Int("leeway").pipe(
    Flag.withMetavar("seconds"),
    Flag.withDescription("Clock difference to tolerate between service and verifier, 0 to 600 (default: 0)"),
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
}

const run = Effect.fnUntraced(function* (input: Command.Command.Config.InferValue<typeof flags>) {
  const { explain } = yield* Effect.promise(() => import("./Explain.ts"))
  yield* explain(input)
}, Effect.scoped)

const description = "Decode a token, verify it, and say why it is not valid"

/** The longer form, which documents name. */
const explain = Command.make("explain", flags, run).pipe(
  Command.withDescription(description),
  Command.withExamples([{ command: "gatefold token explain < token.txt", description: "A token in a file" }])
)

/** `gatefold token`. */
export const token = Command.make("token", flags, run).pipe(
  Command.withDescription(description),
  Command.withExamples([
    { command: "gatefold token eyJhbGciOi…", description: "A token from a log or a browser" },
    { command: "gatefold token < token.txt", description: "A token in a file" },
    { command: "pbpaste | gatefold token --json", description: "The token in the clipboard of macOS" }
  ]),
  Command.withSubcommands([explain])
)

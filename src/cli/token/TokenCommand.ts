/** `gatefold token …` decodes and verifies a token. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { projectFlags } from "../project/TargetFlags.ts"

const flags = {
  token: Argument.String("token").pipe(
    Argument.withDescription("Token (default: standard input, which other users cannot see)"),
    Argument.optional
  ),
  leeway: Flag.Int("leeway").pipe(
    Flag.withMetavar("seconds"),
    Flag.withDescription("Tolerated clock difference between service and verifier, 0 to 600 (default: 0)"),
    Flag.filter(
      (seconds) => seconds >= 0 && seconds <= 600,
      () => "seconds from 0 to 600"
    ),
    Flag.withDefault(0)
  ),
  ...projectFlags,
  json
}

const run = lazyHandler(
  () => import("./Explain.ts"),
  ({ explain }) => explain
)

const description = "Decode and verify a token, and explain why it is not valid"

/** The longer form of the command. */
const explain = Command.make("explain", flags, run).pipe(
  Command.withDescription(description),
  Command.withExamples([{ command: "gatefold token explain < token.txt", description: "Read the token from a file" }])
)

/** `gatefold token`. */
export const token = Command.make("token", flags, run).pipe(
  Command.withDescription(description),
  Command.withExamples([
    { command: "gatefold token eyJhbGciOi…", description: "A token from a log or a browser" },
    { command: "gatefold token < token.txt", description: "Read the token from a file" },
    { command: "pbpaste | gatefold token --json", description: "Read the token from the clipboard of macOS" }
  ]),
  Command.withSubcommands([explain])
)

/** `gatefold token …` decodes and verifies a token. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { projectFlags } from "../target/TargetFlags.ts"

export const flags = {
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

const tokenCommand = makeLazyCommand(() => import("./Explain.ts"))

const description = "Decode and verify a token, and explain why it is not valid"

const explain = tokenCommand("explain", {
  description,
  examples: { "gatefold token explain < token.txt": "Read the token from a file" },
  flags,
  run: (module) => module.explain
})

export const token = tokenCommand("token", {
  description,
  examples: {
    "gatefold token eyJhbGciOi…": "A token from a log or a browser",
    "gatefold token < token.txt": "Read the token from a file",
    "pbpaste | gatefold token --json": "Read the token from the clipboard of macOS"
  },
  flags,
  run: (module) => module.explain
}).pipe(Command.withSubcommands([explain]))

/** The flags of commands that send many requests. */
import * as Flag from "effect/cli/Flag"
import { integerBetween, switchFlag, text } from "../input/Flags.ts"
import type { InputOf } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

export const concurrency = integerBetween("concurrency", [1, 64], "Parallel requests, 1 to 64 (default: 8)").pipe(
  Flag.withDefault(8)
)

export const sendFlags = {
  ...commonFlags,
  existing: Flag.Literals("existing", ["fail", "skip", "update"]).pipe(
    Flag.withDescription("How to handle users whose email already exists (default: fail)"),
    Flag.withDefault("fail")
  ),
  concurrency,
  progress: text("progress", "Progress file (default: the name of the file with .progress)"),
  restart: switchFlag("restart", "Ignore the progress file and start again")
}

export type SendInput = InputOf<typeof sendFlags> & { readonly file: string }

/** The flags that name a running emulator. A file by itself, so that help loads nothing else. */
import * as Flag from "effect/cli/Flag"
import { json, url } from "../input/Flags.ts"
import type { InputOf } from "../LazyCommand.ts"

export const connectionFlags = {
  url: url(
    "url",
    "URL of the emulator (default: GATEFOLD_EMULATOR_URL or the running emulator)",
    "http://127.0.0.1:8102"
  ).pipe(Flag.optional),
  token: Flag.Redacted("token").pipe(
    Flag.withDescription(
      "Control token that start printed (default: GATEFOLD_EMULATOR_TOKEN or the running emulator's)"
    ),
    Flag.optional
  )
}

export type ConnectionInput = InputOf<typeof connectionFlags>

export const commonFlags = { ...connectionFlags, json }

export type CommonInput = InputOf<typeof commonFlags>

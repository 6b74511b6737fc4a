/** The flags that name a running emulator. A file by itself, so that help loads nothing else. */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { url } from "../Flags.ts"

/** The flags of every command for a running emulator. */
export const flags = {
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

/** The values of {@link flags}. */
export interface Input {
  readonly url: Option.Option<string>
  readonly token: Option.Option<Redacted.Redacted<string>>
}

/** How a command is told of the running emulator that it is for; by itself, so that help loads nothing else. */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** The flags of every command of a running emulator. */
export const flags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("URL of the emulator (default: GATEFOLD_EMULATOR_URL, or the one that runs here)"),
    Flag.optional
  ),
  token: Flag.Redacted("token").pipe(
    Flag.withDescription("Token of its start (default: GATEFOLD_EMULATOR_TOKEN, or that of the one that runs here)"),
    Flag.optional
  )
}

/** What {@link flags} say. */
export interface Input {
  readonly url: Option.Option<string>
  readonly token: Option.Option<Redacted.Redacted<string>>
}

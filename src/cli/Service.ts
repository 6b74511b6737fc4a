/**
 * The emulator of a command, over HTTP.
 */
import type * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Emulator, Options } from "../emulator/Emulator.ts"
import { serve } from "../emulator/Serve.ts"
import type { startFlags } from "./Flags.ts"

type StartInput = Command.Command.Config.InferValue<typeof startFlags>

/** Serves until the scope closes. */
export const open = (
  input: Pick<StartInput, "port" | "service"> & Partial<StartInput>,
  { passwordCost }: Pick<Options, "passwordCost"> = {}
) =>
  serve({
    passwordCost,
    port: Option.getOrUndefined(input.port),
    service: Option.getOrUndefined(input.service),
    data: input.data && Option.getOrUndefined(input.data),
    internalKeys: input.randomKeys ? "random" : undefined,
    requiresBotChallenge: input.botChallenge,
    trustedOrigins: input.trustOrigin
  })

/** Prints its URL and keys. */
export const announce = (emulator: Emulator["Service"], json: boolean): Effect.Effect<void> => {
  const { internal } = emulator
  const controlToken = Redacted.value(emulator.controlToken)
  const lines = [
    `Emulator at ${emulator.baseUrl} (development only)`,
    `  project                  ${internal.projectId}`,
    `  publishable client key   ${internal.publishableClientKey}`,
    `  secret server key        ${internal.secretServerKey}`,
    `  super secret admin key   ${internal.superSecretAdminKey}`,
    // the token for mailbox and clock, shown only in the terminal
    `  token of /__emulator/    ${controlToken}`,
    ""
  ]
  return Console.log(json ? JSON.stringify({ apiUrl: emulator.baseUrl, internal, controlToken }) : lines.join("\n"))
}

/** Waits for Ctrl-C. */
export const waitForever = (emulator: Emulator["Service"], json: boolean): Effect.Effect<never> =>
  Effect.andThen(json ? Effect.void : Console.log(`Serving at ${emulator.baseUrl} until Ctrl-C.`), Effect.never)

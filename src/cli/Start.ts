/**
 * `gatefold start`: the emulator over HTTP, and the tour through it.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Emulator } from "../emulator/Emulator.ts"
import { serve } from "../emulator/Serve.ts"
import { freshnessMillis } from "../session/Session.ts"
import { Stage } from "./tour/Stage.ts"
import { CurrentReport } from "./tour/Step.ts"
import * as Tour from "./tour/Tour.ts"

/** Just longer than the freshness window, so that the tour sees tokens expire without a long wait. */
const accessTokenLifetimeMillis = freshnessMillis + 2_000

const flags = {
  port: Flag.Int("port").pipe(
    Flag.withDescription("Port to listen on (default: 8102, or a free one when that is taken)"),
    Flag.optional
  ),
  data: Flag.String("data").pipe(Flag.withDescription("File to keep the data in (default: in memory)"), Flag.optional),
  exit: Flag.Boolean("exit").pipe(Flag.withDescription("End after the tour"), Flag.withDefault(false)),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object a line"), Flag.withDefault(false))
}

const stageOf = (emulator: Emulator["Service"]): Stage["Service"] => ({
  apiUrl: emulator.baseUrl,
  internalPublishableClientKey: Redacted.make(emulator.internal.publishableClientKey),
  accessTokenLifetimeMillis,
  nextMail: (to, subject) => emulator.mailbox.take({ to, subject }),
  countRequests: (method, path) => emulator.journal.count((entry) => entry.method === method && entry.path === path)
})

const announce = (emulator: Emulator["Service"], json: boolean) => {
  const { internal } = emulator
  const lines = [
    `Emulator at ${emulator.baseUrl} (development only)`,
    `  project                  ${internal.projectId}`,
    `  publishable client key   ${internal.publishableClientKey}`,
    `  secret server key        ${internal.secretServerKey}`,
    `  super secret admin key   ${internal.superSecretAdminKey}`,
    ""
  ]
  return Console.log(json ? JSON.stringify({ apiUrl: emulator.baseUrl, internal }) : lines.join("\n"))
}

const reportJson = Effect.provideService(CurrentReport, (step) => Console.log(JSON.stringify({ step })))

/** Starts the emulator, takes the tour, and serves until interrupted unless told to end. */
export const start = Command.make(
  "start",
  flags,
  Effect.fn("start")(function* ({ data, exit, json, port }) {
    const emulator = yield* serve({
      accessTokenLifetime: accessTokenLifetimeMillis,
      port: Option.getOrUndefined(port),
      data: Option.getOrUndefined(data)
    })
    yield* announce(emulator, json)
    if (!json) yield* Console.log("A tour through the product, over HTTP:")
    yield* Tour.run.pipe(json ? reportJson : (tour) => tour, Effect.provideService(Stage, stageOf(emulator)))
    if (exit) return
    if (!json) yield* Console.log(`\nServing at ${emulator.baseUrl} until Ctrl-C.`)
    return yield* Effect.never
  }, Effect.scoped)
).pipe(Command.withDescription("Start the emulator and take a tour through the product"))

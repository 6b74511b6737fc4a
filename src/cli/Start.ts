/**
 * `gatefold start`: the emulator over HTTP, the tour through it, and what else
 * is to run beside it.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Emulator } from "../emulator/Emulator.ts"
import { services } from "../emulator/Generation.ts"
import { originOf } from "../emulator/http/Origins.ts"
import { serve } from "../emulator/Serve.ts"
import { Stage } from "./tour/Stage.ts"
import { CurrentReport } from "./tour/Step.ts"
import * as Tour from "./tour/Tour.ts"

const flags = {
  port: Flag.Int("port").pipe(
    Flag.withDescription("Port to listen on (default: 8102, or a free one when that is taken)"),
    Flag.optional
  ),
  service: Flag.Literals("service", services).pipe(
    Flag.withDescription("Generation of the service to be exactly (default: both at once)"),
    Flag.optional
  ),
  data: Flag.String("data").pipe(Flag.withDescription("File to keep the data in (default: in memory)"), Flag.optional),
  randomKeys: Flag.Boolean("random-keys").pipe(
    Flag.withDescription("Make up the keys of the project internal instead of taking the well-known ones"),
    Flag.withDefault(false)
  ),
  trustOrigin: Flag.String("trust-origin").pipe(
    Flag.withDescription("Origin of web pages that may call with server and admin keys; can be repeated"),
    Flag.filter(
      (origin) => originOf(origin) !== undefined,
      (origin) => `${origin} is no origin. Write it as in http://localhost:3000.`
    ),
    Flag.atLeast(0)
  ),
  exit: Flag.Boolean("exit").pipe(Flag.withDescription("End after the tour"), Flag.withDefault(false)),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object a line"), Flag.withDefault(false))
}

/** What is printed of a companion, as lines and as a part of the JSON. */
export interface Announcement {
  readonly lines: ReadonlyArray<string>
  readonly json: Readonly<Record<string, unknown>>
}

/**
 * Runs beside the emulator, from the end of the tour until the command ends. It
 * reports its own steps, as the tour does.
 */
export interface Companion<F extends Command.Command.Config, E, R> {
  /** What the command can be told besides its own flags. */
  readonly flags: F
  readonly start: (
    emulator: Emulator["Service"],
    flags: Command.Command.Config.InferValue<F>
  ) => Effect.Effect<Announcement | undefined, E, R>
}

/** How long access tokens last on the {@link stageOf} an emulator. */
export const accessTokenLifetime = Duration.minutes(10)

/** An emulator as the place of the tour. */
export const stageOf = (emulator: Emulator["Service"]): Stage["Service"] => {
  const { baseUrl, clock, internal, journal, mailbox } = emulator
  let times = 0
  return {
    apiUrl: baseUrl,
    internalPublishableClientKey: Redacted.make(internal.publishableClientKey),
    nextMail: (to, subject) => mailbox.take({ to, subject }),
    countRequests: (method, path) => journal.count((entry) => entry.method === method && entry.path === path),
    // each time farther ahead than the time before, whose tokens are from that future
    later: (effect) =>
      clock
        .advance(Duration.times(accessTokenLifetime, ++times))
        .pipe(Effect.andThen(Effect.provideService(effect, Clock.Clock, clock)), Effect.ensuring(clock.reset))
  }
}

const announce = (emulator: Emulator["Service"], json: boolean) => {
  const { internal } = emulator
  const controlToken = Redacted.value(emulator.controlToken)
  const lines = [
    `Emulator at ${emulator.baseUrl} (development only)`,
    `  project                  ${internal.projectId}`,
    `  publishable client key   ${internal.publishableClientKey}`,
    `  secret server key        ${internal.secretServerKey}`,
    `  super secret admin key   ${internal.superSecretAdminKey}`,
    // opens mailbox and clock to tests; the terminal of whoever started it is the place to show it
    `  token of /__emulator/    ${controlToken}`,
    ""
  ]
  return Console.log(json ? JSON.stringify({ apiUrl: emulator.baseUrl, internal, controlToken }) : lines.join("\n"))
}

const reportJson = Effect.provideService(CurrentReport, (step) => Console.log(JSON.stringify({ step })))

/** The command: starts the emulator, takes the tour, and serves until interrupted unless told to end. */
export const make = <F extends Command.Command.Config, E, R>(companion: Companion<F, E, R>) =>
  Command.make(
    "start",
    { ...flags, companion: companion.flags },
    Effect.fn("start")(function* ({ companion: more, data, exit, json, port, randomKeys, service, trustOrigin }) {
      const emulator = yield* serve({
        accessTokenLifetime,
        port: Option.getOrUndefined(port),
        service: Option.getOrUndefined(service),
        data: Option.getOrUndefined(data),
        internalKeys: randomKeys ? "random" : undefined,
        trustedOrigins: trustOrigin
      })
      yield* announce(emulator, json)
      if (!json) yield* Console.log("A tour through the product, over HTTP:")
      const report = json ? reportJson : <A, E, R>(effect: Effect.Effect<A, E, R>) => effect
      yield* Tour.run.pipe(report, Effect.provideService(Stage, stageOf(emulator)))
      const beside = yield* companion.start(emulator, more).pipe(report)
      if (beside !== undefined) {
        yield* Console.log(json ? JSON.stringify(beside.json) : ["", ...beside.lines].join("\n"))
      }
      if (exit) return
      if (!json) yield* Console.log(`\nServing at ${emulator.baseUrl} until Ctrl-C.`)
      return yield* Effect.never
    }, Effect.scoped)
  ).pipe(Command.withDescription("Start the emulator and take a tour through the product"))

/** The command with nothing beside the emulator. */
export const start = make({ flags: {}, start: () => Effect.undefined })

/**
 * The commands and their flags. Implementations are loaded on demand, so that help is fast.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json, service, startFlags } from "./Flags.ts"

const start = Command.make(
  "start",
  startFlags,
  Effect.fn("start")(function* (input) {
    const { announce, open, waitForever } = yield* Effect.promise(() => import("./Service.ts"))
    const emulator = yield* open(input)
    yield* announce(emulator, input.json)
    return yield* waitForever(emulator, input.json)
  }, Effect.scoped)
).pipe(Command.withDescription("Start the emulator"))

const tour = Command.make(
  "tour",
  { service, json },
  Effect.fn("tour")(function* (input) {
    const { open } = yield* Effect.promise(() => import("./Service.ts"))
    const { take } = yield* Effect.promise(() => import("./tour/Tour.ts"))
    // its users are made up and gone with it; hashing their passwords well would be most of the time
    yield* take(yield* open({ ...input, port: Option.some(0) }, { passwordCost: "insecure-fast" }), input.json)
  }, Effect.scoped)
).pipe(Command.withDescription("Go through the product over HTTP, with an emulator of its own"))

/** The whole command. */
export const gatefold = Command.make("gatefold").pipe(
  Command.withDescription("Authentication and user management, with the service included"),
  Command.withSubcommands([start, tour])
)

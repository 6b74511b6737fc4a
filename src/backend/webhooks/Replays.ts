/**
 * Remembers handled webhook messages: they may come more than once, from the sender after a lost answer, or from an
 * attacker who replays one.
 *
 * A message is leased to the process that handles it, for five minutes. If that process is lost, another one can handle
 * the message when it comes again.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { Unavailable } from "../AuthErrors.ts"
import * as CountOption from "../CountOption.ts"
import * as Fleet from "../fleet/Fleet.ts"
import * as Leases from "../fleet/Leases.ts"

/** The right to handle a message: no other process handles it meanwhile. */
export interface Lease {
  /** Marks the message as handled. */
  readonly complete: Effect.Effect<void>
  /** Releases the message: it can be handled when it comes again. */
  readonly release: Effect.Effect<void>
}

/** The memory of messages. */
export class Replays extends Context.Service<
  Replays,
  {
    /**
     * Acquires the lease on a message, unless it was handled or is being handled. Atomic. Fails if the store is
     * unavailable: the sender will repeat the message.
     */
    readonly acquire: (id: string) => Effect.Effect<Lease | "busy" | "done", Unavailable>
  }
>()("gatefold/backend/webhooks/Replays") {}

/** Longer than senders repeat a message, which is about a day and a half. */
const ttlMillis = 172_800_000
/** The duration of a lease: longer than senders wait for an answer. */
const leaseMillis = 300_000

/** Options of the memory. */
export interface ReplayOptions {
  /** How many messages a process remembers without a fleet. Default: 10,000. */
  readonly capacity?: number | undefined
}

const makeReplays = (
  leases: Leases.Leases,
  makeName: (id: string) => Effect.Effect<string>
): Effect.Effect<Replays["Service"]> =>
  Effect.map(Random.Random, (random) => {
    const makeRandomPart = () => random.nextIntUnsafe().toString(36)
    return {
      acquire: Effect.fnUntraced(
        function* (id: string) {
          const name = yield* makeName(id)
          const token = `${makeRandomPart()}.${makeRandomPart()}.${makeRandomPart()}`
          const acquired = yield* leases.acquire(name, token, leaseMillis)
          return acquired === "acquired"
            ? {
                complete: Effect.ignore(leases.complete(name, ttlMillis)),
                release: Effect.ignore(leases.release(name, token))
              }
            : acquired
        },
        Effect.mapError(() => new Unavailable())
      )
    }
  })

const makeMemory = ({ capacity = 10_000 }: ReplayOptions) =>
  Effect.andThen(CountOption.check("capacity", capacity, 1), makeReplays(Leases.makeMemory(capacity), Effect.succeed))

/** Remembers messages for two days: in the fleet, or else in this process. */
export const layer = (options: ReplayOptions = {}): Layer.Layer<Replays, InvalidOption> =>
  Layer.effect(
    Replays,
    Effect.flatMap(Fleet.current, (fleet) =>
      fleet === undefined ? makeMemory(options) : makeReplays(fleet, (id) => fleet.digest("webhook", id))
    )
  )

/** Remembers messages in the memory of one process, whether or not it belongs to a fleet. */
export const layerMemory = (options: ReplayOptions = {}): Layer.Layer<Replays, InvalidOption> =>
  Layer.effect(Replays, makeMemory(options))

/**
 * Remembers which webhook messages were handled: they come more than once, from
 * the sender when an answer is lost, and from who has overheard one.
 *
 * A message that is being handled belongs to one process for five minutes. If
 * that process is lost, another one gets the message when it comes again.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Leases from "../fleet/Leases.ts"
import { Unavailable } from "../AuthErrors.ts"
import { Fleet } from "../fleet/Fleet.ts"

/** The lease on a message that is ours to handle. */
export interface Lease {
  /** It was handled: it need not come again. */
  readonly complete: Effect.Effect<void>
  /** It could not be handled: it can come again. */
  readonly release: Effect.Effect<void>
}

/** The memory of messages. */
export class Replays extends Context.Service<
  Replays,
  {
    /**
     * Acquires the lease on a message, unless it was handled, or somebody else holds it. Atomic. Fails when nobody can
     * tell: the sender will come again.
     */
    readonly acquire: (id: string) => Effect.Effect<Lease | "busy" | "done", Unavailable>
  }
>()("gatefold/backend/webhooks/Replays") {}

/** Senders give up after about a day and a half. */
const keepMillis = 172_800_000
/** Longer than senders wait for an answer. */
const leaseMillis = 300_000

/** How much is remembered. */
export interface ReplayOptions {
  /** How many messages a process remembers by itself. Default: 10,000. */
  readonly capacity?: number | undefined
}

const over = (
  leases: Leases.Leases,
  nameOf: (id: string) => Effect.Effect<string>
): Effect.Effect<Replays["Service"]> =>
  Effect.map(Random.Random, (random) => {
    const part = () => random.nextIntUnsafe().toString(36)
    return {
      acquire: Effect.fnUntraced(
        function* (id: string) {
          const name = yield* nameOf(id)
          const token = `${part()}.${part()}.${part()}`
          const acquired = yield* leases.acquire(name, token, leaseMillis)
          return acquired === "acquired"
            ? {
                complete: Effect.ignore(leases.complete(name, keepMillis)),
                release: Effect.ignore(leases.release(name, token))
              }
            : acquired
        },
        Effect.mapError(() => new Unavailable())
      )
    }
  })

/** The messages of two days: those that the processes of a fleet have handled, or else this one. */
export const layer = ({ capacity }: ReplayOptions = {}): Layer.Layer<Replays> =>
  Layer.effect(
    Replays,
    Effect.flatMap(Fleet, (fleet) =>
      fleet === undefined
        ? over(Leases.memory(capacity), Effect.succeed)
        : over(fleet, (id) => fleet.digest("webhook", id))
    )
  )

/** The same for one process, whether or not it belongs to a fleet. */
export const layerMemory = ({ capacity }: ReplayOptions = {}): Layer.Layer<Replays> =>
  Layer.effect(Replays, over(Leases.memory(capacity), Effect.succeed))

/**
 * Remembers which webhook messages were handled: they come more than once, from
 * the sender when an answer is lost, and from who has overheard one.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Recent from "./Recent.ts"

/** The memory of messages. A fleet shares one, such as a table with a unique column. */
export class Replays extends Context.Service<
  Replays,
  {
    /** Takes a message to handle it; false when it was taken before. Atomic. */
    readonly claim: (id: string) => Effect.Effect<boolean>
    /** Gives a message back that could not be handled, so that it can come again. */
    readonly release: (id: string) => Effect.Effect<void>
  }
>()("gatefold/backend/Replays") {}

/** Senders give up after about a day and a half. */
const keepMillis = 172_800_000

/** The newest messages (default: 10,000) of two days in memory, for one process. */
export const layerMemory = ({ capacity = 10_000 }: { readonly capacity?: number } = {}): Layer.Layer<Replays> =>
  Layer.sync(Replays, () => {
    const claimed = Recent.make<string, number>(capacity)
    return {
      claim: (id) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const before = claimed.get(id)
          if (before !== undefined && now - before < keepMillis) return false
          claimed.set(id, now)
          return true
        }),
      release: (id) => Effect.sync(() => claimed.delete(id))
    }
  })

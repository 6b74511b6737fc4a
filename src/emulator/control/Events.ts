/** Live events of the emulator. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { measureMail, type Mail, Mailbox } from "../mail/Mailbox.ts"
import { type Attempt } from "../webhooks/Attempts.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { type Entry, Journal } from "./Journal.ts"
import { MovableClock } from "./MovableClock.ts"

/** One event; `Dropped` counts the events that a slow reader missed. */
export type Event =
  | { readonly _tag: "Request"; readonly request: Entry }
  | { readonly _tag: "Mail"; readonly mail: Mail }
  | { readonly _tag: "Webhook"; readonly attempt: Attempt }
  | { readonly _tag: "Clock"; readonly nowMillis: number; readonly offsetMillis: number }
  | { readonly _tag: "Dropped"; readonly count: number }

/** The events of one emulator. */
export class Events extends Context.Service<
  Events,
  {
    readonly publish: (event: Event) => void
    /** All events from now on. A reader may be 1,000 events and 50 MB of mails behind; then it gets `Dropped`. */
    readonly stream: Stream.Stream<Event>
  }
>()("gatefold/emulator/control/Events") {}

const capacity = 1_000

/** The highest total length of the mails that wait for one reader. */
const maxLength = 50_000_000

/** Only mails can be long: they have attachments. */
const measureSize = (event: Event): number => (event._tag === "Mail" ? measureMail(event.mail) : 0)

/** The total length of the mails that wait for a reader. */
interface Backlog {
  length: number
}

/** Publishes events to readers in memory. */
export const layer: Layer.Layer<Events> = Layer.sync(Events, () => {
  const readers = new Set<(event: Event) => void>()

  const subscribe = (backlog: Backlog) => (queue: Queue.Enqueue<Event>) => {
    let missed = 0
    // Readers that keep up also get an event that exceeds the limit by itself.
    const fits = (event: Event) => backlog.length === 0 || backlog.length + measureSize(event) <= maxLength
    const read = (event: Event): void => {
      const hasRoom = fits(event)
      if (missed > 0 && hasRoom && Queue.offerUnsafe(queue, { _tag: "Dropped", count: missed })) missed = 0
      if (missed > 0 || !hasRoom || !Queue.offerUnsafe(queue, event)) missed++
      else backlog.length += measureSize(event)
    }
    return Effect.acquireRelease(
      Effect.sync(() => readers.add(read)),
      () => Effect.sync(() => readers.delete(read))
    )
  }

  return {
    publish: (event) => readers.forEach((read) => read(event)),
    stream: Stream.suspend(() => {
      const backlog: Backlog = { length: 0 }
      return Stream.callback<Event>(subscribe(backlog), { bufferSize: capacity, strategy: "dropping" }).pipe(
        Stream.map((event) => {
          backlog.length -= measureSize(event)
          return event
        })
      )
    })
  }
})

/** The journal, which publishes each entry. */
const layerJournal = Layer.effect(
  Journal,
  Effect.gen(function* () {
    const { publish } = yield* Events
    const inner = yield* Journal
    return {
      ...inner,
      append: (entry) => {
        inner.append(entry)
        publish({ _tag: "Request", request: entry })
      }
    }
  })
)

/** The mailbox, which publishes each mail. */
export const layerMailbox = Layer.effect(
  Mailbox,
  Effect.gen(function* () {
    const { publish } = yield* Events
    const inner = yield* Mailbox
    return {
      ...inner,
      deliver: (message) =>
        Effect.tap(inner.deliver(message), (mail) => Effect.sync(() => publish({ _tag: "Mail", mail })))
    }
  })
)

/** The clock, which publishes each move. */
const layerClock = Layer.effect(
  MovableClock,
  Effect.gen(function* () {
    const { publish } = yield* Events
    const inner = yield* MovableClock
    const publishClock = Effect.gen(function* () {
      const offsetMillis = Duration.toMillis(yield* inner.offset)
      publish({ _tag: "Clock", nowMillis: yield* inner.currentTimeMillis, offsetMillis })
    })
    return {
      ...inner,
      advance: (duration) => Effect.andThen(inner.advance(duration), publishClock),
      reset: Effect.andThen(inner.reset, publishClock)
    }
  })
)

/** Journal and clock that publish their changes. */
export const layerWatched = Layer.mergeAll(layerJournal, layerClock)

/** Publishes the attempts to deliver webhooks. */
export const layerWebhooks = Layer.effectDiscard(
  Effect.gen(function* () {
    const { publish } = yield* Events
    const { watch } = yield* Webhooks
    watch((attempt) => publish({ _tag: "Webhook", attempt }))
  })
)

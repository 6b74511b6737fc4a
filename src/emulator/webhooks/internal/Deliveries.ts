/** Webhooks on their way, which are sent again until they arrive. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Background } from "../../background/Background.ts"
import type { Target } from "../WebhookEndpoint.ts"
import { Message } from "./Message.ts"
import type { Sender } from "./Sender.ts"

export const Captured = Schema.Struct({
  deliveries: Schema.Array(
    Schema.Struct({
      endpointId: Schema.String,
      message: Message,
      tries: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      dueInMillis: Schema.Finite
    })
  )
})
type Captured = typeof Captured.Type

/** A webhook on its way. */
interface Delivery extends Omit<Captured["deliveries"][number], "dueInMillis"> {
  /** When the next attempt is due, in milliseconds of the monotonic clock. */
  readonly due: number
}

/** The retries of Svix; afterwards the event is dropped. */
const retryDelays = ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"] as const

export const make = Effect.fnUntraced(function* (
  { attempt }: Sender,
  findTarget: (endpointId: string) => Target | undefined
) {
  const background = yield* Background
  const clock = yield* Clock.Clock
  const elapsedMillis = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const deliveries = new Set<Delivery>()

  const attemptWhenDue = Effect.fnUntraced(function* (delivery: Delivery) {
    const wait = delivery.due - elapsedMillis()
    if (wait > 0) yield* Effect.sleep(wait)
    const target = findTarget(delivery.endpointId)
    // An endpoint that is removed in the meantime gets nothing more.
    if (target !== undefined) {
      yield* Effect.catch(attempt(target, delivery.message, delivery.tries + 1), () => retry(delivery, target))
    }
    deliveries.delete(delivery)
  })

  const deliver = (delivery: Delivery): Effect.Effect<void> => {
    deliveries.add(delivery)
    return background.schedule(attemptWhenDue(delivery))
  }

  const retry = (delivery: Delivery, target: Target) => {
    const delay = retryDelays[delivery.tries]
    return delay === undefined
      ? Effect.logWarning(`A webhook was not delivered: ${delivery.message.type} to ${target.label}`)
      : deliver({ ...delivery, tries: delivery.tries + 1, due: elapsedMillis() + Duration.toMillis(delay) })
  }

  return {
    /** Sends a message to endpoints in the background, with retries. */
    send: (message: Message, targets: ReadonlyArray<Target>) => {
      const due = elapsedMillis()
      return Effect.forEach(targets, ({ id }) => deliver({ endpointId: id, message, tries: 0, due }), { discard: true })
    },
    capture: (): Captured => ({
      deliveries: [...deliveries].map(({ due, ...rest }) => ({ ...rest, dueInMillis: due - elapsedMillis() }))
    }),
    restore: (captured: Captured) => {
      deliveries.clear()
      for (const { dueInMillis, ...rest } of captured.deliveries) {
        deliveries.add({ ...rest, due: elapsedMillis() + dueInMillis })
      }
    },
    /** Starts what waits in a restored state. */
    resume: Effect.suspend(() => {
      const waiting = [...deliveries]
      deliveries.clear()
      return Effect.forEach(waiting, deliver, { discard: true })
    })
  }
})

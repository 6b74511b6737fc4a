/** The control paths of the clock. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ControlPath from "../ControlPath.ts"
import { maxMillis, MovableClock } from "../MovableClock.ts"

const Move = Schema.Union([
  Schema.Struct({ reset: Schema.Literal(true) }),
  Schema.Struct({ advance_millis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxMillis })) })
])

const decodeMove = Schema.decodeUnknownEffect(Schema.fromJsonString(Move))

const refuseMove = () =>
  ControlPath.error(400, 'Send { "advance_millis": n }, ten years at most in all, or { "reset": true }.')

export const clockPaths: Effect.Effect<ControlPath.Paths, never, MovableClock> = Effect.map(MovableClock, (clock) => {
  const read = Effect.gen(function* () {
    const offset = yield* clock.offset
    return ControlPath.json(200, {
      now_millis: yield* clock.currentTimeMillis,
      offset_millis: Duration.toMillis(offset)
    })
  })

  const move = Effect.fnUntraced(
    function* (request: Request) {
      const input = yield* decodeMove(yield* Effect.promise(() => request.text()))
      if ("reset" in input) yield* clock.reset
      else if (Duration.toMillis(yield* clock.offset) + input.advance_millis > maxMillis) return refuseMove()
      else yield* clock.advance(input.advance_millis)
      return yield* read
    },
    Effect.catch(() => Effect.sync(refuseMove))
  )

  return { "GET clock": () => read, "POST clock": ({ request }) => move(request) }
})

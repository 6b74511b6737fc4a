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

const moveProblem = 'Send { "advance_millis": n }, ten years at most in all, or { "reset": true }.'

const readMove = ControlPath.makeReader(Move, () => moveProblem)

export const clockPaths: Effect.Effect<ControlPath.Paths, never, MovableClock> = Effect.map(MovableClock, (clock) => {
  const read = Effect.gen(function* () {
    const offset = yield* clock.offset
    return { now_millis: yield* clock.currentTimeMillis, offset_millis: Duration.toMillis(offset) }
  })

  return {
    "GET clock": () => read,
    "POST clock": Effect.fnUntraced(function* (request) {
      const move = yield* readMove(request)
      if ("reset" in move) yield* clock.reset
      else if (Duration.toMillis(yield* clock.offset) + move.advance_millis <= maxMillis) {
        yield* clock.advance(move.advance_millis)
      } else return yield* ControlPath.refuse(400, moveProblem)
      return yield* read
    })
  }
})

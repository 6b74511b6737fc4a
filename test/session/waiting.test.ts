/** Nobody waits for ever: interruptions anywhere, and the session may close at any time. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { oneAtATime } from "../../src/client/internal/SignIn.ts"
import { Session } from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { randomOf, run } from "../support/World.ts"
import { makeService, sessionOver } from "./service.ts"
import { seedsOf } from "../support/seeds.ts"

const seeds = seedsOf(2000)

/** Callers of a session, of which some are interrupted; then one who is not. Answers how each of them ended. */
const history = (
  seed: number,
  use: (session: Session["Service"], pause: Effect.Effect<void>) => Effect.Effect<void, unknown>
) => {
  const random = randomOf(seed)
  const pause = Effect.suspend(() => Effect.sleep(Math.floor(random() * 4)))
  const trace: Array<string> = []
  const exit = run(
    random,
    Effect.gen(function* () {
      const service = makeService({ rotate: random() < 0.5, latencyMillis: 2 })
      const { refreshToken } = yield* service.open("ada")
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(sessionOver(service, MemoryTokenStore.make({ refreshToken })), scope)
      const session = yield* Effect.provide(Session, context)
      const callers = yield* Effect.forEach(Array.from({ length: 4 }), (_, i) =>
        Effect.forkChild(
          Effect.andThen(pause, use(session, pause)).pipe(
            Effect.onExit((exit) => Effect.sync(() => trace.push(`${i} ${exit._tag}`)))
          )
        )
      )
      for (const caller of callers) {
        if (random() < 0.5) yield* Effect.forkChild(Effect.andThen(pause, Fiber.interrupt(caller)))
      }
      const closing =
        random() < 0.3 ? yield* Effect.forkChild(Effect.andThen(pause, Scope.close(scope, Exit.void))) : undefined
      yield* Effect.forEach(callers, Fiber.await)
      if (closing !== undefined) trace.push((yield* Fiber.await(closing))._tag)
      trace.push((yield* Effect.exit(use(session, pause)))._tag)
    })
  )
  assert.isTrue(exit !== undefined && Exit.isSuccess(exit), `seed ${seed}: ${exit === undefined ? "hangs" : exit}`)
  return trace.join()
}

describe("Nobody waits for ever", () => {
  it(`for credentials, in ${seeds} schedules`, { timeout: 300_000 }, () => {
    const traces = new Set<string>()
    for (let seed = 1; seed <= seeds; seed++) {
      traces.add(history(seed, (session) => Effect.asVoid(session.credentials)))
    }
    assert.isAbove(traces.size, 50)
  })

  it(`for their turn, in ${seeds} schedules, and no two have it at once`, { timeout: 300_000 }, () => {
    const traces = new Set<string>()
    for (let seed = 1; seed <= seeds; seed++) {
      let running = 0
      let most = 0
      traces.add(
        history(seed, (session, pause) =>
          Effect.suspend(() => {
            most = Math.max(most, ++running)
            return pause
          }).pipe(Effect.ensuring(Effect.sync(() => running--)), oneAtATime, Effect.provideService(Session, session))
        )
      )
      assert.isAtMost(most, 1, `seed ${seed}`)
    }
    assert.isAbove(traces.size, 50)
  })
})

/** Listeners of changes. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Listeners from "../../src/concurrency/Listeners.ts"

describe("a listener that runs an effect", () => {
  it.effect("runs it at each change", () =>
    Effect.gen(function* () {
      let runs = 0
      const listeners = Listeners.make()
      yield* listeners.listen(yield* Listeners.makeForking(Effect.sync(() => runs++)))
      listeners.notify()
      listeners.notify()
      expect(runs).toBe(2)
    })
  )

  it.effect("interrupts it when the scope closes", () =>
    Effect.gen(function* () {
      let isInterrupted = false
      const scope = yield* Scope.make()
      const effect = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (isInterrupted = true)))
      const listener = yield* Listeners.makeForking(effect).pipe(Scope.provide(scope))
      listener()
      yield* Scope.close(scope, Exit.void)
      expect(isInterrupted).toBe(true)
    })
  )
})

/** The result of authentication holds what its request opened until it is disposed of. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { RequestSessions } from "../../../src/backend/middleware/RequestSessions.ts"
import * as AuthResult from "../../../src/backend/request/AuthResult.ts"

describe("AuthResult", () => {
  it.effect("closes what it opened when its caller is interrupted", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const open = Effect.acquireRelease(
        Effect.sync(() => events.push("opened")),
        () => Effect.sync(() => events.push("closed"))
      )
      const sessions = RequestSessions.of({ open: () => Effect.andThen(open, Effect.never) })
      const authenticating = yield* AuthResult.authenticate((effect) => Effect.runPromise(effect), {
        headers: new Headers()
      }).pipe(Effect.provideService(RequestSessions, sessions), Effect.forkChild({ startImmediately: true }))
      expect(events).toStrictEqual(["opened"])
      yield* Fiber.interrupt(authenticating)
      expect(events).toStrictEqual(["opened", "closed"])
    })
  )
})

/**
 * The recordings of both generations of the service, sent to an emulator of
 * that generation: the same status, the same known error and a body of the
 * same shape.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { layer } from "./harness.ts"
import { recordingsOf, replay } from "./replay/replay.ts"
import { configOf, notReplayable, setupOf } from "./replay/setups.ts"

describe("requests that were recorded at the service of 2025-06", () => {
  it.effect("are answered as they were", () =>
    Effect.gen(function* () {
      // a token that was issued in 1970 is none
      yield* TestClock.setTime(Date.UTC(2025, 5, 19))
      const results = []
      for (const recording of recordingsOf("recordings.jsonl")) {
        if (notReplayable.some(([pattern]) => pattern.test(recording.key))) continue
        results.push(yield* replay(recording, configOf(recording), setupOf(recording)))
      }
      expect(results.map(({ ours }) => ours)).toStrictEqual(results.map(({ recorded }) => recorded))
      expect(results.length).toBe(224)
    }).pipe(Effect.provide(layer({ rateLimits: false, service: "2025-06", anonymousSignUp: true })))
  )
})

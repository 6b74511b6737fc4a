/**
 * The recordings of both generations of the service, sent to an emulator of that generation: the same status, the same
 * known error and a body of the same shape. What is answered otherwise is listed, with the reason.
 */
import { isDeepStrictEqual } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { layer } from "../support/emulatorCalls.ts"
import { takeSample } from "../support/seeds.ts"
import * as current from "./replay/current.ts"
import type { Recording } from "./replay/recordedProject.ts"
import { readRecordings, replay, worlds } from "./replay/replay.ts"
import { makeConfig, findSetup } from "./replay/setups.ts"

/** Why a recording is in a list, if it is. */
const findReason = (list: ReadonlyArray<readonly [key: RegExp, reason: string]>, { key }: Recording) =>
  list.find(([pattern]) => pattern.test(key))?.[1]

describe("requests that were recorded at the service of 2025-06", () => {
  it.effect("are answered as they were", () =>
    Effect.gen(function* () {
      // A token that was issued in 1970 is none.
      yield* TestClock.setTime(Date.UTC(2025, 5, 19))
      const recordings = readRecordings("recordings.jsonl")
      expect(recordings).toHaveLength(227)
      const getWorld = yield* worlds
      const results = []
      for (const recording of takeSample(recordings)) {
        results.push(yield* replay(recording, yield* getWorld(makeConfig(recording)), findSetup(recording)))
      }
      expect(results.map(({ ours }) => ours)).toStrictEqual(results.map(({ recorded }) => recorded))
      // Anonymous sign-up was recorded in a project that was allowed it.
    }).pipe(Effect.provide(layer({ rateLimits: false, service: "2025-06", anonymousSignUp: true })))
  )
})

describe("requests that were recorded at the current service", () => {
  const recordings = readRecordings("recordings-2026.jsonl")
  const equal = recordings.filter((recording) => findReason(current.different, recording) === undefined)

  it.effect("are answered as they were", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 22))
      const getWorld = yield* worlds
      const results = []
      for (const recording of takeSample(equal)) {
        const world = yield* getWorld(current.makeConfig(recording))
        results.push(yield* replay(recording, world, current.findSetup(recording)))
      }
      expect(results.map(({ ours }) => ours)).toStrictEqual(results.map(({ recorded }) => recorded))
    }).pipe(
      Effect.provide(
        layer({ rateLimits: false, service: "current", rejectsSignUp: (email) => email.startsWith("blocked") })
      )
    )
  )

  it.effect("are answered differently where the list says so", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 22))
      const different = recordings.filter((recording) => !equal.includes(recording))
      expect(different).toHaveLength(3)
      const getWorld = yield* worlds
      const results = []
      for (const recording of different) {
        const world = yield* getWorld(current.makeConfig(recording))
        results.push(yield* replay(recording, world, current.findSetup(recording)))
      }
      expect(results.filter(({ ours, recorded }) => isDeepStrictEqual(ours, recorded))).toStrictEqual([])
    }).pipe(Effect.provide(layer({ rateLimits: false, service: "current" })))
  )

  it("are listed only if they exist", () => {
    const unused = current.different.filter(([pattern]) => !recordings.some(({ key }) => pattern.test(key)))
    expect(unused).toStrictEqual([])
  })
})

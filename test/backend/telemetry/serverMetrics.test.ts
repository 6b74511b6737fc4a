/** What servers count and measure. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as RateLimits from "../../../src/backend/middleware/RateLimits.ts"
import * as Instruments from "../../../src/backend/telemetry/Instruments.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { apiUrl, json, network, projectId } from "../../support/scriptedNetwork.ts"
import { until } from "../../support/turns.ts"
import { startOne, store } from "../fleet/brokenStore.ts"
import { recorder } from "./recorder.ts"

describe("a metric", () => {
  it("is one of several", () => {
    expect(Instruments.all.length).toBeGreaterThan(5)
  })

  it.each(Instruments.all)("$id says what it counts or measures, in seconds", ({ id, series }) => {
    const metric = series({ "gatefold.outcome": "x" })
    expect(metric.id).toBe(id)
    expect(metric.description).toMatch(/^[A-Z][^.]{15,}$/)
    const unit = metric.type === "Histogram" ? "s" : undefined
    expect(metric.attributes).toMatchObject({ "gatefold.outcome": "x", ...(unit && { unit }) })
    expect(metric.attributes?.["unit" as never]).toBe(unit)
  })

  it.each(Instruments.all)("$id makes a series once for the same attributes", ({ series }) => {
    expect(series({ "gatefold.outcome": "x" })).toBe(series({ "gatefold.outcome": "x" }))
    expect(series({ "gatefold.outcome": "x" })).not.toBe(series({ "gatefold.outcome": "y" }))
  })

  it.effect.each([
    [Instruments.verification, [0.000_02, 0.000_2, 0.002, 0.5]],
    [Instruments.requests, [0.02, 0.2, 2, 9]]
  ] as const)("has buckets from microseconds to seconds for durations: $1", ([instrument, values]) =>
    Effect.gen(function* () {
      const metric = instrument.series({ test: "boundaries" })
      for (const value of values) yield* Metric.update(metric, value)
      const { buckets } = (yield* Metric.value(metric)) as { buckets: ReadonlyArray<readonly [number, number]> }
      const reached = values.map((value) => buckets.find(([boundary]) => value <= boundary)?.[0])
      expect(new Set(reached).size).toBe(values.length)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})

describe("what processes share", () => {
  it.effect("is counted: hits, forged entries and failures of the store", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, series } = yield* recorder
      const { becomes, entries, process, written } = yield* store
      const net = network(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      const verify = Effect.gen(function* () {
        const verifier = Verifier.layerProject({ projectId, apiUrl }).pipe(Layer.provide(process()))
        yield* (yield* startOne(Verifier.AccessTokenVerifier, verifier)).verify(yield* minter.mint())
      })
      yield* Effect.gen(function* () {
        yield* verify
        yield* until(() => written() === 1)
        yield* verify
        for (const name of entries.keys()) entries.set(name, { text: "{}", signature: "forged" })
        yield* verify
        yield* until(() => written() === 2)
        becomes("fails")
        yield* verify
        becomes("works")
        const { take } = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
        yield* take("x", { limit: 1, window: "1 minute" })
        yield* Effect.flip(take("x", { limit: 1, window: "1 minute" }))
      }).pipe(Effect.provide(layer(net.layer)), Effect.provideService(References.MinimumLogLevel, "None"))
      const reads = ["miss", "hit", "rejected", "unavailable"].map((outcome) => ({
        "gatefold.cache": "jwks",
        "gatefold.outcome": outcome,
        count: 1
      }))
      const seen = yield* series("gatefold.fleet.reads")
      expect(seen.filter((one) => Reflect.get(one, "gatefold.cache") === "jwks")).toStrictEqual(reads)
      // When the process read. It did not write then, for it leaves the store alone.
      expect(yield* series("gatefold.fleet.failures")).toStrictEqual([{ count: 1 }])
      expect(yield* series("gatefold.jwks.fetches")).toStrictEqual([{ "gatefold.outcome": "fetched", count: 3 }])
      expect(yield* series("gatefold.rate_limit.decisions")).toStrictEqual([
        { "gatefold.outcome": "allowed", count: 1 },
        { "gatefold.outcome": "refused", count: 1 }
      ])
    })
  )
})

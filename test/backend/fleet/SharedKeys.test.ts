/** The public keys in a fleet: who fetches, who adopts, and what a hostile or broken store can do. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import type { FleetOptions } from "../../../src/backend/fleet/Fleet.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { apiUrl, type Answer, broken, json, network, projectId } from "../../support/scriptedNetwork.ts"
import { countSeeds } from "../../support/seeds.ts"
import { spellings } from "../../support/spellings.ts"
import { until } from "../../support/turns.ts"
import { type Mood, startOne, store } from "./brokenStore.ts"

const world = Effect.gen(function* () {
  yield* TestClock.setTime(1_750_000_000_000)
  const minter = yield* TokenMinter.make({ projectId, apiUrl })
  const shared = yield* store
  const keySet: Answer = Effect.flatMap(minter.keySet, (keys) => json(keys))
  let answer = keySet
  let fetched = 0
  const start = (options: Partial<FleetOptions> & { readonly projectId?: string } = {}) =>
    Effect.gen(function* () {
      const net = network(() => {
        if (answer === keySet) fetched++
        return answer
      })
      const layer = Verifier.layerProject({ projectId: options.projectId ?? projectId, apiUrl }).pipe(
        Layer.provide(net.layer),
        Layer.provide(shared.process(options))
      )
      const { verify } = yield* startOne(Verifier.AccessTokenVerifier, layer)
      return { verify, fetches: () => net.sent.length }
    })
  return {
    ...shared,
    minter,
    start,
    /** Waits until what was fetched is shared. */
    settle: until(() => shared.written() === fetched),
    down: () => {
      answer = broken
    },
    up: () => {
      answer = keySet
    }
  }
})

describe("the public keys of a fleet", () => {
  it.effect("are fetched by the first process, and adopted by the others", () =>
    Effect.gen(function* () {
      const { minter, settle, start } = yield* world
      const token = yield* minter.mint()
      const [first, second, third] = [yield* start(), yield* start(), yield* start()]
      yield* first.verify(token)
      yield* settle
      yield* second.verify(token)
      yield* Effect.forEach(Array.from({ length: 200 }), () => third.verify(token), { concurrency: "unbounded" })
      expect([first, second, third].map(({ fetches }) => fetches())).toStrictEqual([1, 0, 0])
    })
  )

  it.effect("serve a process that starts while the service is down, up to a day", () =>
    Effect.gen(function* () {
      const { down, minter, settle, start, up } = yield* world
      const first = yield* start()
      yield* first.verify(yield* minter.mint())
      yield* settle
      down()
      yield* TestClock.adjust("5 hours")
      const second = yield* start()
      yield* second.verify(yield* minter.mint())
      // It tries to renew them, and will again, but not each time.
      yield* until(() => second.fetches() === 1)
      yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.flatMap(minter.mint(), second.verify))
      expect(second.fetches()).toBe(1)
      yield* TestClock.adjust("18 hours")
      yield* (yield* start()).verify(yield* minter.mint())
      yield* TestClock.adjust("61 minutes")
      expect(yield* Effect.flip((yield* start()).verify(yield* minter.mint()))).toMatchObject({
        _tag: "KeysUnavailable"
      })
      up()
      yield* (yield* start()).verify(yield* minter.mint())
    })
  )

  it.effect("are fetched once when they rotate, whichever process sees it first", () =>
    Effect.gen(function* () {
      const { minter, settle, start } = yield* world
      const processes = yield* Effect.forEach(Array.from({ length: 5 }), () => start())
      const before = yield* minter.mint()
      for (const { verify } of processes) {
        yield* verify(before)
        yield* settle
      }
      yield* TestClock.adjust("31 seconds")
      yield* minter.rotate
      const after = yield* minter.mint()
      for (const { verify } of processes.toReversed()) {
        yield* Effect.forEach([after, after, before], (token) => verify(token), { concurrency: "unbounded" })
        yield* settle
      }
      expect(processes.map(({ fetches }) => fetches())).toStrictEqual([1, 0, 0, 0, 1])
    })
  )

  it.effect("are found during the cool-down of a process, if another has fetched them", () =>
    Effect.gen(function* () {
      const { minter, settle, start } = yield* world
      const [first, second] = [yield* start(), yield* start()]
      yield* first.verify(yield* minter.mint())
      yield* settle
      yield* second.verify(yield* minter.mint())
      // The first one asks in vain, and may not ask again for half a minute.
      yield* Effect.flip(first.verify(yield* minter.mint({ header: { kid: "unknown" } })))
      yield* settle
      yield* minter.rotate
      yield* TestClock.adjust("29 seconds")
      expect(yield* Effect.flip(first.verify(yield* minter.mint()))).toMatchObject({ _tag: "UnparsableAccessToken" })
      const third = yield* start()
      yield* TestClock.adjust("2 seconds")
      yield* third.verify(yield* minter.mint())
      yield* settle
      yield* first.verify(yield* minter.mint())
      expect([first, second, third].map(({ fetches }) => fetches())).toStrictEqual([2, 0, 1])
    })
  )

  it.effect("cost at most one fetch a process when all see a rotation at once", () =>
    Effect.gen(function* () {
      const { minter, settle, start } = yield* world
      const processes = yield* Effect.forEach(Array.from({ length: 8 }), () => start())
      const verifyAll = (token: string) =>
        Effect.forEach(
          processes.flatMap((process) => Array.from({ length: 50 }, () => process)),
          ({ verify }) => verify(token),
          { concurrency: "unbounded" }
        )
      yield* verifyAll(yield* minter.mint())
      yield* settle
      const before = processes.map(({ fetches }) => fetches())
      expect(Math.max(...before)).toBeLessThanOrEqual(1)
      yield* TestClock.adjust("31 seconds")
      yield* minter.rotate
      yield* verifyAll(yield* minter.mint())
      const since = processes.map(({ fetches }, i) => fetches() - before[i]!)
      expect(Math.max(...since)).toBeLessThanOrEqual(1)
    })
  )

  it.effect("are renewed by one process for all", () =>
    Effect.gen(function* () {
      const { minter, settle, start } = yield* world
      const processes = yield* Effect.forEach(Array.from({ length: 5 }), () => start())
      for (const { verify } of processes) {
        yield* verify(yield* minter.mint())
        yield* settle
      }
      yield* TestClock.adjust(601_000)
      for (const { verify } of processes) {
        yield* verify(yield* minter.mint())
        yield* until(() => processes[0]!.fetches() === 2)
        yield* settle
      }
      expect(processes.map(({ fetches }) => fetches())).toStrictEqual([2, 0, 0, 0, 0])
    })
  )

  it.effect("are not fetched more often because of a flood of unknown key IDs", () =>
    Effect.gen(function* () {
      const { asked, minter, settle, start } = yield* world
      const [first, second] = [yield* start(), yield* start()]
      yield* first.verify(yield* minter.mint())
      yield* settle
      yield* second.verify(yield* minter.mint())
      yield* TestClock.adjust("31 seconds")
      const before = asked()
      const flood = Array.from({ length: countSeeds(2000) }, (_, i) => minter.mint({ header: { kid: `random-${i}` } }))
      const refused = yield* Effect.forEach(flood, (mint) => Effect.flip(Effect.flatMap(mint, second.verify)), {
        concurrency: 100
      })
      expect(refused.length).toBe(countSeeds(2000))
      expect({ first: first.fetches(), second: second.fetches() }).toStrictEqual({ first: 1, second: 1 })
      // For the keys, and about the circuit of the fetch.
      expect(asked() - before).toBeLessThanOrEqual(3)
    })
  )
})

describe("a store", () => {
  it.effect.each(["fails", "hangs", "dies"] satisfies ReadonlyArray<Mood>)(
    "leaves each process on its own when it %s",
    (mood) =>
      Effect.gen(function* () {
        const { asked, becomes, entries, minter, start } = yield* world
        becomes(mood)
        const one = yield* start()
        const fiber = yield* Effect.forkChild(one.verify(yield* minter.mint()))
        yield* until(() => asked() === 1)
        yield* TestClock.adjust("250 millis")
        expect(yield* Fiber.await(fiber)).toMatchObject({ _tag: "Success" })
        expect(one.fetches()).toBe(1)
        // It is left alone for a while.
        const before = asked()
        yield* TestClock.adjust("2 seconds")
        yield* Effect.flip(one.verify(yield* minter.mint({ header: { kid: "unknown" } })))
        expect(asked()).toBe(before)
        becomes("works")
        yield* TestClock.adjust(601_000)
        yield* one.verify(yield* minter.mint())
        // The keys that it fetched before may be written now, too.
        const now = yield* Clock.currentTimeMillis
        yield* until(() => JSON.stringify(Array.from(entries.values())).includes(`fetchedAtMillis\\":${now}`))
        const two = yield* start()
        yield* two.verify(yield* minter.mint())
        expect(two.fetches()).toBe(0)
      })
  )

  it.effect("injects no keys when an attacker writes to it", () =>
    Effect.gen(function* () {
      const { entries, minter, settle, start } = yield* world
      const stranger = yield* TokenMinter.make({ projectId, apiUrl })
      const [{ kid, x, y }] = (yield* stranger.keySet).keys as [{ kid: string; x: string; y: string }]
      const text = JSON.stringify({ fetchedAtMillis: 1_750_000_000_000, keys: [{ kid, x, y }] })
      const first = yield* start()
      yield* first.verify(yield* minter.mint())
      yield* settle
      const [[name, genuine]] = Array.from(entries) as [[string, { text: string; signature: string }]]
      // What a fleet of the same project, but with another secret, would write.
      const foreign = yield* start({ secret: "another secret, 32 characters or more" })
      yield* foreign.verify(yield* minter.mint())
      yield* settle
      const [[, foreignEntry]] = Array.from(entries).filter(([other]) => other !== name) as [[string, object]]
      const { signature } = genuine
      const forged = {
        "another key with the genuine signature": { text, signature },
        "another key with an empty signature": { text, signature: "" },
        "another key without a signature": { text },
        "a changed key": { text: genuine.text.replace(/(?<="x":")./, (x) => (x === "A" ? "B" : "A")), signature },
        "a large text": { text: "x".repeat(1_000_000), signature },
        "the entry of another fleet": foreignEntry,
        "a list": [],
        "plain keys": { keys: [{ kid, x, y }] }
      }
      for (const [forgery, entry] of Object.entries(forged)) {
        entries.set(name, entry)
        const next = yield* start()
        const refused = yield* Effect.flip(next.verify(yield* stranger.mint()))
        expect(refused, forgery).toMatchObject({ _tag: "UnparsableAccessToken" })
        yield* next.verify(yield* minter.mint())
        expect(next.fetches(), forgery).toBe(1)
        yield* settle
      }
    })
  )

  it.effect("whose signature is spelled in another way counts as unsigned", () =>
    Effect.gen(function* () {
      const { down, entries, minter, settle, start } = yield* world
      const token = yield* minter.mint()
      yield* (yield* start()).verify(token)
      yield* settle
      const [[name, genuine]] = Array.from(entries) as [[string, { text: string; signature: string }]]
      down()
      yield* (yield* start()).verify(token)
      for (const [spelling, signature] of Object.entries(spellings(genuine.signature))) {
        entries.set(name, { ...genuine, signature })
        const error = yield* Effect.flip((yield* start()).verify(token))
        expect(error, spelling).toMatchObject({ _tag: "KeysUnavailable" })
      }
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("gives no keys for an entry of another project", () =>
    Effect.gen(function* () {
      const { down, entries, minter, settle, start } = yield* world
      yield* (yield* start()).verify(yield* minter.mint())
      yield* settle
      const [[name, genuine]] = Array.from(entries) as [[string, object]]
      const other = "00000000-0000-4000-8000-00000000beef"
      yield* Effect.flip((yield* start({ projectId: other })).verify(yield* minter.mint({ payload: { aud: other } })))
      yield* settle
      const names = Array.from(entries.keys()).filter((each) => each !== name)
      expect(names.length).toBe(1)
      entries.set(names[0]!, genuine)
      down()
      const next = yield* start({ projectId: other })
      expect(yield* Effect.flip(next.verify(yield* minter.mint({ payload: { aud: other } })))).toMatchObject({
        _tag: "KeysUnavailable"
      })
    })
  )

  it.effect("does not bring a withdrawn key back when it restores an old copy", () =>
    Effect.gen(function* () {
      const { entries, minter, settle, start } = yield* world
      const [first, second] = [yield* start(), yield* start()]
      const old = yield* minter.mint({ lifetime: "1 hour" })
      yield* first.verify(old)
      yield* settle
      const [[name, before]] = Array.from(entries) as [[string, object]]
      const { kid } = JSON.parse(Buffer.from(old.split(".")[0]!, "base64url").toString()) as { kid: string }
      yield* TestClock.adjust("31 seconds")
      yield* minter.rotate
      yield* minter.withdraw(kid)
      yield* second.verify(yield* minter.mint())
      yield* settle
      entries.set(name, before)
      yield* TestClock.adjust("2 seconds")
      expect(yield* Effect.flip(second.verify(old))).toMatchObject({ _tag: "UnparsableAccessToken" })
    })
  )

  it.effect("shows no project name to an attacker who reads it, and takes no short secret", () =>
    Effect.gen(function* () {
      const { entries, minter, settle, start } = yield* world
      yield* (yield* start()).verify(yield* minter.mint())
      yield* settle
      expect(Array.from(entries.keys()).join()).not.toContain(projectId)
      expect(yield* Effect.flip(start({ secret: "short" }))).toMatchObject({ _tag: "InvalidOption", option: "secret" })
    })
  )
})

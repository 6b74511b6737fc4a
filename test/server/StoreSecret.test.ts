/** Servers that decide at once which secret a store has, on schedules that a seed decides. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import { type Candidate, checkPlace, decide, look } from "../../src/server/internal/StoreSecret.ts"
import { randomOf, run } from "../explore/Schedule.ts"

type Store = Map<string, string>

/** Requests arrive, and answers come back, after a while; some only after others have gone on to another round. */
const some = Effect.flatMap(Random.next, (random) => Effect.sleep(Math.floor(random * 4) + (random < 0.1 ? 300 : 0)))

/** A server with this secret. Its requests after `crashAfter` of them never arrive. */
const server = (store: Store, secret: string, id: number, crashAfter = Infinity): Candidate<never, never, never> => {
  let requests = 0
  let seals = 0
  const sent = <A>(work: () => A) =>
    Effect.suspend(() => (++requests > crashAfter ? Effect.interrupt : Effect.tap(Effect.map(some, work), some)))
  return {
    read: (place) => sent(() => store.get(place) ?? null),
    write: (place, text) => sent(() => void store.set(place, text)),
    seal: Effect.sync(() => `${secret}:${id}:${seals++}`),
    isOwn: (text) => Effect.succeed(text.startsWith(`${secret}:`))
  }
}

/** As it was: nothing is read again. */
const naive: typeof decide = Effect.fnUntraced(function* (candidate) {
  const decided = yield* look(candidate)
  if (decided !== undefined) return decided
  yield* candidate.write(checkPlace, yield* candidate.seal)
  return true
})

/** The check is read again once it is written. */
const confirming: typeof decide = Effect.fnUntraced(function* (candidate) {
  yield* naive(candidate)
  return (yield* look(candidate)) === true
})

/** Rounds whose winner does not look whether it was met. */
const unmet: typeof decide = (candidate) =>
  decide({ ...candidate, read: (place) => (place.endsWith("-met") ? Effect.succeed(null) : candidate.read(place)) })

/** Rounds that nobody closes. */
const open: typeof decide = (candidate) =>
  decide({ ...candidate, read: (place) => (place.endsWith("-closed") ? Effect.succeed(null) : candidate.read(place)) })

interface Found {
  /** Histories in which two secrets counted as that of the store. */
  split: number
  /** Histories that did not end, or in which nobody could write, although no server had crashed. */
  stuck: number
  /** Histories in which somebody was refused, and in which a second round was needed. */
  refused: number
  rounds: number
}

const histories = (deciding: typeof decide, secrets: ReadonlyArray<string>, crashes: boolean, seeds: number): Found => {
  const found = { split: 0, stuck: 0, refused: 0, rounds: 0 }
  for (let seed = 1; seed <= seeds; seed++) {
    const random = randomOf(seed)
    const store: Store = new Map()
    const counted = new Set<string>()
    let refused = 0
    let started = 0
    const one = (secret: string, crashAfter?: number) =>
      Effect.map(
        deciding(server(store, secret, started++, crashAfter)),
        (isOwn) => void (isOwn ? counted.add(secret) : refused++)
      )
    const story = Effect.gen(function* () {
      yield* Effect.forEach(
        secrets,
        (secret) => Effect.exit(one(secret, crashes ? Math.floor(random() * 12) : undefined)),
        { concurrency: "unbounded" }
      )
      // Servers that start later.
      for (const secret of new Set(secrets)) yield* one(secret)
    })
    const exit = run(random, story)
    if (exit === undefined || Exit.isFailure(exit) || (counted.size === 0 && !crashes)) found.stuck++
    const [check = ""] = (store.get(checkPlace) ?? "").split(":")
    if (counted.size > 1 || (counted.size === 1 && !counted.has(check))) found.split++
    if (refused > 0) found.refused++
    if (store.has(`${checkPlace}-2-bid`)) found.rounds++
  }
  return found
}

const seeds = 1500

describe("the secret of a store", () => {
  it.each([
    ["two servers", ["a", "b"]],
    ["several servers of two secrets", ["a", "a", "b", "b"]],
    ["servers of three secrets", ["a", "b", "c"]]
  ])("is one, whatever %s do at once", (_, secrets) => {
    const found = histories(decide, secrets, false, seeds)
    expect([found.split, found.stuck]).toEqual([0, 0])
    // Both occurred: the wrong server was told, and one round was not enough.
    expect(Math.min(found.refused, found.rounds)).toBeGreaterThan(seeds / 20)
  })

  it("is one, also where servers crash in between", () => {
    expect(histories(decide, ["a", "b", "a"], true, seeds)).toMatchObject({ split: 0, stuck: 0 })
  })

  it.each([
    ["nothing is read again", naive],
    ["the check is read again only once", confirming],
    ["the winner does not look whether it was met", unmet],
    ["no round is closed", open]
  ])("would be two where %s", (_, planted) => {
    expect(histories(planted, ["a", "b", "b"], false, seeds).split).toBeGreaterThan(0)
  })
})

/** Servers that decide at once which secret a store has, on schedules that a seed decides. */
import { describe, expect, it } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import { type Candidate, checkPlace, decide, recognize } from "../../src/server/internal/StoreSecret.ts"
import { makeRandom, run } from "../support/explore/schedule.ts"
import { countSeeds } from "../support/seeds.ts"

type Store = Map<string, string>

/** Requests arrive, and answers come back, after a while; some only after others have gone on to another round. */
const some = Effect.flatMap(Random.next, (random) => Effect.sleep(Math.floor(random * 4) + (random < 0.1 ? 300 : 0)))

/** A write without an answer, which arrives all the same, perhaps much later. */
class Unanswered extends Data.TaggedError("Unanswered") {}

interface Troubles {
  /** Requests after this many never arrive. */
  readonly crashAfter?: number | undefined
  /** The share of writes without an answer. */
  readonly unanswered?: number
}

/** A server with this secret. */
const server = (
  store: Store,
  secret: string,
  id: number,
  { crashAfter = Infinity, unanswered = 0 }: Troubles
): Candidate<Unanswered, never, never> => {
  let requests = 0
  let seals = 0
  const sent = <A>(work: () => A) =>
    Effect.suspend(() => (++requests > crashAfter ? Effect.interrupt : Effect.tap(Effect.map(some, work), some)))
  return {
    read: (place) => sent(() => store.get(place) ?? null),
    write: (place, text) => {
      const write = sent(() => void store.set(place, text))
      return Effect.flatMap(Random.next, (random) =>
        random < unanswered ? Effect.andThen(Effect.forkDetach(write), new Unanswered()) : write
      )
    },
    seal: Effect.sync(() => `${secret}:${id}:${seals++}`),
    isOwn: (text) => Effect.succeed(text.startsWith(`${secret}:`))
  }
}

/** As it was: nothing is read again. */
const naive: typeof decide = Effect.fnUntraced(function* (candidate) {
  const decided = yield* recognize(candidate)
  if (decided !== undefined) return decided
  yield* candidate.write(checkPlace, yield* candidate.seal)
  return true
})

/** The check is read again once it is written. */
const confirming: typeof decide = Effect.fnUntraced(function* (candidate) {
  yield* naive(candidate)
  return (yield* recognize(candidate)) === true
})

/** Rounds whose winner does not look whether it was met. */
const unmet: typeof decide = (candidate) =>
  decide({ ...candidate, read: (place) => (place.endsWith("-met") ? Effect.succeed(null) : candidate.read(place)) })

/** Rounds that nobody closes. */
const open: typeof decide = (candidate) =>
  decide({ ...candidate, read: (place) => (place.endsWith("-closed") ? Effect.succeed(null) : candidate.read(place)) })

const seeds = countSeeds(1500)

interface Found {
  /** Histories in which two secrets counted as that of the store. */
  split: number
  /** Histories that did not end, or in which nobody could write, although no server had crashed. */
  stuck: number
  /** Histories in which somebody was refused, and in which a second round was needed. */
  refused: number
  rounds: number
  /** Histories in which a write had no answer. */
  repeated: number
}

const histories = (
  deciding: typeof decide,
  secrets: ReadonlyArray<string>,
  { crashes = false, unanswered = 0 } = {}
): Found => {
  const found = { split: 0, stuck: 0, refused: 0, rounds: 0, repeated: 0 }
  for (let seed = 1; seed <= seeds; seed++) {
    const random = makeRandom(seed)
    const store: Store = new Map()
    const counted = new Set<string>()
    let refused = 0
    let started = 0
    let repeated = false
    // An app that gets no answer writes again.
    const one = (secret: string, crashAfter?: number): Effect.Effect<void> =>
      Effect.suspend(() => deciding(server(store, secret, started++, { crashAfter, unanswered }))).pipe(
        Effect.map((isOwn) => void (isOwn ? counted.add(secret) : refused++)),
        Effect.catchTag("Unanswered", () => {
          repeated = true
          return one(secret, crashAfter)
        })
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
    if (repeated) found.repeated++
    if (store.has(`${checkPlace}-2-bid`)) found.rounds++
  }
  return found
}

describe("the secret of a store", () => {
  it.each([
    ["two servers", ["a", "b"]],
    ["several servers of two secrets", ["a", "a", "b", "b"]],
    ["servers of three secrets", ["a", "b", "c"]]
  ])("is one, whatever %s do at once", (_, secrets) => {
    const found = histories(decide, secrets)
    expect(found).toMatchObject({ split: 0, stuck: 0 })
    // Both occurred: the wrong server was told, and one round was not enough.
    expect(Math.min(found.refused, found.rounds)).toBeGreaterThan(seeds / 20)
  })

  it("is the same for all servers, even where some crash in between", () => {
    expect(histories(decide, ["a", "b", "a"], { crashes: true })).toMatchObject({ split: 0, stuck: 0 })
  })

  it("is never two where writes lose their answer, arrive late, and are repeated", () => {
    const found = histories(decide, ["a", "b", "b"], { unanswered: 0.1 })
    expect(found.split).toBe(0)
    expect(Math.min(found.repeated, found.refused)).toBeGreaterThan(seeds / 20)
  })

  it.each([
    ["nothing is read again", naive],
    ["the check is read again only once", confirming],
    ["the winner does not look whether it was met", unmet],
    ["no round is closed", open]
  ])("would be two where %s", (_, planted) => {
    expect(histories(planted, ["a", "b", "b"]).split).toBeGreaterThan(0)
  })
})

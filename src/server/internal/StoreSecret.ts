/**
 * Decides which secret a new store of the data vault has, so that servers whose first writes overlap never decide for
 * different ones (docs/decisions/0032-data-vault.md#first-writes). The service only reads and replaces single values.
 *
 * Each round has four places. Of the servers that bid in a round at most one finds its bid unchanged after it has
 * closed the round: a splitter (Lamport 1987). Only that one writes the proposal. It decides, unless another server has
 * noted that it met a rival. A server that notes this reads the proposal afterwards: a commit-adopt object (Gafni
 * 1998).
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

export interface Candidate<E, F, R> {
  /** The text at a place, or null. Sees every write that has ended. */
  readonly read: (place: string) => Effect.Effect<string | null, E, R>
  /** Replaces the text at a place, by one request at most. */
  readonly write: (place: string, text: string) => Effect.Effect<void, E, R>
  /** A text that proves the secret, another one each time. */
  readonly seal: Effect.Effect<string>
  /** Whether a text proves this secret; fails for one that no version knows. */
  readonly isOwn: (text: string) => Effect.Effect<boolean, F>
}

/** The place of the decision. */
export const checkPlace = "gatefold-data-vault-1"

const pause = (round: number) =>
  Effect.flatMap(Random.next, (random) =>
    Effect.sleep(Duration.millis(Math.min(5_000, 25 * 2 ** round) * (0.5 + random)))
  )

/** Whether this server is the only one that bid in a round and found nobody else. */
const isAlone = Effect.fnUntraced(function* <E, F, R>({ read, write }: Candidate<E, F, R>, place: string, bid: string) {
  yield* write(`${place}-bid`, bid)
  if ((yield* read(`${place}-closed`)) !== null) return false
  yield* write(`${place}-closed`, bid)
  return (yield* read(`${place}-bid`)) === bid
})

/** Whether the store is of this secret, of another one, or undecided. */
export const recognize = Effect.fnUntraced(function* <E, F, R>({ isOwn, read }: Candidate<E, F, R>) {
  const text = yield* read(checkPlace)
  return text === null ? undefined : yield* isOwn(text)
})

/** Makes the store one of this secret, unless another one was decided, or could have been. Answers whether it is. */
export const decide = Effect.fnUntraced(function* <E, F, R>(candidate: Candidate<E, F, R>) {
  const { isOwn, read, seal, write } = candidate
  for (let round = 1; ; round++) {
    const decided = yield* recognize(candidate)
    if (decided !== undefined) return decided
    const place = `${checkPlace}-${round}`
    const bid = yield* seal
    if (yield* isAlone(candidate, place, bid)) {
      yield* write(`${place}-proposal`, bid)
      if ((yield* read(`${place}-met`)) === null) {
        yield* write(checkPlace, bid)
        return true
      }
    } else {
      yield* write(`${place}-met`, bid)
      const proposal = yield* read(`${place}-proposal`)
      if (proposal !== null && !(yield* isOwn(proposal))) return false
    }
    yield* pause(round)
  }
})

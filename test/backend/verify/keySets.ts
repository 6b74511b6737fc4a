/** A key set over a service whose answers a test sets. */
import * as Effect from "effect/Effect"
import * as KeySet from "../../../src/backend/verify/KeySet.ts"
import { Http } from "../../../src/http/Http.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { type Answer, apiUrl, json, projectId } from "../../support/scriptedNetwork.ts"
import { turns } from "../../support/turns.ts"

export type Jwk = Readonly<Record<string, unknown>>

/** Two points of the curve. */
const points = Effect.gen(function* () {
  const minter = yield* TokenMinter.make({ projectId, apiUrl })
  yield* minter.rotate
  const [one, two] = (yield* minter.keySet).keys.map(({ x, y }): Jwk => ({ kty: "EC", crv: "P-256", x, y }))
  return [one!, two!] as const
})

/** A key set, the keys and answers of its service, and how often it was asked. */
export const world = Effect.gen(function* () {
  const [point, other] = yield* points
  let answer: Answer = json({ keys: [{ ...point, kid: "one" }] })
  let fetches = 0
  const keys = yield* Effect.provideService(KeySet.make("https://service.test/jwks.json"), Http, () =>
    Effect.suspend(() => {
      fetches++
      return answer
    })
  )
  return {
    ...keys,
    point,
    other,
    fetches: () => fetches,
    publish: (...published: ReadonlyArray<unknown>) => {
      answer = json({ keys: published })
    },
    answers: (next: Answer) => {
      answer = next
    }
  }
})

/** How many fetches looking for a key costs, once all is done that happens in the background. */
export const cost = ({ fetches, find }: Effect.Success<typeof world>, kid = "one") =>
  Effect.gen(function* () {
    const before = fetches()
    yield* Effect.exit(find(kid))
    yield* turns(4)
    return fetches() - before
  })

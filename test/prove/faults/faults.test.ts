/** A few cells of the matrix that `npm run prove -- faults` goes through, which take no long wait. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.ts"
import { chosen } from "./matrix.ts"

const few = [
  "read/half of the body, once/fetch",
  "read/reset after the service acted, once/undici",
  "create/reset after the service acted, once/HttpClient",
  "create/half of the body/fetch",
  "sign-in/closed after the request/undici",
  "refresh/an HTML page/HttpClient",
  "sign-out/reset/fetch",
  "pages/an answer, followed by an unrequested one/fetch",
  "keys/429/undici",
  "server/200 MB in 200 kB of gzip/fetch"
].flatMap(chosen)

describe("the fault matrix", () => {
  it.live("calls end as expected, whatever happens to their requests", () =>
    Effect.gen(function* () {
      expect(few.length).toBe(10)
      const results = yield* Effect.forEach(few, (cell) => Effect.scoped(Cell.run(cell)), { concurrency: "unbounded" })
      expect(results.flatMap(({ result }) => Cell.listProblems(result))).toStrictEqual([])
    })
  )

  it.live("a cell with another outcome is found", () =>
    Effect.gen(function* () {
      const [cell] = chosen("create/an HTML page/fetch")
      const asRead = { ...cell!, kind: { ...cell!.kind, repeats: "any time" as const } }
      const { result } = yield* Effect.scoped(Cell.run(asRead))
      expect(Cell.listProblems(result)).toStrictEqual(["InvalidServerResponse? 1 in place of InvalidServerResponse 1"])
    })
  )
})

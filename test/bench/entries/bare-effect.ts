/**
 * What an app pays that uses Effect anyway: the core, a service and a layer, retries with a Schedule, and one JSON
 * request through the fetch port.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { Http } from "../../../src/http/Http.ts"

interface Item {
  readonly id: string
  readonly name: string | null
  readonly size: number
}

class Items extends Context.Service<
  Items,
  {
    readonly put: (item: Item) => Effect.Effect<Item, unknown>
  }
>()("Items") {}

const layer = Layer.effect(
  Items,
  Effect.gen(function* () {
    const execute = yield* Http
    return Items.of({
      put: Effect.fnUntraced(function* (item) {
        const response = yield* execute({
          method: "PUT",
          url: "https://example.org/items",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(item),
          maxResponseBytes: 1_000_000,
          timeoutMillis: 30_000
        }).pipe(Effect.retry(Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 4 }))))
        return JSON.parse(response.text)
      })
    })
  })
)

const program = Effect.flatMap(Items, (items) => items.put({ id: "1", name: null, size: 1 }))

export const main = () => Effect.runPromise(Effect.provide(program, layer))

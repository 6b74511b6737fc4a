/** The app of `bare-effect.ts` with Schema: one struct, decoded and encoded. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { Http } from "../../../src/http/Http.ts"

const Item = Schema.Struct({ id: Schema.String, name: Schema.NullOr(Schema.String), size: Schema.Number })
const decode = Schema.decodeUnknownEffect(Item)
const encode = Schema.encodeUnknownEffect(Item)

class Items extends Context.Service<
  Items,
  {
    readonly put: (item: typeof Item.Type) => Effect.Effect<typeof Item.Type, unknown>
  }
>()("Items") {}

const layer = Layer.effect(
  Items,
  Effect.gen(function* () {
    const execute = yield* Http
    return Items.of({
      put: Effect.fnUntraced(function* (item) {
        const body = JSON.stringify(yield* encode(item))
        const response = yield* execute({
          method: "PUT",
          url: "https://example.org/items",
          headers: { "content-type": "application/json" },
          body,
          maxResponseBytes: 1_000_000,
          timeoutMillis: 30_000
        }).pipe(Effect.retry(Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 4 }))))
        return yield* decode(JSON.parse(response.text))
      })
    })
  })
)

const program = Effect.flatMap(Items, (items) => items.put({ id: "1", name: null, size: 1 }))

export const main = () => Effect.runPromise(Effect.provide(program, layer))

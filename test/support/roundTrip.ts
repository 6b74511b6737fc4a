/** The property that every codec must have. */
import { isDeepStrictEqual } from "node:util"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { toShownText } from "../../src/domain/text/ShownText.ts"

/** What is left of a value after it traveled as JSON. */
export const throughJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/** The value with the texts of strangers as they are shown, where they came back so. */
const shown = (value: unknown, again: unknown): unknown => {
  if (typeof value === "string") return again === toShownText(value) ? again : value
  if (typeof value !== "object" || value === null || typeof again !== "object" || again === null) return value
  if (Array.isArray(value)) return value.map((item, index) => shown(item, (again as ReadonlyArray<unknown>)[index]))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shown(member, (again as Record<string, unknown>)[name])])
  )
}

/**
 * Checks with generated values that encoding, sending as JSON and decoding changes nothing that encoding shows. A
 * failure names the seed.
 */
export const listRoundTrips = Effect.fnUntraced(function* (schema: Schema.Top, runs: number) {
  const codec = schema as unknown as Schema.Codec<unknown, unknown>
  const encode = Schema.encodeUnknownSync(codec)
  const decode = Schema.decodeUnknownSync(codec)
  const seed = yield* Random.nextInt
  const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(codec), {
    count: runs,
    size: 8,
    maxDiscards: 100_000 * runs,
    seed
  })
  for (const value of values) {
    const wire = throughJson(encode(value))
    const again = throughJson(encode(decode(wire)))
    if (!isDeepStrictEqual(again, wire) && !isDeepStrictEqual(again, shown(wire, again))) {
      return yield* Effect.die(
        new Error(`${JSON.stringify(wire)} came back as ${JSON.stringify(again)} (seed ${seed})`)
      )
    }
  }
})

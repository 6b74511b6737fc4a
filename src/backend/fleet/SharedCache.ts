/**
 * One kind of value that the processes of a fleet share. Reads and writes never fail: a value that is unavailable, or
 * not genuine, is absent.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { timingSafeEqual } from "../../platform/Hmac.ts"
import { RequestIsolation } from "../../platform/request/RequestIsolation.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import * as Fleet from "./Fleet.ts"

/** Values by key. Keys in the store are derived with the fleet's secret. */
export interface SharedCache<A> {
  /** The value of a key, if a process of the fleet has written it. */
  readonly get: (key: string) => Effect.Effect<A | undefined>
  /** Writes a value; in the background, where requests are not isolated. */
  readonly set: (key: string, value: A, ttlMillis: number) => Effect.Effect<void>
}

/** The largest value that is read, so that no huge signature is checked. */
const maxLength = 131_072

const Entry = Schema.Struct({ text: Schema.String, signature: Schema.String })
const isEntry = Schema.is(Entry)

/** The values of a name, if the process belongs to a fleet. */
export const open = Effect.fnUntraced(function* <A>(
  name: string,
  schema: Schema.Codec<A, unknown>
): Effect.fn.Return<SharedCache<A> | undefined, never, Scope.Scope> {
  const fleet = yield* Fleet.current
  if (fleet === undefined) return undefined
  const scope = yield* Effect.scope
  const isIsolated = yield* RequestIsolation
  const codec = Schema.fromJsonString(schema)
  const decode = Schema.decodeUnknownEffect(codec)
  const encode = Schema.encodeUnknownEffect(codec)

  const read = Effect.fnUntraced(function* (key: string) {
    const entry = yield* fleet.read(yield* digestName(fleet, name, key))
    if (entry === undefined) return { outcome: "miss", value: undefined }
    const value = isEntry(entry) && (yield* isGenuine(fleet, name, key, entry)) ? entry.text : undefined
    return yield* Effect.match(decode(value), {
      onFailure: () => ({ outcome: "rejected", value: undefined }),
      onSuccess: (found) => ({ outcome: "hit", value: found })
    })
  })

  const write = Effect.fnUntraced(function* (key: string, value: A, ttlMillis: number) {
    const text = yield* encode(value)
    const signature = yield* sign(fleet, name, key, text)
    yield* fleet.write(yield* digestName(fleet, name, key), { text, signature }, ttlMillis)
  })

  return {
    get: (key) =>
      read(key).pipe(
        Effect.catch(() => Effect.succeed({ outcome: "unavailable", value: undefined })),
        Effect.tap(({ outcome }) =>
          Instruments.count(Instruments.sharedReads, { "gatefold.cache": name, "gatefold.outcome": outcome })
        ),
        Effect.tap(({ outcome }) =>
          outcome === "rejected"
            ? Effect.logWarning(`An entry of ${name} that the processes share is not genuine, and is ignored.`)
            : Effect.void
        ),
        Effect.map(({ value }) => value)
      ),
    set: (key, value, ttlMillis) => {
      const written = Effect.ignore(write(key, value, ttlMillis))
      return isIsolated ? written : Effect.asVoid(Effect.forkIn(written, scope))
    }
  }
})

const digestName = (fleet: Fleet.Fleet["Service"], name: string, key: string) => fleet.digest("name", name, key)

/** The signature includes the key, so that values cannot be exchanged. */
const sign = (fleet: Fleet.Fleet["Service"], name: string, key: string, text: string) =>
  fleet.digest("value", name, key, text)

const isGenuine = (
  fleet: Fleet.Fleet["Service"],
  name: string,
  key: string,
  { signature, text }: typeof Entry.Type
): Effect.Effect<boolean> =>
  text.length > maxLength
    ? Effect.succeed(false)
    : Effect.map(sign(fleet, name, key, text), (expected) => timingSafeEqual(expected, signature))

/** Rate limits: a token bucket for each key. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as LruMap from "../../cache/LruMap.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { TextAnswer } from "../errors/TextAnswer.ts"
import { StateParts } from "../storage/StateParts.ts"
import type { Kind, Rate } from "./RateLimitRules.ts"

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts one, or fails with 429 and the time until the next one is allowed. */
    readonly count: (kind: Kind, key: string) => Effect.Effect<void, TextAnswer>
    /**
     * Runs an effect that counts if its result is a miss. It is counted at the start, so that concurrent attempts do
     * not exceed the limit.
     */
    readonly countMisses: <A, E, R>(
      kind: Kind,
      key: string,
      effect: Effect.Effect<A, E, R>,
      isMiss: (exit: Exit.Exit<A, E>) => boolean
    ) => Effect.Effect<A, E | TextAnswer, R>
  }
>()("gatefold/emulator/http/RateLimiter") {}

const Bucket = Schema.Struct({ tokens: Schema.Finite, at: Schema.Finite })
type Bucket = typeof Bucket.Type

interface Buckets {
  readonly rate: Rate
  buckets: LruMap.LruMap<string, Bucket>
}

/** The largest number of keys of a kind. */
export const maxKeys = 100_000

const make = Effect.fnUntraced(function* (rates: ReadonlyMap<Kind, Rate>) {
  // One map for each kind, so that keys of one kind do not displace those of another.
  const bucketsByKind = new Map(
    [...rates].map(([kind, rate]) => [kind, { rate, buckets: LruMap.make<string, Bucket>(maxKeys) }])
  )

  const parts = yield* StateParts
  parts.add({
    name: "rateLimits",
    schema: Schema.Record(Schema.String, Schema.Array(Schema.Tuple([Schema.String, Bucket]))),
    capture: () => Object.fromEntries([...bucketsByKind].map(([kind, { buckets }]) => [kind, [...buckets.entries]])),
    restore: (captured) => {
      for (const [kind, restored] of bucketsByKind) {
        restored.buckets = LruMap.make(maxKeys)
        for (const [name, bucket] of captured[kind] ?? []) restored.buckets.set(name, bucket)
      }
    }
  })

  const countTokens = ({ buckets, rate }: Buckets, name: string, now: number): number => {
    const bucket = buckets.get(name)
    // Nothing is added if the clock went back.
    const gained = bucket === undefined ? 0 : (Math.max(0, now - bucket.at) * rate.count) / rate.perMillis
    return bucket === undefined ? rate.count : Math.min(rate.count, bucket.tokens + gained)
  }

  const store = ({ buckets, rate }: Buckets, name: string, tokens: number, at: number): void => {
    // A full bucket is equivalent to none.
    if (tokens < rate.count) buckets.set(name, { tokens, at })
    else buckets.delete(name)
  }

  const count: RateLimiter["Service"]["count"] = Effect.fnUntraced(function* (kind, key) {
    const buckets = bucketsByKind.get(kind)
    if (buckets === undefined) return
    const { rate } = buckets
    // Hashed, so that all keys have the same length.
    const name = sha256(key)
    const now = yield* Clock.currentTimeMillis
    const tokens = countTokens(buckets, name, now)
    if (tokens >= 1) return store(buckets, name, tokens - 1, now)
    const retryAfter = Math.max(1, Math.ceil(((1 - tokens) * rate.perMillis) / rate.count / 1000))
    return yield* new TextAnswer({
      status: 429,
      text: `Too many requests. Try again in ${retryAfter} seconds.`,
      retryAfter
    })
  })

  const giveBack = Effect.fnUntraced(function* (kind: Kind, key: string) {
    const buckets = bucketsByKind.get(kind)
    if (buckets === undefined) return
    const name = sha256(key)
    const now = yield* Clock.currentTimeMillis
    store(buckets, name, countTokens(buckets, name, now) + 1, now)
  })

  return RateLimiter.of({
    count,
    countMisses: (kind, key, effect, isMiss) =>
      Effect.andThen(
        count(kind, key),
        Effect.onExit(effect, (exit) => (isMiss(exit) ? Effect.void : giveBack(kind, key)))
      )
  })
})

/** Keeps the buckets in memory. */
export const layer = (rates: ReadonlyMap<Kind, Rate>) => Layer.effect(RateLimiter, make(rates))

/** The key of an email address, independent of its case. */
export const addressKey = (projectId: string, email: string): string => `${projectId} ${email.toLowerCase()}`

/** Counts a mail that a request causes, by its recipient. */
export const countMail = (projectId: string, email: string): Effect.Effect<void, TextAnswer, RateLimiter> =>
  RateLimiter.use(({ count }) => count("mailsPerAddress", addressKey(projectId, email)))

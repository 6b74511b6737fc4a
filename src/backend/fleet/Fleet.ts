/**
 * State that the processes of one backend share: public keys, checks of API keys, counters of rate limits, and handled
 * webhooks.
 *
 * By default the processes share nothing. A store that fails or is slow opens a circuit: for a few seconds each process
 * works without it.
 *
 * The store is not trusted. Its values are signed with a secret of the fleet, and its names are derived from it.
 * Without the secret, anyone who can read or write the store can neither inject keys or users nor learn who sent
 * requests. They can delete values (docs/guides/many-processes.md).
 *
 * @example
 * ```ts
 * const Shared = Fleet.layerRedisConfig({
 *   redis: NodeRedis.layerConfig({ url: Config.String("REDIS_URL") }),
 *   secret: Config.Redacted("FLEET_SECRET")
 * })
 *
 * Backend.layerConfig().pipe(Layer.provide(Shared))
 * ```
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Redis from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TimeLimit from "../../concurrency/TimeLimit.ts"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import * as Hmac from "../../platform/Hmac.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import * as Postgres from "./internal/Postgres.ts"
import * as RedisConnection from "./internal/RedisConnection.ts"
import * as Leases from "./Leases.ts"

/** An operation of the store failed, or took too long. */
export class FleetUnavailable extends TaggedError("FleetUnavailable")<{ readonly problem: string }> {
  override get message() {
    return `The store that the processes share is not available: ${this.problem}`
  }
}

/** The result of a rate-limit counter. */
export interface Count {
  readonly allowed: boolean
  /** The time until the counter is reset, in milliseconds. */
  readonly resetMillis: number
}

interface FleetService {
  /** A name or signature of texts, keyed with the secret; the texts are separated unambiguously. */
  readonly digest: (...texts: ReadonlyArray<string>) => Effect.Effect<string>
  readonly read: (name: string) => Effect.Effect<object | undefined, FleetUnavailable>
  readonly write: (name: string, value: object, ttlMillis: number) => Effect.Effect<void, FleetUnavailable>
  /** Increments a counter within a limit. */
  readonly count: (name: string, limit: number, windowMillis: number) => Effect.Effect<Count, FleetUnavailable>
  /** Acquires a lease on work that only one process may do. */
  readonly acquire: (
    name: string,
    token: string,
    leaseMillis: number
  ) => Effect.Effect<Leases.Acquired, FleetUnavailable>
  /** Marks the work as done, and remembers that for a time. */
  readonly complete: (name: string, ttlMillis: number) => Effect.Effect<void, FleetUnavailable>
  /** Releases the lease, unless another process has acquired it. */
  readonly release: (name: string, token: string) => Effect.Effect<void, FleetUnavailable>
}

/**
 * The store that processes share; every operation succeeds or fails within a quarter of a second. A process without
 * this service belongs to no fleet.
 */
export class Fleet extends Context.Service<Fleet, FleetService>()("gatefold/backend/fleet/Fleet") {}

/** The fleet of this process, or undefined if it belongs to none. */
export const current: Effect.Effect<Fleet["Service"] | undefined> = Effect.map(
  Effect.serviceOption(Fleet),
  Option.getOrUndefined
)

/** Options that every process of the fleet must give alike. */
export interface FleetOptions {
  /**
   * A random secret of at least 32 characters that only the processes of the fleet know, such as the secret server key.
   */
  readonly secret: string | Redacted.Redacted
  /** The prefix of names in the store. Default: `gatefold`. */
  readonly prefix?: string | undefined
}

/** The options of a fleet, from Effect's `Config`. */
export interface FleetConfig {
  /** Such as `Config.Redacted("FLEET_SECRET")`. */
  readonly secret: Config.Config<string | Redacted.Redacted>
  readonly prefix?: Config.Config<string> | undefined
}

/**
 * The stores of a fleet. Effect's `BackingPersistence` and `RateLimiterStore` are such stores; a fleet uses these
 * operations of them. They fail with `E`, of which a fleet only notes that they failed.
 */
export interface Stores<E = unknown> {
  readonly persistence: {
    readonly make: (prefix: string) => Effect.Effect<Values<E>, never, Scope.Scope>
  }
  readonly counters: {
    /** Adds to a counter unless that exceeds its limit; returns what the count would be, and when it is reset. */
    readonly fixedWindow: (options: {
      readonly key: string
      readonly tokens: number
      readonly refillRate: Duration.Duration
      readonly limit: number | undefined
    }) => Effect.Effect<readonly [count: number, resetMillis: number], E>
  }
  readonly leases: Leases.Leases<E>
}

/** A store of values that expire. */
export interface Values<E = unknown> {
  readonly get: (name: string) => Effect.Effect<object | undefined, E>
  readonly set: (name: string, value: object, ttl: Duration.Duration) => Effect.Effect<void, E>
}

/** The time limit of an operation, in milliseconds; after that the process continues without the store. */
const operationTimeoutMillis = 250
/** How long the circuit stays open after a failure, in milliseconds. */
const circuitOpenMillis = 5000

const storeFailure = () => new FleetUnavailable({ problem: "it failed" })

/** A fleet over stores that its processes share. */
export const make = Effect.fnUntraced(function* (
  { leases, counters, persistence }: Stores,
  { prefix = "gatefold", secret }: FleetOptions
): Effect.fn.Return<Fleet["Service"], InvalidOption, Scope.Scope> {
  const sign = yield* Hmac.fromOption("secret", secret)
  const entries = yield* persistence.make(prefix)
  let openUntilMillis = -Infinity

  const withCircuit = <A>(effect: Effect.Effect<A, unknown>): Effect.Effect<A, FleetUnavailable> =>
    Effect.clockWith((clock) => {
      if (readMonotonicMillis(clock) < openUntilMillis) {
        return Effect.fail(new FleetUnavailable({ problem: "it failed a moment ago" }))
      }
      return effect.pipe(
        // Only the kind of failure is logged: a message or cause could quote stored values.
        Effect.mapError(storeFailure),
        Effect.catchDefect(() => Effect.fail(storeFailure())),
        (operation) =>
          TimeLimit.runWithin(operation, {
            isDetached: true,
            remainingMillis: () => operationTimeoutMillis,
            orElse: Effect.fail(new FleetUnavailable({ problem: `no answer within ${operationTimeoutMillis} ms` }))
          }),
        Effect.catch((failure) => {
          // Of many concurrent failures one is logged.
          const first = readMonotonicMillis(clock) >= openUntilMillis
          openUntilMillis = readMonotonicMillis(clock) + circuitOpenMillis
          return Effect.andThen(
            first
              ? Effect.andThen(Instruments.count(Instruments.fleetFailures), Effect.logWarning(failure.message))
              : Effect.void,
            Effect.fail(failure)
          )
        })
      )
    })

  return {
    digest: (...texts) => Effect.map(sign(JSON.stringify(texts)), Base64Url.encode),
    read: (name) => withCircuit(entries.get(name)),
    write: (name, value, ttlMillis) => withCircuit(entries.set(name, value, Duration.millis(ttlMillis))),
    count: (name, limit, windowMillis) =>
      withCircuit(
        Effect.map(
          counters.fixedWindow({
            key: `${prefix}:${name}`,
            tokens: 1,
            refillRate: Duration.millis(windowMillis / limit),
            limit
          }),
          ([count, resetMillis]) => ({ allowed: count <= limit, resetMillis })
        )
      ),
    acquire: (name, token, leaseMillis) => withCircuit(leases.acquire(`${prefix}:${name}`, token, leaseMillis)),
    complete: (name, ttlMillis) => withCircuit(leases.complete(`${prefix}:${name}`, ttlMillis)),
    release: (name, token) => withCircuit(leases.release(`${prefix}:${name}`, token))
  }
})

/** A fleet over your own stores, such as a database. */
export const layer = (stores: Stores, options: FleetOptions): Layer.Layer<Fleet, InvalidOption> =>
  Layer.effect(Fleet, make(stores, options))

/** Options of a fleet over Redis. */
export interface RedisOptions<E, R> {
  /** The layer that connects, such as `NodeRedis.layer({ url })` of `@effect/platform-node`. */
  readonly redis: Layer.Layer<Redis.Redis, E, R>
}

/** A fleet that shares a Redis (7 or later). It need not be available when the app starts. */
export const layerRedis = <E, R>({
  redis: connection,
  ...options
}: FleetOptions & RedisOptions<E, R>): Layer.Layer<Fleet, InvalidOption, R> =>
  Layer.effect(
    Fleet,
    Effect.gen(function* () {
      const redis = yield* RedisConnection.make(connection)
      const context = yield* Layer.build(
        Layer.fresh(Persistence.layerBackingRedis).pipe(Layer.provide(Layer.succeed(Redis.Redis, redis)))
      )
      const counters = yield* RateLimiter.makeStoreRedis({ prefix: "" }).pipe(Effect.provideService(Redis.Redis, redis))
      const persistence = Context.get(context, Persistence.BackingPersistence)
      return yield* make({ persistence, counters, leases: Leases.makeRedis(redis) }, options)
    })
  )

const fromConfig = <R>(
  { prefix, secret }: FleetConfig,
  toLayer: (options: FleetOptions) => Layer.Layer<Fleet, InvalidOption, R>
): Layer.Layer<Fleet, InvalidOption | Config.ConfigError, R> =>
  Layer.unwrap(Effect.map(Config.all({ secret, ...(prefix && { prefix }) }), toLayer))

/** {@link layerRedis} with options from Effect's `Config`. */
export const layerRedisConfig = <E, R>({ redis, ...config }: FleetConfig & RedisOptions<E, R>) =>
  fromConfig(config, (options) => layerRedis({ ...options, redis }))

/**
 * A fleet that shares a table of a Postgres (13 or later). It need not be available when the app starts. Pass the layer
 * that connects, such as `PgClient.layer({ url })` of `@effect/sql-pg`.
 */
export const layerPostgres = <E, R>(
  options: FleetOptions & PostgresOptions<E, R>
): Layer.Layer<Fleet, InvalidOption, R> =>
  Layer.effect(
    Fleet,
    Effect.flatMap(Postgres.make(options), (stores) => make(stores, options))
  )

/** {@link layerPostgres} with options from Effect's `Config`. */
export const layerPostgresConfig = <E, R>({ prefix, secret, ...table }: FleetConfig & PostgresOptions<E, R>) =>
  fromConfig({ prefix, secret }, (options) => layerPostgres({ ...options, ...table }))

/** Options of a fleet over Postgres. */
export type PostgresOptions<E, R> = Postgres.PostgresOptions<E, R>

/** Stores in memory, for tests with several apps in one process. */
export const memory: Effect.Effect<Stores, never, Scope.Scope> = Effect.gen(function* () {
  const context = yield* Layer.build(
    Layer.fresh(Layer.merge(Persistence.layerBackingMemory, RateLimiter.layerStoreMemory))
  )
  return {
    persistence: Context.get(context, Persistence.BackingPersistence),
    counters: Context.get(context, RateLimiter.RateLimiterStore),
    leases: Leases.makeMemory()
  }
})

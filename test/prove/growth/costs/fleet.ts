/**
 * `fleet.ts <url> <token> <processes>`: what the processes of a fleet ask of their store and of the service, counted at
 * the store. All of them are in this process, each with its own caches.
 */
import { randomUUID } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Fleet from "../../../../src/backend/fleet/Fleet.ts"
import * as RateLimits from "../../../../src/backend/middleware/RateLimits.ts"
import { createApiKeyAuth } from "../../../../src/backend/request/ApiKeyAuth.ts"
import { createRequestAuth } from "../../../../src/backend/request/RequestAuth.ts"
import { projectId } from "../tokens.ts"

/** Operations of the store. */
export interface Operations {
  readonly reads: number
  readonly writes: number
  readonly counts: number
}

/** What each kind of work needs. */
export interface FleetCosts {
  readonly processes: number
  /** A process that starts and is the first one. */
  readonly first: Operations
  /** Each of the others. */
  readonly other: Operations
  /** A request with a token, new or seen before. */
  readonly token: Operations
  /** The first process that gets an API key. */
  readonly apiKey: Operations
  /** Each of the others within its minute. */
  readonly apiKeyOfOther: Operations
  /** The same again, in all of them. */
  readonly apiKeySeen: Operations
  /** A request that a rate limit counts. */
  readonly limited: Operations
}

const [apiUrl = "", token = "", processes = "4"] = process.argv.slice(2)

const now = { reads: 0, writes: 0, counts: 0 }

const counted = <A, E, R>(name: keyof typeof now, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    now[name]++
    return effect
  })

/** The operations of some work, which may go on in the background for a moment. */
const during = async (work: () => Promise<unknown>): Promise<Operations> => {
  const before = { ...now }
  await work()
  await new Promise((resolve) => setTimeout(resolve, 100))
  return {
    reads: now.reads - before.reads,
    writes: now.writes - before.writes,
    counts: now.counts - before.counts
  }
}

const program = Effect.gen(function* () {
  const { counters, leases, persistence } = yield* Fleet.memory
  const stores: Fleet.Stores = {
    persistence: {
      make: (prefix) =>
        Effect.map(persistence.make(prefix), ({ get, set }) => ({
          get: (name) => counted("reads", get(name)),
          set: (name, value, ttl) => counted("writes", set(name, value, ttl))
        }))
    },
    counters: { fixedWindow: (options) => counted("counts", counters.fixedWindow(options)) },
    leases
  }
  const layer = Fleet.layer(stores, { secret: "a secret of the fleet that is measured, long enough" })
  const project = { projectId, publishableClientKey: "pck_growth", secretServerKey: "ssk_growth", apiUrl, layer }
  const headers = { get: (name: string) => (name.toLowerCase() === "authorization" ? `Bearer ${token}` : undefined) }
  const value = `uk_${randomUUID().replaceAll("-", "")}`
  const start = () => ({ users: createRequestAuth(project), keys: createApiKeyAuth({ ...project, kinds: ["user"] }) })
  const [first, ...others] = Array.from({ length: Number(processes) }, start)
  const askWithToken = async ({ users }: ReturnType<typeof start>) => {
    await using result = await users.authenticate({ method: "GET", headers })
    if (!result.signedIn) throw result.error
  }
  const askWithKey = async ({ keys }: ReturnType<typeof start>) => {
    const known = await keys.authenticate({ headers: { get: () => value } })
    if (!known.valid) throw known.error
  }
  const every = async (work: (each: ReturnType<typeof start>) => Promise<void>) => {
    for (const each of [first!, ...others]) await work(each)
  }
  const started = yield* Effect.promise(() => during(() => askWithToken(first!)))
  const starting = yield* Effect.promise(() =>
    during(async () => {
      for (const other of others) await askWithToken(other)
    })
  )
  const withToken = yield* Effect.promise(() => during(() => every(askWithToken)))
  const apiKey = yield* Effect.promise(() => during(() => askWithKey(first!)))
  const apiKeyOfOthers = yield* Effect.promise(() =>
    during(async () => {
      for (const other of others) await askWithKey(other)
    })
  )
  const apiKeySeen = yield* Effect.promise(() => during(() => every(askWithKey)))
  const limits = yield* Layer.build(RateLimits.layer().pipe(Layer.provide(layer)))
  const { take } = Context.get(limits, RateLimits.RateLimits)
  const limited = yield* Effect.promise(() =>
    during(() => Effect.runPromise(take("growth", { limit: 10, window: "1 minute" })))
  )
  for (const { keys, users } of [first!, ...others]) {
    yield* Effect.promise(() => Promise.all([keys.dispose(), users.dispose()]))
  }
  const divide = ({ counts, reads, writes }: Operations, parts: number): Operations => ({
    reads: reads / parts,
    writes: writes / parts,
    counts: counts / parts
  })
  const costs: FleetCosts = {
    processes: Number(processes),
    first: started,
    other: divide(starting, others.length),
    token: divide(withToken, Number(processes)),
    apiKey,
    apiKeyOfOther: divide(apiKeyOfOthers, others.length),
    apiKeySeen,
    limited
  }
  return costs
})

console.log(JSON.stringify(await Effect.runPromise(Effect.scoped(program))))

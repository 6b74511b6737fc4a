/** A fleet over a real Redis: set GATEFOLD_TEST_REDIS_URL to one on this machine, such as redis://127.0.0.1:6379. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import * as RateLimits from "../../../src/backend/middleware/RateLimits.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as ApiKeyChecks from "../../../src/backend/verify/ApiKeyChecks.ts"
import * as Replays from "../../../src/backend/webhooks/Replays.ts"
import * as ApiKeys from "../../../src/server/ApiKeys.ts"
import { ServerApp } from "../../../src/server/ServerApp.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { apiUrl, json, network, projectId } from "../../support/scriptedNetwork.ts"
import { until } from "../../support/turns.ts"
import { secret, startOne } from "./brokenStore.ts"
import { redisUrl } from "./kinds.ts"

const [isHere, url, reason] =
  typeof redisUrl === "string" ? [false, "redis://127.0.0.1:1", ` (skipped: ${redisUrl})`] : [true, redisUrl.href, ""]

/** Each test has names and connections of its own, and takes them away: it may share the Redis with anybody. */
const ownNames = Effect.gen(function* () {
  const prefix = `gatefold-test-${crypto.randomUUID()}`
  const context = yield* Layer.build(NodeRedis.layer({ url }))
  const { send } = Context.get(context, Redis.Redis)
  const names = Effect.gen(function* () {
    const found = new Set<string>()
    let cursor = "0"
    do {
      const [next, some] = yield* send<[string, Array<string>]>("SCAN", cursor, "MATCH", `${prefix}:*`, "COUNT", "1000")
      for (const name of some) found.add(name)
      cursor = next
    } while (cursor !== "0")
    return Array.from(found)
  })
  yield* Effect.addFinalizer(() =>
    Effect.orDie(Effect.flatMap(names, (all) => (all.length === 0 ? Effect.void : send("DEL", ...all))))
  )
  /** Breaks the connections of the processes. */
  const breakConnections = Effect.gen(function* () {
    const clients = (yield* send<string>("CLIENT", "LIST")).split("\n")
    const ids = clients.filter((line) => line.includes(` name=${prefix} `)).map((line) => /^id=(\d+)/.exec(line)![1]!)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) yield* Effect.ignore(send("CLIENT", "KILL", "ID", id))
  })
  return {
    names,
    send,
    breakConnections,
    process: Fleet.layerRedis({ redis: NodeRedis.layer({ url, name: prefix }), secret, prefix })
  }
})

/** Redis with processes that take messages. */
const replays = Effect.map(ownNames, ({ process, ...redis }) => ({
  ...redis,
  start: startOne(Replays.Replays, Replays.layer().pipe(Layer.provide(process)))
}))

/** Takes a message that nobody has taken. */
const takeLease = ({ acquire }: Replays.Replays["Service"]) =>
  Effect.flatMap(acquire("msg_1"), (lease) => (typeof lease === "string" ? Effect.die(lease) : Effect.succeed(lease)))

/** Verifies tokens in a process of its own, and counts its fetches. */
const verifier = (minter: TokenMinter.TokenMinter["Service"], fleet: Layer.Layer<never, unknown>) =>
  Effect.gen(function* () {
    const net = network(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
    const layer = Verifier.layerProject({ projectId, apiUrl }).pipe(Layer.provide(net.layer), Layer.provide(fleet))
    return { ...(yield* startOne(Verifier.AccessTokenVerifier, layer)), fetches: () => net.sent.length }
  })

describe.skipIf(!isHere)(`a fleet over a Redis${reason}`, () => {
  it.effect("shares public keys", () =>
    Effect.gen(function* () {
      const { names, process, send } = yield* ownNames
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const first = yield* verifier(minter, process)
      yield* first.verify(yield* minter.mint())
      yield* Effect.repeat(names, { until: (all) => all.length === 1 })
      const second = yield* verifier(minter, process)
      yield* second.verify(yield* minter.mint())
      expect({ first: first.fetches(), second: second.fetches() }).toStrictEqual({ first: 1, second: 0 })
      const [name = ""] = yield* names
      expect(Number(yield* send("PTTL", name))).toBeGreaterThan(86_000_000)
    })
  )

  it.effect("shares checks of API keys, but no key", () =>
    Effect.gen(function* () {
      const { names, process, send } = yield* ownNames
      const app = yield* ServerApp
      const ann = yield* EmulatedApp.signUp()
      const { value } = yield* ApiKeys.createForUser({ description: "CI", expiresAt: null, userId: ann.user.id })
      const start = (server: typeof app) =>
        startOne(
          ApiKeyChecks.ApiKeyChecks,
          ApiKeyChecks.layer().pipe(Layer.provide(Layer.succeed(ServerApp, server)), Layer.provide(process))
        )
      yield* (yield* start(app)).check(value)
      yield* Effect.repeat(names, { until: (all) => all.length === 1 })
      const [name = ""] = yield* names
      expect(name + (yield* send<string>("GET", name))).not.toContain(Redacted.value(value))
      expect(Number(yield* send("PTTL", name))).toBeLessThanOrEqual(60_000)
      const second = yield* start({ ...app, call: () => Effect.die("the service was asked") })
      expect(yield* second.check(value)).toMatchObject({ userId: ann.user.id })
    }).pipe(Effect.provide(EmulatedApp.layer({ project: { config: { allowUserApiKeys: true } } })))
  )

  it.effect("counts together", () =>
    Effect.gen(function* () {
      const { names, process, send } = yield* ownNames
      const processes = yield* Effect.forEach(Array.from({ length: 4 }), () =>
        startOne(RateLimits.RateLimits, RateLimits.layer().pipe(Layer.provide(process)))
      )
      const take = ({ take }: RateLimits.RateLimits["Service"]) =>
        Effect.result(take("mails to ann@example.org", { limit: 7, window: "1 hour" }))
      const results = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, i) => processes[i % 4]!),
        take,
        { concurrency: "unbounded" }
      )
      expect(results.filter(({ _tag }) => _tag === "Success").length).toBe(7)
      const refusal = yield* Effect.flip(Effect.flatMap(take(processes[0]!), Effect.fromResult))
      expect(refusal.retryAfterSeconds).toBeGreaterThan(3590)
      const [name = ""] = yield* names
      expect(name).not.toContain("ann")
      expect(Number(yield* send("PTTL", name))).toBeGreaterThan(3_590_000)
    })
  )

  it.effect("gives a message to one process for five minutes", () =>
    Effect.gen(function* () {
      const { names, send, start } = yield* replays
      const processes = yield* Effect.replicateEffect(start, 4)
      const leases = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, i) => processes[i % 4]!),
        ({ acquire }) => acquire("msg_1"),
        { concurrency: "unbounded" }
      )
      expect(leases.filter((lease) => lease === "busy").length).toBe(39)
      const [name = ""] = yield* names
      expect(Number(yield* send("PTTL", name))).toBeLessThanOrEqual(300_000)
    })
  )

  it.effect("releases no lease of another process", () =>
    Effect.gen(function* () {
      const { names, send, start } = yield* replays
      const [first, second] = [yield* start, yield* start]
      const lease = yield* takeLease(first)
      const [name = ""] = yield* names
      yield* send("SET", name, "held by another", "PX", "1000")
      yield* lease.release
      expect(yield* second.acquire("msg_1")).toBe("busy")
    })
  )

  it.effect("gives a released message to the next process, and a completed one to none", () =>
    Effect.gen(function* () {
      const { names, send, start } = yield* replays
      const [first, second] = [yield* start, yield* start]
      yield* (yield* takeLease(first)).release
      yield* (yield* takeLease(second)).complete
      expect(yield* first.acquire("msg_1")).toBe("done")
      const [name = ""] = yield* names
      expect(Number(yield* send("PTTL", name))).toBeGreaterThan(172_000_000)
    })
  )

  it.effect("survives broken connections", () =>
    Effect.gen(function* () {
      const { breakConnections, process } = yield* ownNames
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { acquire } = yield* startOne(Replays.Replays, Replays.layer().pipe(Layer.provide(process)))
      yield* acquire("msg_1")
      const { verify } = yield* verifier(minter, process)
      yield* breakConnections
      yield* verify(yield* minter.mint())
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})

describe("a Redis that is not there", () => {
  it.live("does not keep a process from starting", () =>
    Effect.gen(function* () {
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const fleet = Fleet.layerRedis({ redis: NodeRedis.layer({ url: "redis://127.0.0.1:1" }), secret })
      const { fetches, verify } = yield* verifier(minter, fleet)
      yield* verify(yield* minter.mint())
      yield* until(() => fetches() === 1)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})

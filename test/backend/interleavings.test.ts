/**
 * What requests share on a server, in schedules that yield anywhere, with callers that are interrupted anywhere and a
 * scope that may close: nobody waits for ever, and nothing is asked twice at once.
 */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as OAuthWire from "../../src/wire/generated/OAuth.ts"
import * as ApiKeyChecks from "../../src/backend/verify/ApiKeyChecks.ts"
import { Fleet, type FleetService, FleetUnavailable } from "../../src/backend/fleet/Fleet.ts"
import { RequestIsolation } from "../../src/platform/RequestIsolation.ts"
import * as KeySet from "../../src/backend/verify/KeySet.ts"
import * as SharedKeys from "../../src/backend/fleet/SharedKeys.ts"
import * as SharedRefreshes from "../../src/backend/fleet/SharedRefreshes.ts"
import { ClientApp } from "../../src/http/ClientApp.ts"
import { Http } from "../../src/http/Http.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import { broken, clientApp, json, projectId, publishableClientKey } from "../http/support.ts"
import { keySet, stubCrypto } from "../support/Crypto.ts"
import { randomOf, runAsync } from "../support/World.ts"
import { startOne } from "./fleet.ts"
import { seedsOf } from "../support/seeds.ts"

const seeds = seedsOf(2000)
const timeout = 600_000

beforeEach(stubCrypto)
afterEach(() => vi.restoreAllMocks())

/** What the callers of a schedule do, and what becomes of what they ask for. */
interface World {
  readonly random: () => number
  /** Work of the service or store: it takes a moment, and must not be done twice at once. */
  readonly work: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** What everybody asks for. */
interface Caller {
  readonly call: Effect.Effect<unknown, unknown>
}

const close = (scope: Scope.Closeable) => Scope.close(scope, Exit.void)

const explore = (name: string, make: (world: World) => Effect.Effect<Caller, never, Scope.Scope>) =>
  it(`${name}: nobody waits for ever in ${seeds} schedules`, { timeout }, async () => {
    const traces = new Set<string>()
    for (let seed = 1; seed <= seeds; seed++) {
      const random = randomOf(seed)
      const trace: Array<string> = []
      const pause = Effect.suspend(() => Effect.sleep(Math.floor(random() * 3)))
      let working = 0
      const work: World["work"] = (effect) =>
        Effect.suspend(() => {
          assert.strictEqual(++working, 1, "asked twice at once")
          return Effect.andThen(pause, effect)
        }).pipe(Effect.ensuring(Effect.sync(() => void working--)))
      const exit = await runAsync(
        random,
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const { call } = yield* Scope.provide(make({ random, work }), scope)
          const callers = yield* Effect.forEach(Array.from({ length: 4 }), (_, i) =>
            Effect.forkChild(
              Effect.andThen(pause, call).pipe(
                Effect.onExit((exit) => Effect.sync(() => trace.push(`${i} ${exit._tag}`)))
              )
            )
          )
          for (const caller of callers) {
            if (random() < 0.5) yield* Effect.forkChild(Effect.andThen(pause, Fiber.interrupt(caller)))
          }
          if (random() < 0.3) {
            yield* pause
            trace.push("closed")
            yield* close(scope)
          }
          yield* Effect.forEach(callers, Fiber.await)
          // Whatever happened before, the next caller is answered, or told that it is over.
          trace.push((yield* Effect.exit(call))._tag)
          yield* close(scope)
          trace.push((yield* Effect.exit(call))._tag)
        }).pipe(Effect.provideService(RequestIsolation, seed % 3 === 0))
      )
      assert.isTrue(exit !== undefined && Exit.isSuccess(exit), `seed ${seed}: ${exit === undefined ? "hangs" : exit}`)
      traces.add(trace.join())
    }
    assert.isAbove(traces.size, 50)
  })

/** A store that is slow, fails, or has nothing. */
const fleet = ({ random, work }: World): FleetService => {
  const unavailable = Effect.fail(new FleetUnavailable({ problem: "" }))
  return {
    digest: (...texts) => Effect.succeed(texts.join()),
    read: () => work(Effect.suspend(() => (random() < 0.3 ? unavailable : Effect.undefined))),
    write: () => Effect.void,
    count: () => unavailable,
    acquire: () => unavailable,
    complete: () => unavailable,
    release: () => unavailable
  }
}

describe("what requests share", () => {
  const url = "https://service.test/jwks.json"

  const openKeys = ({ random, work }: World) =>
    Effect.map(
      Effect.provideService(KeySet.make(url), Http, () =>
        work(Effect.suspend(() => (random() < 0.3 ? broken : json(keySet))))
      ),
      ({ find }): Caller => ({ call: Effect.suspend(() => find(random() < 0.5 ? "one" : "unknown")) })
    )

  explore("public keys", openKeys)

  explore("public keys in a fleet", (world) =>
    Effect.provideService(openKeys(world), Fleet, fleet({ ...world, work: (effect) => effect }))
  )

  explore("the look at what a fleet shares", (world) =>
    SharedKeys.open(url, 1000, () => Effect.void).pipe(
      Effect.provideService(Fleet, fleet(world)),
      Effect.map((shared): Caller => ({ call: shared!.look }))
    )
  )

  explore("refreshes", ({ random, work }) =>
    Effect.gen(function* () {
      const http = Layer.succeed(Http, () =>
        work(
          Effect.suspend(() =>
            random() < 0.3
              ? json({ code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" }, 401)
              : json({ access_token: "a.b.c", token_type: "Bearer", expires_in: 60, scope: "" })
          )
        )
      )
      const app = yield* SharedRefreshes.share(
        yield* startOne(ClientApp, clientApp().pipe(Layer.provide(http))).pipe(Effect.orDie)
      )
      const call = app.call(OAuthWire.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken: Redacted.make("token"),
          clientId: projectId,
          clientSecret: Redacted.make(publishableClientKey)
        }
      })
      return { call }
    })
  )

  explore("checks of API keys", ({ random, work }) =>
    Effect.gen(function* () {
      const http = Layer.succeed(Http, () =>
        work(Effect.suspend(() => json({ code: random() < 0.5 ? "API_KEY_NOT_FOUND" : "NONSENSE" }, 404)))
      )
      const app = ServerApp.layer({
        projectId,
        publishableClientKey,
        secretServerKey: "ssk_0000000000000000000000"
      }).pipe(Layer.provide(http))
      const { check } = yield* startOne(
        ApiKeyChecks.ApiKeyChecks,
        ApiKeyChecks.layer({ kinds: ["user"], cacheSeconds: 0 }).pipe(Layer.provide(app))
      ).pipe(Effect.orDie)
      return { call: check(Redacted.make("sk_0000000000000000000000")) }
    })
  )
})

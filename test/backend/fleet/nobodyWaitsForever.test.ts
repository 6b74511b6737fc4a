/**
 * What requests share on a server, in schedules that yield anywhere, with callers that are interrupted anywhere and a
 * scope that may close: nobody waits for ever, and nothing is asked twice at once.
 */
import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Fleet, FleetUnavailable } from "../../../src/backend/fleet/Fleet.ts"
import * as SharedKeys from "../../../src/backend/fleet/SharedKeys.ts"
import * as SharedRefreshes from "../../../src/backend/middleware/SharedRefreshes.ts"
import * as ApiKeyChecks from "../../../src/backend/verify/ApiKeyChecks.ts"
import * as KeySet from "../../../src/backend/verify/KeySet.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import { Http } from "../../../src/http/Http.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import * as RefreshWire from "../../../src/wire/generated/Refresh.ts"
import { alone, callers, inSchedules, schedules } from "../../support/explore/sharing.ts"
import { broken, clientApp, json, projectId, publishableClientKey } from "../../support/scriptedNetwork.ts"
import { startOne } from "./brokenStore.ts"

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
const keySet = { keys: [{ ...publicKey.export({ format: "jwk" }), alg: "ES256", kid: "one" }] }

/** What the callers of a schedule do, and what becomes of what they ask for. */
interface Given {
  readonly random: () => number
  /** Work of the service or store: it takes a moment, and must not be done twice at once. */
  readonly work: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** What everybody asks for. */
interface Caller {
  readonly call: Effect.Effect<unknown, unknown>
}

const explore = (name: string, make: (given: Given) => Effect.Effect<Caller, never, Scope.Scope>) =>
  it(`${name}: nobody waits for ever in ${schedules} schedules`, async () => {
    const traces = await inSchedules(name, (world) => {
      const caller = Effect.map(make({ random: world.random, work: alone(world) }), ({ call }) => call)
      return Effect.provideService(callers(world, caller), RequestIsolation, world.chance(0.3))
    })
    expect(traces.size).toBeGreaterThan(schedules / 10)
  })

/** A store that is slow, fails, or has nothing. */
const fleet = ({ random, work }: Given): Fleet["Service"] => {
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

  const openKeys = ({ random, work }: Given) =>
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
      Effect.map((shared): Caller => ({ call: shared!.pull }))
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
      const app = yield* Effect.flatMap(
        startOne(ClientApp, clientApp().pipe(Layer.provide(http))),
        SharedRefreshes.share
      ).pipe(Effect.orDie)
      const call = app.call(RefreshWire.refreshToken, {
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
        ApiKeyChecks.layer({ kinds: ["user"], cacheTtl: 0 }).pipe(Layer.provide(app))
      ).pipe(Effect.orDie)
      return { call: check(Redacted.make("sk_0000000000000000000000")) }
    })
  )
})

/** The exploration itself: what is broken on purpose is found, made small, and runs again the same way. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AccessTokenClaims from "../../../src/domain/AccessTokenClaims.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import { freshnessMillis } from "../../../src/session/Freshness.ts"
import { Session, layer as sessionLayer } from "../../../src/session/Session.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import * as RefreshWire from "../../../src/wire/generated/Refresh.ts"
import { trueMillis } from "../../support/explore/schedule.ts"
import { makeCommand, shrink } from "../../support/explore/shrink.ts"
import { explore, type Topology } from "../../support/explore/Topology.ts"
import { makeDigest, make } from "../../support/explore/World.ts"
import { response } from "../../support/scriptedNetwork.ts"
import * as flows from "./topologies/flows.ts"
import { over, session } from "./topologies/session.ts"

/** A session that refreshes by itself for each caller, and compares nothing, as one would write it first. */
const naive = Layer.effect(
  Session,
  Effect.gen(function* () {
    const app = yield* ClientApp
    const store = yield* TokenStore
    const inner = Context.get(yield* Layer.build(sessionLayer), Session)
    const credentials: typeof inner.credentials = Effect.gen(function* () {
      const tokens = yield* store.get
      if (tokens?.refreshToken === undefined) return undefined
      const { accessToken, refreshToken } = tokens
      const left = accessToken && AccessTokenClaims.decodeOnce(accessToken)
      if (accessToken !== undefined && left !== undefined && left.exp * 1000 - trueMillis() > freshnessMillis) {
        return { accessToken, refreshToken }
      }
      const answer = yield* app.call(RefreshWire.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken,
          clientId: app.project.projectId,
          clientSecret: app.oauthClientSecret
        }
      })
      const next = { accessToken: answer.accessToken, refreshToken: answer.refreshToken ?? refreshToken }
      const now = yield* store.get
      yield* Effect.orDie(store.compareAndSet(now, next))
      return next
    }).pipe(Effect.catchTag("RefreshTokenNotFoundOrExpired", () => Effect.undefined))
    return { ...inner, credentials }
  })
)

/** The first seed that fails, in its smallest form. */
const find = async (topology: Topology, seeds: number) => {
  for (let seed = 1; seed <= seeds; seed++) {
    const outcome = await explore(topology, { seed })
    if (outcome.violation !== undefined) return { ...(await shrink(topology, { seed }, outcome)), whole: outcome }
  }
  return expect.unreachable(`nothing is found in ${seeds} seeds`)
}

const planted: Record<string, readonly [topology: Topology, invariants: RegExp]> = {
  "a store that drops its compare": [
    over({
      store: (store) => ({
        ...store,
        compareAndSet: (_expected, next) => Effect.flatMap(store.get, (now) => store.compareAndSet(now, next))
      })
    }),
    /^I[57]$/
  ],
  "a session that is written naively": [over({ session: naive }), /^I[13568]$/],
  "a service that takes access tokens which have expired": [
    over({
      service: (service) => ({
        ...service,
        answer: (request) =>
          Effect.map(service.answer(request), (answer) =>
            answer.header("x-stack-known-error") === "ACCESS_TOKEN_EXPIRED" ? response(200, "{}") : answer
          )
      })
    }),
    /^I29$/
  ],
  "a store that keeps half of a pair": [
    over({
      store: (store) => ({
        ...store,
        compareAndSet: (expected, next) =>
          Effect.flatMap(store.get, (now) =>
            store.compareAndSet(expected, next && now && ({ ...now, accessToken: next.accessToken } as typeof next))
          )
      })
    }),
    /^I9$/
  ],
  "a record of a started flow that stays": [
    flows.over({
      flows: (kept) => ({
        ...kept,
        take: (state, isExpected) =>
          Effect.flatMap(kept.take(state, isExpected), (flow) =>
            flow === undefined ? Effect.undefined : Effect.as(Effect.exit(kept.add(state, flow)), flow)
          )
      })
    }),
    /^I17$/
  ]
}

describe("exploration", () => {
  for (const [name, [topology, invariants]] of Object.entries(planted)) {
    it(`finds ${name}, and makes it small`, async () => {
      const { outcome, replayed, whole } = await find(topology, 300)
      expect(outcome.violation!.invariant).toMatch(invariants)
      expect(replayed.operations!.length, makeCommand(topology.name, replayed)).toBeLessThanOrEqual(4)
      expect(replayed.faults!.length).toBeLessThanOrEqual(2)
      expect(replayed.operations!.length).toBeLessThanOrEqual(whole.operations.length)
      expect(outcome.steps).toBeLessThanOrEqual(whole.steps)
      const again = await explore(topology, replayed)
      expect(again.trace).toStrictEqual(outcome.trace)
      expect(again.violation).toStrictEqual(outcome.violation)
      // Nothing more can be left out.
      for (const left of replayed.operations!) {
        const operations = replayed.operations!.filter((index) => index !== left)
        const fewer = await explore(topology, { ...replayed, operations })
        expect(fewer.violation?.invariant, `without ${left}`).not.toBe(outcome.violation!.invariant)
      }
    })
  }

  it("sees what waits for ever, what is left behind, and what is thrown", async () => {
    const of = (story: Effect.Effect<void, unknown>) => ({ ...session, story: async () => story })
    const findInvariant = async (story: Effect.Effect<void, unknown>) =>
      (await explore(of(story), { seed: 1 })).violation?.invariant
    expect({
      waits: await findInvariant(Effect.never),
      leavesFiber: await findInvariant(Effect.asVoid(Effect.forkDetach(Effect.sleep("1 day")))),
      throws: await findInvariant(Effect.die(new Error("a defect"))),
      sleeps: await findInvariant(Effect.sleep("1 day"))
    }).toStrictEqual({ waits: "I11", leavesFiber: "I21", throws: "I12", sleeps: undefined })
    expect(await findInvariant(Effect.sync(() => void Object.assign(Object.prototype, { polluted: true })))).toBe("I28")
    Reflect.deleteProperty(Object.prototype, "polluted")
    const { trim } = String.prototype
    const replace = Effect.sync(() => void Object.assign(String.prototype, { trim: () => "" }))
    expect(await findInvariant(replace)).toBe("I28")
    Object.assign(String.prototype, { trim })
  })

  it("has the same history for the same seed, also in another process", async () => {
    const { trace } = await explore(session, { seed: 7 })
    expect((await explore(session, { seed: 7 })).trace).toStrictEqual(trace)
    const main = new URL("./main.ts", import.meta.url).pathname
    const args = ["--conditions=gatefold-source", main, "--topology", "session", "--seed", "7"]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout.trimEnd().split("\n").slice(0, -1)).toStrictEqual(trace)
    expect(makeDigest(trace)).not.toBe(makeDigest((await explore(session, { seed: 8 })).trace))
  })

  it("counts no premise of what a history does not check", () => {
    const world = make({ seed: 1 })
    world.waive("I1", "I1 tabs")
    for (const premise of ["I1", "I1 tabs", "I3", "I3"] as const) world.met(premise)
    expect([...world.record.met]).toStrictEqual([["I3", 2]])
  })

  it("says how to run a case again", () => {
    expect(makeCommand("tabs", { seed: 5 })).toBe("npm run prove -- explore --topology tabs --seed 5")
    expect(makeCommand("tabs", { seed: 5, operations: [1, 4], faults: [], steps: 12 })).toBe(
      "npm run prove -- explore --topology tabs --seed 5 --operations 1,4 --faults none --steps 12"
    )
  })
})

/** Nobody waits for ever: interruptions anywhere, and the session may close at any time. */
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Session } from "../../src/session/Session.ts"
import { runInTurn } from "../../src/session/SignInTurns.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { alone, callers, inSchedules, schedules } from "../support/explore/sharing.ts"
import type { World } from "../support/explore/World.ts"
import { makeService, sessionOver } from "./service.ts"

/** Callers of one session. */
const inSession = (name: string, use: (world: World) => Effect.Effect<unknown, unknown, Session>) =>
  inSchedules(name, (world) =>
    Effect.gen(function* () {
      const service = makeService({ rotate: world.chance(0.5), latencyMillis: 2 })
      const { refreshToken } = yield* service.open("ada")
      const session = Layer.build(sessionOver(service, MemoryTokenStore.make({ refreshToken })))
      const call = use(world)
      yield* callers(
        world,
        Effect.map(session, (context) => Effect.provideService(call, Session, Context.get(context, Session)))
      )
    })
  )

describe("callers that are interrupted while the session may close", () => {
  it(`get credentials or end, in ${schedules} schedules`, async () => {
    const traces = await inSession("credentials", () => Effect.flatMap(Session, ({ credentials }) => credentials))
    expect(traces.size).toBeGreaterThan(schedules / 6)
  })

  it(`take turns, never two at once, in ${schedules} schedules`, async () => {
    const traces = await inSession("turns", (world) => runInTurn(alone(world)(Effect.void)))
    expect(traces.size).toBeGreaterThan(schedules / 6)
  })
})

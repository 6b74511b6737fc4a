/** Sign-ins that no user has asked for, in tabs in which users sign in and out: they take nobody's place. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as CookieJar from "../../src/platform/CookieJar.ts"
import { Session } from "../../src/session/Session.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import { projectId } from "../http/support.ts"
import { seedsOf } from "../support/seeds.ts"
import { randomOf, run } from "../support/World.ts"
import { watch } from "./intents.ts"
import { makeService, sessionOver } from "./service.ts"

const seeds = seedsOf(1000)

/** Answers what happened, step by step. */
const history = (seed: number): string => {
  const random = randomOf(seed)
  const chance = (probability: number) => random() < probability
  const upTo = (millis: number) => Math.floor(random() * millis)
  const trace: Array<string> = []
  const problems: Array<string> = []

  const story = Effect.gen(function* () {
    const service = makeService({ latencyMillis: 10 })
    const jar = CookieJar.makeMemory({ isSecure: chance(0.5) })
    const intents = watch((detail) => problems.push(detail))
    const tabs = yield* Effect.forEach([1, 2, 3], () =>
      Effect.gen(function* () {
        const store = intents.over(yield* CookieTokenStore.make(jar, { projectId }))
        return yield* Effect.provide(Session, yield* Layer.build(sessionOver(service, store)))
      })
    )
    const fallbacks: Array<Fiber.Fiber<unknown, unknown>> = []
    const others: Array<Fiber.Fiber<unknown, unknown>> = []
    for (let i = 0; i < 8; i++) {
      yield* Effect.sleep(upTo(40))
      const tab = tabs[upTo(tabs.length)]!
      if (chance(0.5)) {
        trace.push("fallback")
        fallbacks.push(yield* Effect.forkChild(tab.signIn(Effect.delay(service.open("guest"), upTo(100)), true)))
      } else if (chance(0.3)) {
        trace.push("sign out")
        others.push(yield* Effect.forkChild(tab.signOut))
      } else {
        trace.push("sign in")
        const answer = chance(0.3) ? Effect.fail("refused") : service.open(`user ${i}`)
        others.push(yield* Effect.forkChild(tab.signIn(Effect.delay(answer, upTo(100)))))
      }
    }
    for (const fiber of fallbacks) {
      if (Exit.isFailure(yield* Fiber.await(fiber))) problems.push("a fallback fails")
    }
    yield* Effect.forEach(others, Fiber.await)
    yield* Effect.sleep(6000)
    const held = (yield* tabs[0]!.store.get)?.refreshToken
    const user = held === undefined ? undefined : service.sessions.get(Redacted.value(held))?.user
    trace.push(String(user))
    const winner = service.userOf(Redacted.value(intents.winner()?.accessToken ?? Redacted.make("")))
    if (winner === "guest") problems.push("a guest counts as somebody who wanted to sign in")
    // Where the last thing that a user did was to sign out, or nothing, a guest may be there.
    if (user !== winner && !(winner === undefined && user === "guest")) {
      problems.push(`${user} is signed in instead of ${winner}`)
    }
    for (const [refreshToken, session] of service.sessions) {
      const isOpen = session.user === "guest" && refreshToken !== (held && Redacted.value(held))
      // One that was signed in and then replaced is left to the service, as is any other.
      if (isOpen && fallbacks.length === trace.length - 1) problems.push("a guest whom nobody has is left open")
    }
  }).pipe(Effect.scoped)

  const exit = run(random, story)
  assert.isTrue(exit !== undefined && Exit.isSuccess(exit), `seed ${seed}: ${exit === undefined ? "hangs" : exit}`)
  assert.deepStrictEqual(problems, [], `seed ${seed}: ${trace.join()}`)
  return trace.join()
}

describe("A sign-in that no user has asked for", () => {
  it(`takes nobody's place and never fails, in ${seeds} histories`, { timeout: 600_000 }, () => {
    const traces = new Set<string>()
    for (let seed = 1; seed <= seeds; seed++) traces.add(history(seed))
    assert.isAbove(traces.size, seeds * 0.3)
    assert.isTrue([...traces].some((trace) => trace.endsWith("guest")))
  })
})

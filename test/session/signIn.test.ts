/** Of overlapping sign-ins, the last one counts. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { texts } from "../support/tokens.ts"
import {
  makeService,
  type Service,
  Session,
  sessionOver,
  signIn,
  signOut,
  stored,
  withNobody,
  withSession
} from "./service.ts"

describe("a sign-in under way", () => {
  /** Begins a sign-in whose answer takes a second, and does something else meanwhile. */
  const meanwhile = <A, E>(service: Service, other: Effect.Effect<A, E, Session>) =>
    Effect.gen(function* () {
      const slow = yield* service.open("slow")
      const signingIn = yield* Effect.forkChild(
        Effect.flatMap(Session, (session) => session.signIn(Effect.delay(Effect.succeed(slow), 1000)))
      )
      yield* TestClock.adjust(10)
      yield* other
      yield* TestClock.adjust(2000)
      const exit = yield* Fiber.await(signingIn)
      const isOpen = service.sessions.has(Redacted.value(slow.refreshToken))
      return { exit, isOpen, stored: yield* stored, slow: texts(slow) }
    }).pipe(withSession(service))

  it.effect("is given up when the user signs out, and its session ends at the service", () =>
    Effect.gen(function* () {
      const { exit, isOpen, stored } = yield* meanwhile(
        makeService(),
        Effect.flatMap(Session, (session) => session.signOut)
      )
      expect(Exit.hasInterrupts(exit)).toBe(true)
      expect(stored).toBeUndefined()
      expect(isOpen).toBe(false)
    })
  )

  it.effect("is given up when another user signs in", () =>
    Effect.gen(function* () {
      const service = makeService()
      const bob = yield* service.open("bob")
      const { exit, isOpen, stored } = yield* meanwhile(service, signIn(bob))
      expect(Exit.hasInterrupts(exit)).toBe(true)
      expect(stored).toStrictEqual(texts(bob))
      expect(isOpen).toBe(false)
    })
  )

  it.effect("goes on when another one fails", () =>
    Effect.gen(function* () {
      const failing = Effect.flatMap(Session, (session) => Effect.exit(session.signIn(Effect.fail("no"))))
      const { exit, isOpen, slow, stored } = yield* meanwhile(makeService(), failing)
      expect(Exit.isSuccess(exit)).toBe(true)
      expect(stored).toStrictEqual(slow)
      expect(isOpen).toBe(true)
    })
  )
})

describe("of several sign-ins", () => {
  /** Sessions over one store, and sign-ins whose answers come after so many milliseconds. */
  const overlapping = Effect.fnUntraced(function* (
    sessions: number,
    steps: ReadonlyArray<{ readonly user: string; readonly after: number; readonly fails?: boolean } | "signOut">
  ) {
    const service = makeService()
    const store = MemoryTokenStore.make()
    const made = yield* Effect.forEach(Array.from({ length: sessions }), () =>
      Effect.flatMap(Layer.build(sessionOver(service, store)), (context) => Effect.provide(Session, context))
    )
    const opened = new Map<string, string>()
    const fibers = yield* Effect.forEach(steps, (step, i) =>
      Effect.gen(function* () {
        const session = made[i % sessions]!
        if (step === "signOut") return yield* Effect.forkChild(Effect.orDie(session.signOut))
        const answer = Effect.gen(function* () {
          yield* Effect.sleep(step.after)
          if (step.fails === true) return yield* Effect.fail("refused")
          const pair = yield* service.open(step.user)
          opened.set(step.user, Redacted.value(pair.refreshToken))
          return pair
        })
        const fiber = yield* Effect.forkChild(Effect.asVoid(session.signIn(answer)))
        yield* TestClock.adjust(1)
        return fiber
      })
    )
    yield* TestClock.adjust("1 minute")
    const exits = yield* Effect.forEach(fibers, Fiber.await)
    const held = texts(yield* store.get)?.[0]
    return {
      exits: exits.map((exit) => (Exit.isSuccess(exit) ? "done" : Exit.hasInterrupts(exit) ? "interrupted" : "failed")),
      held: [...opened].find(([, token]) => token === held)?.[0],
      open: [...opened].filter(([, token]) => service.sessions.has(token)).map(([user]) => user)
    }
  })
  const ada = (after: number) => ({ user: "ada", after })
  const bob = (after: number) => ({ user: "bob", after })

  describe.each([
    ["one session", 1],
    ["two sessions over one store", 2]
  ] as const)("in %s", (_, sessions) => {
    it.effect.each([
      ["last", 100, 1000],
      ["first", 1000, 100]
    ] as const)("the one begun last counts, whose answer comes %s", ([, first, last]) =>
      Effect.gen(function* () {
        expect(yield* overlapping(sessions, [ada(first), bob(last)])).toStrictEqual({
          exits: ["interrupted", "done"],
          held: "bob",
          open: ["bob"]
        })
      })
    )

    it.effect("none counts that began before a sign-out, whatever came in between", () =>
      Effect.gen(function* () {
        expect(yield* overlapping(sessions, [ada(1000), "signOut"])).toStrictEqual({
          exits: ["interrupted", "done"],
          held: undefined,
          open: []
        })
        // Nobody, then bob, then nobody again.
        expect(yield* overlapping(sessions, [ada(1000), bob(0), "signOut"])).toStrictEqual({
          exits: ["interrupted", "done", "done"],
          held: undefined,
          open: []
        })
      })
    )

    it.effect("an earlier one counts again when the last one has failed", () =>
      Effect.gen(function* () {
        expect(yield* overlapping(sessions, [ada(1000), { ...bob(100), fails: true }])).toStrictEqual({
          exits: ["done", "failed"],
          held: "ada",
          open: ["ada"]
        })
      })
    )
  })

  it.effect("one that is interrupted while its session is ended leaves none open", () =>
    withNobody({ latencyMillis: 500 }, function* ({ service }) {
      const slow = yield* service.open("slow")
      const signingIn = yield* Effect.forkChild(
        Effect.flatMap(Session, (session) => session.signIn(Effect.delay(Effect.succeed(slow), 100)))
      )
      yield* TestClock.adjust(10)
      yield* signOut
      yield* TestClock.adjust(100)
      yield* Fiber.interrupt(signingIn)
      yield* TestClock.adjust(1000)
      expect(service.sessions.size).toBe(0)
    })
  )
})

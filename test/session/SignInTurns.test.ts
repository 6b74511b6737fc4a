/** The turns of those who would sign a guest up, who must not overlap, whoever gives up. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Session from "../../src/session/Session.ts"
import * as SignInTurns from "../../src/session/SignInTurns.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { turns } from "../support/turns.ts"

const layer = () =>
  Session.layer.pipe(
    Layer.provideMerge(MemoryTokenStore.layer),
    Layer.provideMerge(ClientApp.layer({ projectId: "internal", publishableClientKey: "pck_none" }))
  )

describe("turns of sign-ins", () => {
  it.effect("run one after the other, even when one of them fails", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const turn = (name: string) =>
        SignInTurns.runInTurn(
          Effect.gen(function* () {
            seen.push(`${name} begins`)
            yield* turns()
            seen.push(`${name} ends`)
            if (name === "a") return yield* Effect.fail(name)
          })
        )
      yield* Effect.all([turn("a"), turn("b"), turn("c")].map(Effect.exit), { concurrency: "unbounded" })
      expect(seen).toStrictEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("skip callers that give up, and no others", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const seen: Array<string> = []
      const turn = (name: string, work: Effect.Effect<void> = Effect.void) =>
        Effect.forkChild(
          SignInTurns.runInTurn(
            Effect.andThen(
              work,
              Effect.sync(() => seen.push(name))
            )
          )
        )
      const first = yield* turn("first", Deferred.await(gate))
      yield* turns()
      const second = yield* turn("second")
      const third = yield* turn("third")
      yield* turns()
      yield* Fiber.interrupt(second)
      yield* turns()
      expect(seen).toStrictEqual([])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(third)
      expect(seen).toStrictEqual(["first", "third"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("continue after one that is interrupted at work", () =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(SignInTurns.runInTurn(Effect.never))
      yield* turns()
      yield* Fiber.interrupt(first)
      expect(yield* SignInTurns.runInTurn(Effect.succeed("second"))).toBe("second")
    }).pipe(Effect.provide(layer()))
  )
})

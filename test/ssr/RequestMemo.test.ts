/** One answer for all who ask the same while a page renders. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { type Execute, Http, HttpFailure, type HttpRequest, type HttpResponse } from "../../src/http/Http.ts"
import * as RequestMemo from "../../src/ssr/RequestMemo.ts"
import { inSchedules, pauseBriefly, schedules } from "../support/explore/sharing.ts"

const request = (url: string, method: HttpRequest["method"] = "GET", headers: HttpRequest["headers"] = {}) => ({
  method,
  url,
  headers,
  body: undefined,
  maxResponseBytes: 1000,
  timeoutMillis: 1000
})

/** An answer as the service sends it: an error has the status 200, and its own in a header. */
const answer = (text: string, status = 200): HttpResponse => ({
  status: 200,
  header: (name) => (name === "x-stack-actual-status" ? String(status) : undefined),
  text
})

/** The same over another way to the service. */
const over = (execute: Execute) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(RequestMemo.layer, Layer.succeed(Http, execute)))),
    (context: Context.Context<never>) => Context.get(context, Http)
  )

describe("while a page renders", () => {
  it.effect("shares successful answers between equal requests, whatever their nonce", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const send = yield* over(({ headers, method, url }) =>
        Effect.sync(() => {
          asked.push(`${method} ${url} ${headers["authorization"] ?? ""}`)
          return answer(String(asked.length), url === "/missing" ? 404 : 200)
        })
      )
      const text = (...args: Parameters<typeof request>) => Effect.map(send(request(...args)), ({ text }) => text)
      expect({
        first: yield* text("/a", "GET", { "x-stack-random-nonce": "1" }),
        withAnotherNonce: yield* text("/a", "GET", { "x-stack-random-nonce": "2" }),
        ofAnotherUser: yield* text("/a", "GET", { authorization: "other" }),
        missing: yield* text("/missing"),
        missingAgain: yield* text("/missing"),
        change: yield* text("/a", "POST"),
        afterChange: yield* text("/a")
      }).toStrictEqual({
        first: "1",
        withAnotherNonce: "1",
        ofAnotherUser: "2",
        missing: "3",
        missingAgain: "4",
        change: "5",
        afterChange: "6"
      })
    })
  )

  it.effect("a caller that joins a read waits no longer than its own limit, and the read continues", () =>
    Effect.gen(function* () {
      const send = yield* over(() => Effect.as(Effect.sleep(900), answer("late")))
      const first = yield* Effect.forkChild(send(request("/a")), { startImmediately: true })
      const joined = yield* Effect.forkChild(Effect.flip(send({ ...request("/a"), timeoutMillis: 100 })), {
        startImmediately: true
      })
      yield* TestClock.adjust(100)
      expect(joined.pollUnsafe()).toMatchObject({ _tag: "Success" })
      expect((yield* Fiber.join(joined)).reason).toBe("Timeout")
      yield* TestClock.adjust(800)
      expect((yield* Fiber.join(first)).text).toBe("late")
    })
  )

  it(`nobody waits for ever or learns what was before a write, in ${schedules} schedules`, async () => {
    const traces = await inSchedules("RequestMemo", (world) =>
      Effect.gen(function* () {
        const pause = pauseBriefly(world)
        let writes = 0
        let written = 0
        const broken = new HttpFailure({ reason: "Network", sent: true, detail: "test" })
        const scope = yield* Scope.make()
        const send = yield* over((sent) =>
          Effect.gen(function* () {
            yield* pause
            if (sent.method !== "GET") writes++
            const seen = String(writes)
            yield* pause
            if (world.chance(0.1)) return yield* broken
            return answer(seen, world.chance(0.1) ? 500 : 200)
          })
        ).pipe(Scope.provide(scope))
        const read = Effect.gen(function* () {
          yield* pause
          const before = written
          const { text } = yield* send(request("/users/me"))
          world.note(text)
          expect(Number(text), "an answer from before a write").toBeGreaterThanOrEqual(before)
        })
        const write = Effect.gen(function* () {
          yield* pause
          const { text } = yield* send(request("/users/me", "PATCH"))
          written = Math.max(written, Number(text))
          // Who writes and reads sees the write.
          yield* read
        })
        const callers = yield* Effect.forEach(Array.from({ length: 8 }), (_, i) =>
          Effect.forkChild(Effect.catchTag(i % 4 === 3 ? write : read, "HttpFailure", () => Effect.void))
        )
        for (const caller of callers) {
          if (world.chance(0.2)) yield* Effect.forkChild(Effect.andThen(pause, Fiber.interrupt(caller)))
        }
        for (const caller of callers) {
          const exit = yield* Fiber.await(caller)
          if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.failCause(exit.cause)
        }
        yield* Effect.exit(send(request("/users/me")))
        yield* Scope.close(scope, Exit.void)
      })
    )
    expect(traces.size).toBeGreaterThan(schedules / 6)
  })
})

/** Operations as values: their data, their input and their spans, over endpoints that nobody else has. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { Interrupted } from "../../src/operation/Interrupted.ts"
import {
  type Called,
  type Changes,
  dataOf,
  type Define,
  operation,
  operations,
  type Shows,
  span,
  SpanOf,
  withData
} from "../../src/operation/Operation.ts"

interface DefineAny<Effects> extends Define<Effects> {
  <Input extends ReadonlyArray<unknown>>(
    name: string,
    endpoint: Called,
    data: Effects & { readonly input: (...input: Input) => unknown }
  ): (...input: Input) => Effect.Effect<unknown>
  (name: string, endpoint: Called, data: Effects & { readonly input?: unknown }): Effect.Effect<unknown>
}

const list: Called = { method: "GET", path: "/notes" }
const add: Called = { method: "POST", path: "/notes" }

/** Calls answer what they were called with. */
const asServer = operations<
  (endpoint: Called, input: unknown) => Effect.Effect<unknown>,
  DefineAny<Shows>,
  DefineAny<Changes>
>("server", (endpoint, input) => Effect.succeed([endpoint, input]))

describe("an operation that is one call", () => {
  it.effect("sends the same each time, or nothing", () =>
    Effect.gen(function* () {
      const all = asServer.read("Notes.all", list, { shows: ["teams"] })
      const own = asServer.read("Notes.own", list, { input: { query: { userId: "me" } }, shows: ["teams"] })
      expect(yield* all).toStrictEqual([list, {}])
      expect(yield* own).toStrictEqual([list, { query: { userId: "me" } }])
      expect(dataOf(own)).toStrictEqual({
        name: "Notes.own",
        level: "server",
        endpoints: [list],
        shows: ["teams"],
        changes: [],
        needsInput: false
      })
    })
  )

  it.effect("sends what it makes of its input", () =>
    Effect.gen(function* () {
      const write = asServer.write("Notes.add", add, {
        input: (text: string, isPublic = false) => ({ payload: { text, isPublic } }),
        changes: ["teams", "users"]
      })
      expect(yield* write("milk", true)).toStrictEqual([add, { payload: { text: "milk", isPublic: true } }])
      expect(dataOf(write)).toMatchObject({
        endpoints: [add],
        shows: [],
        changes: ["teams", "users"],
        needsInput: true
      })
      const filtered = asServer.read("Notes.list", list, { input: (query: object = {}) => ({ query }), shows: [] })
      expect(yield* filtered()).toStrictEqual([list, { query: {} }])
      expect(dataOf(filtered)?.needsInput).toBe(false)
    })
  )
})

describe("an operation that is more than one call", () => {
  it.effect("names all of them, and is a generator, a function or an effect", () =>
    Effect.gen(function* () {
      const replace = asServer.write("Notes.replace", [list, add], { changes: [] }, function* (text: string) {
        yield* asServer.call(list, {})
        return yield* asServer.call(add, text)
      })
      const repeat = asServer.write("Notes.repeat", [add], { changes: [] }, (text: string) => asServer.call(add, text))
      const clear = asServer.write("Notes.clear", [], { changes: [] }, Effect.succeed("cleared"))
      expect(yield* replace("milk")).toStrictEqual([add, "milk"])
      expect(yield* repeat("milk")).toStrictEqual([add, "milk"])
      expect(yield* clear).toBe("cleared")
      expect(dataOf(replace)).toMatchObject({ endpoints: [list, add], needsInput: true })
      expect(dataOf(clear)).toMatchObject({ endpoints: [], needsInput: false })
    })
  )
})

describe("the data of an operation", () => {
  it("exists for operations only", () => {
    for (const value of [undefined, null, 1, "Notes.list", {}, () => 1, Effect.void])
      expect(dataOf(value)).toBeUndefined()
  })

  it("can be passed on", () => {
    const data = dataOf(operation("Notes.list")(() => Effect.void))!
    expect(dataOf(withData(() => 1, data))).toBe(data)
  })

  it("holds what a custom operation declares", () => {
    const data = { endpoints: [], shows: ["teams"], changes: ["Notes.list"] }
    const options = { shows: ["teams"], changes: ["Notes.list"] }
    expect(dataOf(operation("Notes.add", options)((_: string) => Effect.void))).toStrictEqual({
      ...data,
      name: "Notes.add",
      needsInput: true
    })
    expect(dataOf(Effect.void.pipe(span("Notes.clear", options)))).toStrictEqual({
      ...data,
      name: "Notes.clear",
      needsInput: false
    })
    expect(dataOf(Effect.void.pipe(span("Notes.clear")))).toMatchObject({ shows: [], changes: [] })
  })
})

describe("the input of an operation", () => {
  const none = { shows: [] }
  const length = asServer.read("Notes.length", [], none, (text: string) => Effect.sync(() => text.length))
  const steps = asServer.read("Notes.steps", [], none, function* ({ text }: { readonly text: string }) {
    const first = yield* Effect.succeed(text)
    return first.length
  })

  const problemOf = (effect: Effect.Effect<unknown, unknown>) =>
    Effect.map(Effect.flip(effect), (error) => String((error as Error).message))

  it.effect("is refused when it is missing, of another kind, or cannot be read", () =>
    Effect.gen(function* () {
      const pass = (f: unknown, ...input: ReadonlyArray<unknown>) =>
        problemOf((f as (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>)(...input))
      expect(yield* pass(length)).toContain("Notes.length")
      expect(yield* pass(length)).toContain("input: it is missing")
      expect(yield* pass(steps, undefined)).toContain("input: it is missing")
      expect(yield* pass(steps, null)).toContain("input: it is of another kind")
      expect(yield* pass(length, null)).toContain("input: it is null")
      const trap = new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("a trap")
          }
        }
      )
      expect(yield* pass(steps, trap)).toContain("input: it is of another kind, or cannot be read")
      // Also where the body does not look at all of it.
      const ignores = asServer.read("Notes.ignore", [], none, (_: object) => Effect.succeed("sent"))
      expect(yield* pass(ignores, trap)).toContain("input: it is of another kind, or cannot be read")
      const late = asServer.read("Notes.late", [], none, function* (input: { readonly text: string }) {
        yield* Effect.void
        return input.text.length
      })
      expect(yield* pass(late, {})).toContain("input: it is of another kind, or cannot be read")
      expect(yield* length("four")).toBe(4)
      expect(yield* steps({ text: "four" })).toBe(4)
    })
  )

  it.effect("is not blamed for defects of effects", () =>
    Effect.gen(function* () {
      const dies = asServer.read("Notes.die", [], none, (_: string | null) => Effect.die(new Error("a layer")))
      for (const input of ["text", null]) {
        const exit = yield* Effect.exit(dies(input))
        expect(exit._tag === "Failure" && Cause.squash(exit.cause)).toMatchObject({ message: "a layer" })
      }
      const mistaken = asServer.read("Notes.mistake", [], none, (_: string) => Effect.die(new TypeError("a layer")))
      const exit = yield* Effect.exit(mistaken("text"))
      expect(exit._tag === "Failure" && Cause.squash(exit.cause)).toMatchObject({ message: "a layer" })
    })
  )

  it.effect("of a custom operation is not checked, and an exception of its body is a defect", () =>
    Effect.gen(function* () {
      const mistake = new TypeError("a mistake")
      const own = [
        operation("Notes.throw")((_: object): Effect.Effect<never> => {
          throw mistake
        }),
        operation("Notes.late")(function* (_: object) {
          yield* Effect.void
          throw mistake
        })
      ]
      for (const run of own) {
        const exit = yield* Effect.exit(run({}))
        expect(exit._tag === "Failure" && Cause.hasDies(exit.cause) && Cause.squash(exit.cause)).toBe(mistake)
      }
      const optional = operation("Notes.optional")((text: string | undefined) => Effect.succeed(text))
      expect(yield* optional(undefined)).toBeUndefined()
    })
  )
})

describe("the span of an operation", () => {
  const read = operation("Notes.read")((text: string) => Effect.delay(Effect.succeed(text), "1 second"))

  const recorded = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const made = new Tracer.NativeSpan(options)
          spans.push(made)
          return made
        }
      })
      const fiber = yield* Effect.forkChild(Effect.exit(Effect.provideService(effect, Tracer.Tracer, tracer)))
      yield* TestClock.adjust("1 second")
      return { exit: yield* Fiber.join(fiber), spans }
    })

  it.effect("has its name, its duration and the operation's data", () =>
    Effect.gen(function* () {
      const { spans } = yield* recorded(read("milk"))
      expect(spans.map(({ name }) => name)).toStrictEqual(["Notes.read"])
      const [one] = spans
      const { status } = one!
      expect(status._tag === "Ended" && status.endTime - status.startTime).toBe(1_000_000_000n)
      expect(Context.get(one!.annotations, SpanOf)).toBe(dataOf(read))
      expect(Option.isNone(one!.parent)).toBe(true)
      expect(one).toMatchObject({ kind: "internal", links: [], sampled: true })
    })
  )

  it.effect("is a child of the caller's span, and ends with its result", () =>
    Effect.gen(function* () {
      const fails = operation("Notes.fail")((_: string) => Effect.fail("no"))
      const outer = operation("Notes.outer")(function* (text: string) {
        yield* fails(text)
      })
      const { spans } = yield* recorded(outer("milk"))
      expect(spans.map(({ name }) => name)).toStrictEqual(["Notes.outer", "Notes.fail"])
      expect(Option.map(spans[1]!.parent, ({ spanId }) => spanId)).toStrictEqual(Option.some(spans[0]!.spanId))
      const { spans: unsampled } = yield* recorded(
        Effect.provideService(
          outer("milk"),
          Tracer.ParentSpan,
          Tracer.externalSpan({ spanId: "1", traceId: "2", sampled: false })
        )
      )
      expect(unsampled.map(({ sampled }) => sampled)).toStrictEqual([false, false])
      for (const { status } of spans) {
        expect(status._tag === "Ended" && status.exit._tag === "Failure" && Cause.squash(status.exit.cause)).toBe("no")
      }
    })
  )

  it.effect("is there only where a tracer is installed", () =>
    Effect.gen(function* () {
      const parents = operation("Notes.parents")((_: string) => Effect.serviceOption(Tracer.ParentSpan))
      expect(Option.isNone(yield* parents("milk"))).toBe(true)
      const { exit } = yield* recorded(parents("milk"))
      expect(exit._tag === "Success" && Option.isSome(exit.value)).toBe(true)
    })
  )
})

it("an interrupted operation says so", () => {
  expect(new Interrupted()).toMatchObject({ _tag: "Interrupted", message: "Interrupted" })
})

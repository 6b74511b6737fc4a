/** Operations as values: their data, their input and their spans, over endpoints that nobody else has. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { Interrupted } from "../../src/operation/Interrupted.ts"
import {
  type WriteData,
  type DefineBody,
  operation,
  defineLevel,
  type ReadData,
  asOperation
} from "../../src/operation/Operation.ts"
import { type EndpointRef, readData, withData } from "../../src/operation/OperationData.ts"
import { SpanOperation } from "../../src/operation/OperationSpan.ts"

interface DefineAny<Effects> {
  (name: string, endpoints: ReadonlyArray<EndpointRef>, data: Effects): DefineBody
  <Input extends ReadonlyArray<unknown>>(
    name: string,
    endpoint: EndpointRef,
    data: Effects & { readonly input: (...input: Input) => unknown }
  ): (...input: Input) => Effect.Effect<unknown>
  (name: string, endpoint: EndpointRef, data: Effects & { readonly input?: unknown }): Effect.Effect<unknown>
}

const list: EndpointRef = { method: "GET", path: "/notes" }
const add: EndpointRef = { method: "POST", path: "/notes" }

/** Calls answer what they were called with. */
const asServer = defineLevel<
  (endpoint: EndpointRef, input: unknown) => Effect.Effect<unknown>,
  DefineAny<ReadData>,
  DefineAny<WriteData>
>("server", (endpoint, input) => Effect.succeed([endpoint, input]))

describe("an operation that is one call", () => {
  it.effect("sends the same each time, or nothing", () =>
    Effect.gen(function* () {
      const all = asServer.read("Notes.all", list, { shows: ["teams"] })
      const own = asServer.read("Notes.own", list, { input: { query: { userId: "me" } }, shows: ["teams"] })
      expect(yield* all).toStrictEqual([list, {}])
      expect(yield* own).toStrictEqual([list, { query: { userId: "me" } }])
      expect(readData(own)).toStrictEqual({
        name: "Notes.own",
        level: "server",
        endpoints: [list],
        shows: ["teams"],
        changes: [],
        needsInput: false,
        inputs: 0
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
      expect(readData(write)).toMatchObject({
        endpoints: [add],
        shows: [],
        changes: ["teams", "users"],
        needsInput: true
      })
      const filtered = asServer.read("Notes.list", list, { input: (query: object = {}) => ({ query }), shows: [] })
      expect(yield* filtered()).toStrictEqual([list, { query: {} }])
      expect(readData(filtered)?.needsInput).toBe(false)
    })
  )
})

describe("an operation that is more than one call", () => {
  it.effect("names all of them, and is a generator, a function or an effect", () =>
    Effect.gen(function* () {
      const replace = asServer.write("Notes.replace", [list, add], { changes: [] })(function* (text: string) {
        yield* asServer.call(list, {})
        return yield* asServer.call(add, text)
      })
      const repeat = asServer.write("Notes.repeat", [add], { changes: [] })((text: string) => asServer.call(add, text))
      const clear = asServer.write("Notes.clear", [], { changes: [] })(Effect.succeed("cleared"))
      expect(yield* replace("milk")).toStrictEqual([add, "milk"])
      expect(yield* repeat("milk")).toStrictEqual([add, "milk"])
      expect(yield* clear).toBe("cleared")
      expect(readData(replace)).toMatchObject({ endpoints: [list, add], needsInput: true })
      expect(readData(clear)).toMatchObject({ endpoints: [], needsInput: false })
    })
  )
})

describe("the data of an operation", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a number", 1],
    ["a name", "Notes.list"],
    ["an object", {}],
    ["a function", () => 1],
    ["an effect", Effect.void]
  ])("exists for operations only, and not for %s", (_, value) => {
    expect(readData(value)).toBeUndefined()
  })

  it("can be passed on", () => {
    const data = readData(operation("Notes.list")(() => Effect.void))!
    expect(readData(withData(() => 1, data))).toBe(data)
  })

  it("holds what a custom operation declares", () => {
    const data = { endpoints: [], shows: ["teams"], changes: ["Notes.list"] }
    const options = { shows: ["teams"], changes: ["Notes.list"] }
    expect(readData(operation("Notes.add", options)((_: string) => Effect.void))).toStrictEqual({
      ...data,
      name: "Notes.add",
      needsInput: true,
      inputs: 1
    })
    expect(readData(Effect.void.pipe(asOperation("Notes.clear", options)))).toStrictEqual({
      ...data,
      name: "Notes.clear",
      needsInput: false,
      inputs: 0
    })
    expect(readData(Effect.void.pipe(asOperation("Notes.clear")))).toMatchObject({ shows: [], changes: [] })
  })
})

describe("the input of an operation", () => {
  const length = asServer.read("Notes.length", [], { shows: [] })((text: string) => {
    const { length } = text
    return Effect.succeed(length)
  })
  const steps = asServer.read("Notes.steps", [], { shows: [] })(function* ({ text }: { readonly text: string }) {
    const trimmed = yield* Effect.succeed(text.trim())
    return trimmed.length
  })
  const late = asServer.read("Notes.late", [], { shows: [] })(function* (input: { readonly text: string }) {
    yield* asServer.call(list, {})
    return input.text
  })
  const ignore = asServer.read("Notes.ignore", [], { shows: [] })((_: object) => Effect.succeed("sent"))
  const unreadable = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("a trap")
      }
    }
  )
  const unreadableSecret = Redacted.make("canary")
  Redacted.wipeUnsafe(unreadableSecret)
  const unchecked = (operation: (input: never) => Effect.Effect<unknown, unknown>, input: unknown) =>
    operation(input as never)

  it.effect.each([
    ["is missing", length, undefined, "input: it is missing"],
    ["is missing for a generator", steps, undefined, "input: it is missing"],
    ["is null", length, null, "input: it is of another kind, or cannot be read"],
    ["is null for a generator, also of one that reads it late", late, null, "input: it is null"],
    ["is of another kind", steps, "four", "input: it is of another kind, or cannot be read"],
    ["cannot be read", steps, unreadable, "input: it is of another kind, or cannot be read"],
    [
      "has a secret that cannot be read, also for a generator that reads it late",
      late,
      { text: unreadableSecret },
      "input: it is of another kind, or cannot be read"
    ],
    ["cannot be read by a body that ignores it", ignore, unreadable, "input: it is of another kind, or cannot be read"]
  ] as const)("is refused if it %s", ([, operation, input, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(unchecked(operation, input))
      expect(error).toMatchObject({ reason: { _tag: "InvalidRequest" }, message: expect.stringContaining(message) })
    })
  )

  it.effect("reaches the body if it is of the right kind", () =>
    Effect.gen(function* () {
      expect(yield* length("four")).toBe(4)
      expect(yield* steps({ text: "four" })).toBe(4)
    })
  )

  const mistake = new TypeError("a mistake")
  const catchDefect = (effect: Effect.Effect<unknown, unknown>) =>
    Effect.map(Effect.exit(effect), (exit) =>
      exit._tag === "Failure" && Cause.hasDies(exit.cause) ? Cause.squash(exit.cause) : exit
    )

  it.effect.each([
    [
      "an exception after a request",
      asServer.write("Notes.late", [add], { changes: [] })(function* (_: string | null) {
        yield* asServer.call(add, {})
        throw mistake
      }),
      "text"
    ],
    [
      "a defect of an effect",
      asServer.read("Notes.die", [], { shows: [] })((_: string | null) => Effect.die(mistake)),
      "text"
    ],
    [
      "a defect of an effect, if it is null",
      asServer.read("Notes.die", [], { shows: [] })((_: string | null) => Effect.die(mistake)),
      null
    ]
  ] as const)("is not blamed for %s", ([, operation, input]) =>
    Effect.gen(function* () {
      expect(yield* catchDefect(operation(input))).toBe(mistake)
    })
  )

  it.effect.each([
    [
      "a function",
      operation("Notes.throw")((_: object): Effect.Effect<never> => {
        throw mistake
      })
    ],
    [
      "a generator",
      operation("Notes.late")(function* (_: object) {
        yield* Effect.void
        throw mistake
      })
    ]
  ] as const)("is not to blame in a custom operation for an exception of %s", ([, operation]) =>
    Effect.gen(function* () {
      expect(yield* catchDefect(operation({}))).toBe(mistake)
    })
  )

  it.effect("may be undefined in a custom operation", () =>
    Effect.gen(function* () {
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
      expect(Context.get(one!.annotations, SpanOperation)).toBe(readData(read))
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

  it.effect("has the annotations and links that its caller asks for", () =>
    Effect.gen(function* () {
      const linked = Tracer.externalSpan({ spanId: "1", traceId: "2" })
      const { spans } = yield* recorded(
        read("milk").pipe(Effect.annotateSpans({ tenant: "acme" }), Effect.linkSpans(linked))
      )
      expect(Object.fromEntries(spans[0]!.attributes)).toStrictEqual({ tenant: "acme" })
      expect(spans[0]!.links.map(({ span }) => span)).toStrictEqual([linked])
    })
  )

  it.effect("is not there where tracing is off", () =>
    Effect.gen(function* () {
      expect((yield* recorded(Effect.withTracerEnabled(read("milk"), false))).spans).toHaveLength(0)
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

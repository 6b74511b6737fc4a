/**
 * Public operations, each with a span of its own.
 *
 * `Effect.fn` and `Effect.withSpan` do the same for any program; these know
 * only what an operation needs. They cost a tenth of the bytes, and nothing at
 * all at run time where no tracer is installed (docs/decisions/0015-spans.md).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { hasProperty } from "effect/Predicate"
import * as Tracer from "effect/Tracer"
import { invalidRequest } from "../domain/TransportError.ts"

/** Effect's tracer, but absent unless the program installs one. */
const InstalledTracer: Context.Reference<Tracer.Tracer | undefined> = Context.Reference<Tracer.Tracer | undefined>(
  Tracer.TracerKey,
  { defaultValue: () => undefined }
)

/** What is known of an operation besides what it does. */
export interface Description {
  /** `Area.operation`; the name of its span. */
  readonly name: string
  /** The names of the reads whose results it makes stale (wire/sdk-behaviour §4). */
  readonly stale: ReadonlyArray<string>
  /** Whether it cannot run without an input. */
  readonly needsInput: boolean
}

const Description = Symbol.for("gatefold/platform/Operation/Description")

/** The description of an operation; undefined for any other value. */
export const describe = (u: unknown): Description | undefined =>
  hasProperty(u, Description) ? (u[Description] as Description) : undefined

/** How an operation is described beyond its name. */
export interface Options {
  /** The names of the reads whose results it makes stale. */
  readonly stale?: ReadonlyArray<string> | undefined
}

const described = <A extends object>(operation: A, name: string, { stale = [] }: Options, needsInput: boolean): A =>
  Object.assign(operation, { [Description]: { name, stale, needsInput } satisfies Description })

/** Makes an effect an operation: it runs as a span of the installed tracer. */
export const span =
  (name: string, options: Options = {}) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    described(traced(name, self), name, options, false)

const traced = <A, E, R>(name: string, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const tracer = fiber.getRef(InstalledTracer)
    if (tracer === undefined) return self
    const clock = fiber.getRef(Clock.Clock)
    const parent = Context.getOption(fiber.context as Context.Context<Tracer.ParentSpan>, Tracer.ParentSpan)
    const current = tracer.span({
      name,
      parent,
      annotations: Context.empty(),
      links: [],
      startTime: clock.currentTimeNanosUnsafe(),
      kind: "internal",
      root: false,
      sampled: Option.isNone(parent) || parent.value.sampled
    })
    return Effect.onExit(Effect.provideService(self, Tracer.ParentSpan, current), (exit) =>
      Effect.sync(() => current.end(clock.currentTimeNanosUnsafe(), exit))
    )
  })

/**
 * Defines an operation by a generator, or by a function that returns an effect.
 *
 * @example
 * ```ts
 * export const create = operation("Teams.create", { stale: ["Teams.list"] })(function* (input: NewTeam) { … })
 * ```
 */
export const operation = (name: string, options: Options = {}) =>
  // Both forms of a body are told apart by what they return.
  ((body: Body) =>
    described(
      (...input: ReadonlyArray<unknown>) => traced(name, read(name, body, input)),
      name,
      options,
      body.length > 0
    )) as unknown as Operation

/**
 * Runs a body. Its own code does little but read its input, so what it throws is about that: callers without types
 * may pass anything. What effects die of, such as an app's own layers, stays a defect.
 */
const read = (name: string, body: Body, input: ReadonlyArray<unknown>): Effect.Effect<unknown, unknown> =>
  Effect.suspend(() => {
    const refused = (problem: string) => Effect.fail(invalidRequest(name, `input: ${problem}`))
    const [first] = input
    if (first === undefined && body.length > 0) return refused("it is missing")
    const attempt = <A>(f: () => A) => {
      try {
        return f()
      } catch {
        return refused("it is of another kind, or cannot be read")
      }
    }
    const run = attempt(() => {
      if (typeof first === "object" && first !== null) Object.entries(first)
      const result = body(...input)
      if (Effect.isEffect(result)) return result
      return Effect.gen(function* () {
        for (let value: unknown; ;) {
          const step = attempt(() => result.next(value))
          if (Effect.isEffect(step)) return yield* step
          if (step.done) return step.value
          value = yield* step.value
        }
      })
    })
    // Some operations take null, which clears something; those that do not look for a member of it.
    return first === null
      ? Effect.catchDefect(run, (defect) => (defect instanceof TypeError ? refused("it is null") : Effect.die(defect)))
      : run
  })

type Body = (
  ...input: ReadonlyArray<unknown>
) => Effect.Effect<unknown> | Generator<Effect.Effect<unknown>, unknown, unknown>

interface Operation {
  <Input extends ReadonlyArray<unknown>, Step extends Effect.Effect<unknown, unknown, unknown>, A>(
    body: (...input: Input) => Generator<Step, A, never>
  ): (...input: Input) => Effect.Effect<A, Effect.Error<Step>, Effect.Services<Step>>
  <Input extends ReadonlyArray<unknown>, A, E, R>(
    body: (...input: Input) => Effect.Effect<A, E, R>
  ): (...input: Input) => Effect.Effect<A, E, R>
}

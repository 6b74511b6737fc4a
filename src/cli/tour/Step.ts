/** One step of the tour: what is tried, and what was observed. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import * as Output from "../output/Output.ts"

export class StepFailed extends TaggedError("StepFailed")<{
  readonly step: string
  readonly why: string
}> {
  /** The command prints the message, so no stack is logged. */
  override readonly [Runtime.errorReported] = false

  override get message() {
    return `The tour stopped at "${this.step}": ${this.why}`
  }
}

export class Unexpected extends TaggedError("Unexpected")<{ readonly problem: string }> {
  override get message() {
    return this.problem
  }
}

/** How finished steps are shown. */
export type Report = (step: {
  readonly name: string
  readonly observed: string
  readonly millis: number
}) => Effect.Effect<void>

/** The report of the running tour; by default a line for each step. */
export const CurrentReport: Context.Reference<Report> = Context.Reference<Report>(
  "gatefold/cli/tour/Step/CurrentReport",
  {
    defaultValue:
      () =>
      ({ millis, name, observed }) =>
        Output.print(`  ✓ ${name.padEnd(52)} ${observed} (${Math.round(millis)} ms)`)
  }
)

/** The message of the innermost error. */
const findReason = (error: unknown): string => {
  if (Cause.isUnknownError(error) && error.cause !== undefined) return findReason(error.cause)
  return error instanceof Error ? error.message || error.name : String(error)
}

/** Runs a step and reports what it observed. Failures become a {@link StepFailed} with the name of the step. */
export const step = Effect.fnUntraced(function* <A, E, R>(
  name: string,
  effect: Effect.Effect<readonly [observed: string, value: A], E, R>
) {
  const report = yield* CurrentReport
  const started = yield* Clock.currentTimeNanos
  const [observed, value] = yield* effect.pipe(
    Effect.timeout("30 seconds"),
    Effect.catchCause((cause) => Effect.fail(new StepFailed({ step: name, why: findReason(Cause.squash(cause)) })))
  )
  const millis = Number((yield* Clock.currentTimeNanos) - started) / 1_000_000
  yield* report({ name, observed, millis })
  return value
})

export const observe = <E, R>(name: string, effect: Effect.Effect<string, E, R>): Effect.Effect<void, StepFailed, R> =>
  step(
    name,
    Effect.map(effect, (observed) => [observed, undefined])
  )

export const expect = (condition: boolean, problem: string): Effect.Effect<void, Unexpected> =>
  condition ? Effect.void : Effect.fail(new Unexpected({ problem }))

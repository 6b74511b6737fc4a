/** Runs the conformance scenarios against the emulator, and returns what they sent and got. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { accessLevels } from "../../../src/domain/AccessLevel.ts"
import type { Generation } from "../../../src/domain/Generation.ts"
import { Backend, inProcess } from "../../../test/conformance/Backend.ts"
import type { Recording } from "../../../test/conformance/Recording.ts"
import type { Scenario } from "../../../test/conformance/Scenario.ts"
import { areas } from "../../../test/conformance/scenarios.ts"
import { match } from "../../catalog/endpoints.ts"

/** Whether something holds, in each generation of the service. */
export type ByGeneration = Readonly<Record<Generation, boolean>>

/** Plays a scenario, with its own emulator if need be, and returns the recording of that emulator. */
const play = (generation: Generation, { effect, options }: Scenario) => {
  const recorded = Effect.andThen(
    Effect.scoped(effect),
    Effect.map(Backend, ({ recording }) => recording)
  )
  return options === undefined ? recorded : Effect.provide(recorded, inProcess(generation).layer(options))
}

/** Runs every scenario of a generation, and returns what was sent and what came back. */
export const observe = (generation: Generation): Effect.Effect<Recording, unknown> =>
  Effect.gen(function* () {
    const records = new Set<Recording>()
    for (const [area, scenarios] of areas) {
      for (const scenario of scenarios.filter(({ generations }) => generations.includes(generation))) {
        const exit = yield* Effect.exit(play(generation, scenario))
        if (Exit.isSuccess(exit)) records.add(exit.value)
        else return yield* Effect.die(`The scenario "${area}: ${scenario.name}" fails:\n${Cause.pretty(exit.cause)}`)
      }
    }
    return {
      exchanges: [...records].flatMap(({ exchanges }) => exchanges),
      failures: new Set([...records].flatMap(({ failures }) => [...failures]))
    }
  }).pipe(
    Effect.provide(Layer.provideMerge(inProcess(generation).layer(), TestClock.layer())),
    // The spans name the operations that run.
    Effect.provideService(Tracer.Tracer, Tracer.make({ span: (options) => new Tracer.NativeSpan(options) }))
  )

/** One recording for each generation. */
export type Observed = Readonly<Record<Generation, Recording>>

export const byGeneration = <A>(
  observed: Observed,
  found: (recording: Recording) => A
): Readonly<Record<Generation, A>> => ({
  "2025-06": found(observed["2025-06"]),
  current: found(observed.current)
})

/** Whether the set of each generation has a name. */
export const findGenerations = (
  sets: Readonly<Record<Generation, ReadonlySet<string>>>,
  name: string
): ByGeneration => ({
  "2025-06": sets["2025-06"].has(name),
  current: sets.current.has(name)
})

/** The identifiers of the endpoints that gave a success. */
export const listSuccesses = ({ exchanges }: Recording): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ knownError, level, method, path, status }) => {
      const known = accessLevels.find((one) => one === level)
      // The greeting is at the root itself. A redirect to an error page counts as a failure.
      const isSuccess = status < 400 && knownError === undefined
      const found = isSuccess ? (match(method, path, known) ?? match(method, `${path}/`, known)) : undefined
      return found === undefined ? [] : [found.endpoint.identifier]
    })
  )

export const collectCodes = ({ exchanges, failures }: Recording): ReadonlySet<string> =>
  new Set([...failures, ...exchanges.flatMap(({ knownError }) => (knownError === undefined ? [] : [knownError]))])

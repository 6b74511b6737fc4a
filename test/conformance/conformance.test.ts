/**
 * Every scenario against every backend: the emulator as each generation of the service and as both, in this process,
 * and over HTTP; and a real service if the environment names one. What a backend cannot do is skipped, and its name
 * says why.
 *
 * `npm test` takes both generations at once here, in this process. `npm run test:all` takes them over HTTP, and each by
 * itself in `supported.test.ts`, which fails with the first scenario that does. `npm run prove -- conformance` has all
 * of them here, each both ways, and the emulator as browsers have it.
 */
import { describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TestContext } from "vitest"
import { generations } from "../../src/domain/Generation.ts"
import * as Backend from "./Backend.ts"
import type { Scenario } from "./Scenario.ts"
import { areas } from "./scenarios.ts"

const whyNot = (backend: Backend.Kind, { options, generations }: Scenario): string | undefined => {
  if (options !== undefined && !backend.emulated) return "it cannot be started with other options"
  if (backend.generation !== undefined && !generations.includes(backend.generation)) {
    return `only ${generations.join(", ")} does it`
  }
  return undefined
}

/** Vitest notes it and then throws, which would be logged as a failure of the effect. */
const skip = (context: TestContext, reason: string) => Effect.ignore(Effect.try(() => context.skip(reason)))

const runScenario = (backend: Backend.Kind, { effect, options }: Scenario, context: TestContext) =>
  Effect.catchDefect(options === undefined ? effect : Effect.provide(effect, backend.layer(options)), (defect) =>
    defect instanceof Backend.Unavailable ? skip(context, defect.message) : Effect.die(defect)
  )

/** By the mode that the commands set. */
const emulators = () => {
  switch (process.env["MODE"]) {
    case "conformance":
      return [
        Backend.inProcess(),
        Backend.overHttp(),
        Backend.asInBrowsers(),
        ...generations.flatMap((generation) => [Backend.inProcess(generation), Backend.overHttp(generation)])
      ]
    case "all":
      return [Backend.overHttp()]
    default:
      return [Backend.inProcess()]
  }
}

const backends = [...emulators(), Backend.service]

describe.each(backends.filter(({ absent }) => absent !== undefined))("$name", ({ absent }) =>
  it.skip(absent!, () => undefined)
)

for (const backend of backends.filter(({ absent }) => absent === undefined)) {
  layer(Layer.orDie(backend.layer()), { excludeTestServices: !backend.testClock })(backend.name, (it) => {
    describe.each(areas)("%s", (_, scenarios) => {
      const all = scenarios.map((scenario) => ({ ...scenario, reason: whyNot(backend, scenario) }))
      it.effect.each(all.filter(({ reason }) => reason === undefined))("$name", (scenario, context) =>
        runScenario(backend, scenario, context)
      )
      it.effect.each(all.filter(({ reason }) => reason !== undefined))("$name ($reason)", () => Effect.void, {
        skip: true
      })
    })
  })
}

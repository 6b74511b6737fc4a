/**
 * Every scenario against every backend. What a backend cannot do is skipped,
 * and its name says why.
 */
import { describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Backend from "./Backend.ts"
import type { Scenario } from "./Scenario.ts"
import { areas } from "./scenarios.ts"

const whyNot = (backend: Backend.Kind, scenario: Scenario): string | undefined => {
  if (scenario.clock && !backend.clock) return "its time cannot be told to pass"
  if (scenario.providers && !backend.emulated) return "its providers cannot be told what to answer"
  if (scenario.options !== undefined && !backend.emulated) return "it cannot be started with other options"
  return undefined
}

const effectOf = (backend: Backend.Kind, { effect, options }: Scenario) =>
  options === undefined ? effect : Effect.provide(effect, backend.layer(options))

for (const backend of [Backend.inProcess, Backend.overHttp, Backend.service]) {
  if (backend.absent !== undefined) {
    describe(backend.name, () => it.skip(backend.absent!, () => undefined))
    continue
  }
  layer(Layer.orDie(backend.layer()), { excludeTestServices: !backend.testClock })(backend.name, (it) => {
    for (const [area, scenarios] of areas) {
      describe(area, () => {
        for (const scenario of scenarios) {
          const reason = whyNot(backend, scenario)
          if (reason === undefined) it.effect(scenario.name, () => effectOf(backend, scenario))
          else it.effect.skip(`${scenario.name} (${reason})`, () => Effect.void)
        }
      })
    }
  })
}

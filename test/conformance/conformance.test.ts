/**
 * Every scenario against every backend. What a backend cannot do is skipped,
 * and its name says why.
 */
import { describe, it, layer } from "@effect/vitest"
import * as Layer from "effect/Layer"
import * as Backend from "./Backend.ts"
import type { Scenario } from "./Scenario.ts"
import { areas } from "./scenarios.ts"

const whyNot = (backend: Backend.Kind, scenario: Scenario): string | undefined => {
  if (scenario.clock && !backend.clock) return "its time cannot be told to pass"
  if (!scenario.endpoints.every(backend.supports)) return "an endpoint is not implemented yet"
  return undefined
}

for (const backend of [Backend.inProcess, Backend.overHttp, Backend.service]) {
  if (backend.absent !== undefined) {
    describe(backend.name, () => it.skip(backend.absent!, () => undefined))
    continue
  }
  layer(Layer.orDie(backend.layer), { excludeTestServices: !backend.clock, timeout: "30 seconds" })(
    backend.name,
    (it) => {
      for (const [area, scenarios] of areas) {
        describe(area, () => {
          for (const scenario of scenarios) {
            const reason = whyNot(backend, scenario)
            if (reason === undefined) it.effect(scenario.name, () => scenario.effect, backend.timeout)
            else it.effect.skip(`${scenario.name} (${reason})`, () => scenario.effect)
          }
        })
      }
    }
  )
}

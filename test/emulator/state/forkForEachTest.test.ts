/** A copy for each test, as docs/guides/emulator.md shows it. */
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"

layer(Emulator.layer({ project: {}, seedData: { users: [{ email: "ann@example.org" }] } }))((it) => {
  it.effect("has an emulator of its own", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator.Emulator
      yield* emulator.seed({ users: [{ email: "bob@example.org" }] })
      const { projects } = yield* emulator.exportSeed
      expect(projects?.at(-1)?.users?.length).toBe(2)
    }).pipe(Effect.provide(Emulator.layerFork))
  )

  it.effect("has an emulator that no other test has changed", () =>
    Effect.gen(function* () {
      const { projects } = yield* (yield* Emulator.Emulator).exportSeed
      expect(projects?.at(-1)?.users?.length).toBe(1)
    }).pipe(Effect.provide(Emulator.layerFork))
  )
})

/** The emulator as browsers have it. That it answers what Node's does is for the conformance suite. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Emulator from "../../src/emulator/index.ts"
import * as BrowserEmulator from "../../src/emulator/browser.ts"

const options = { passwordCost: "insecure-fast", project: { id: "11111111-1111-4111-8111-111111111111" } } as const

const users = Effect.map(
  Effect.flatMap(Emulator.WithProject, ({ exportSeed }) => exportSeed),
  ({ projects }) =>
    projects?.find(({ id }) => id === options.project.id)?.users?.map(({ displayName }) => displayName) ?? []
)

const ann: Emulator.Seed = {
  users: [{ displayName: "Ann", email: "ann@example.org", password: "correct horse battery" }]
}

describe("the emulator in a browser", () => {
  it.effect("has seeds, snapshots, forks, faults, a clock and resets", () =>
    Effect.gen(function* () {
      const { clock, faults, fork, reset, restore, seed, snapshot } = yield* Emulator.WithProject
      const empty = yield* snapshot
      yield* seed(ann)
      expect(yield* users).toStrictEqual(["Ann"])
      const full = yield* snapshot
      yield* restore(empty)
      expect(yield* users).toStrictEqual([])
      yield* restore(full)
      const copy = yield* fork
      yield* reset
      expect(yield* users).toStrictEqual([])
      expect(yield* Effect.provideService(users, Emulator.WithProject, copy)).toStrictEqual(["Ann"])
      yield* clock.advance(Duration.hours(1))
      yield* faults.add({ path: "/users/me", status: 503 })
      expect(yield* faults.list).toHaveLength(1)
    }).pipe(Effect.scoped, Effect.provide(BrowserEmulator.layer(options)))
  )

  it.effect("takes the snapshots of one on Node, and the other way round", () =>
    Effect.gen(function* () {
      const onNode = Effect.provide(
        Effect.gen(function* () {
          const { seed, snapshot } = yield* Emulator.WithProject
          yield* seed(ann)
          return yield* snapshot
        }),
        Emulator.layer(options)
      )
      const snapshot = yield* onNode
      const again = yield* Effect.gen(function* () {
        const { restore, snapshot: taken } = yield* Emulator.WithProject
        yield* restore(snapshot)
        return yield* taken
      }).pipe(Effect.provide(BrowserEmulator.layer(options)))
      expect(again).toStrictEqual(snapshot)
    })
  )

  it.effect("says where sqlite3.wasm is missing", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.provide(Effect.void, BrowserEmulator.layer({ sqliteUrl: "/nowhere.wasm" }))
      )
      const text = exit._tag === "Failure" ? Cause.pretty(exit.cause) : ""
      expect(text).toContain("/nowhere.wasm cannot be loaded. Say with sqliteUrl where it is.")
    })
  )
})

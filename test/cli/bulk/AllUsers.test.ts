/** Pages of all users, in both generations of the service. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as AllUsers from "../../../src/cli/bulk/AllUsers.ts"
import { Emulator } from "../../../src/emulator/node.ts"
import { emulated } from "../../support/serverApps.ts"

it.effect.each([
  ["2025-06", 4],
  ["current", 3]
] as const)("all users of the service %s are read with %d requests", ([service, requests]) =>
  Effect.gen(function* () {
    const { journal, seed } = yield* Emulator
    yield* seed({ users: ["a", "b", "c"].map((name) => ({ email: `${name}@example.org` })) })
    expect(yield* Stream.runCollect(AllUsers.stream({ pageSize: 1 }))).toHaveLength(3)
    expect(yield* journal.count(({ path }) => path.endsWith("/users"))).toBe(requests)
  }).pipe(Effect.provide(emulated({ service })))
)

it.effect.each([
  ["2025-06", 3],
  ["current", 2]
] as const)("the directory of an import searches %s for two addresses with %d requests", ([service, requests]) =>
  Effect.gen(function* () {
    const { journal } = yield* Emulator
    const { search } = AllUsers.makeDirectory()
    yield* search("a@example.org")
    yield* search("b@example.org")
    expect(yield* journal.count(({ path }) => path.endsWith("/users"))).toBe(requests)
  }).pipe(Effect.provide(emulated({ service })))
)

/** The emulator's state: seeds, snapshots, and a copy for each test. */
import { Console, Effect } from "effect"
import { CurrentUser, Password } from "gatefold"
import * as Emulator from "gatefold/emulator"
import { Users } from "gatefold/server"
import { run, server } from "./demo.ts"

/** Could also be a file in JSON or YAML. */
const seed = Emulator.defineSeed({
  permissions: [{ id: "orders:read" }],
  users: [
    { email: "eve@example.org", password: "correct horse battery", displayName: "Eve", permissions: ["orders:read"] },
    { email: "kim@example.org", emailVerified: false }
  ],
  teams: [{ displayName: "Sales", members: [{ user: "eve@example.org", permissions: ["team_admin"] }] }]
})

const count = Effect.map(Users.list(), (users) => users.length)

const program = Effect.gen(function* () {
  const emulator = yield* Emulator.Emulator

  yield* emulator.seed(seed)
  yield* Password.signIn({ email: "eve@example.org", password: "correct horse battery" })
  yield* Console.log("Signed in as", (yield* CurrentUser.get)?.displayName)

  const before = yield* emulator.snapshot
  yield* Users.create({ primaryEmail: "joe@example.org" })
  yield* Console.log("With Joe there are", yield* count)
  yield* emulator.restore(before)
  yield* Console.log("The snapshot has", yield* count)

  // An invalid seed reports the wrong place, and the emulator applies none of it.
  const bad = yield* Effect.flip(emulator.seed({ users: [{ email: "lea@example.org" }, { email: "eve@example.org" }] }))
  yield* Console.log(bad.path, "is refused, and there are still", yield* count)

  // Changes in a copy don't affect the original.
  const copy = yield* Effect.scoped(
    Effect.gen(function* () {
      const fork = yield* emulator.fork
      yield* fork.seed({ users: [{ email: "max@example.org" }] })
      return yield* fork.exportSeed
    })
  )
  yield* Console.log("Projects of the copy:", copy.projects?.length)

  yield* emulator.reset
  yield* Console.log("As new:", yield* count)
})

export const example = Effect.provide(program, server)

run(import.meta.main, example)

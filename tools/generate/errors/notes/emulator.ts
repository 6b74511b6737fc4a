/** The emulator itself: its start and its commands. */
import type { Notes } from "./Note.ts"

const printTold = (tag: string, call: string, handle: string) => `import { Console, Effect } from "effect"
import { Emulator } from "gatefold/emulator"

export const program = Effect.gen(function* () {
  const emulator = yield* Emulator
  yield* ${call}
}).pipe(Effect.catchTag("${tag}", ${handle}))`

const printServed = (tag: string, options: string) => `import { Console, Effect } from "effect"
import * as Emulator from "gatefold/emulator"

export const program = Emulator.serve(${options}).pipe(
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.catchTag("${tag}", ({ message }) => Console.error(message))
)`

export const emulator: Notes = {
  ServeError: {
    when: "The emulator can't start: `NODE_ENV` is `production` (`Production`), the port is taken or not allowed (`Listen`), or a required package isn't installed (`MissingPackage`).",
    todo: "Show `message`: it says what to change. `port: 0` picks a free port.",
    example: printServed("ServeError", '{ port: 8102, project: { displayName: "Shop" } }')
  },
  DatabaseError: {
    when: "The emulator can't open the file of the option `data`, or the file fails later. Another emulator uses it (`InUse`), it belongs to another program (`Foreign`) or a later version (`Newer`), or it is damaged (`Corrupt`). The disk can be full (`Full`) or fail (`Failed`), the file may not be writable (`Inaccessible`), or the emulator has stopped (`Closed`).",
    todo: "Show `message`: it names the file and what to do. Omit `data` to keep everything in memory.",
    example: printServed("DatabaseError", '{ port: 8102, data: "shop.db" }')
  },
  SeedError: {
    when: "A seed contains something invalid, such as an unknown field, a malformed address, or a team member who isn't a user. The emulator applies nothing of the seed.",
    todo: "Correct the place that `path` names, such as `users[1].email`. `problem` says what is wrong there.",
    example: printTold(
      "SeedError",
      'emulator.seed({ users: [{ email: "ann" }] })',
      "({ path, problem }) => Console.error(path, problem)"
    )
  },
  SnapshotError: {
    when: "A snapshot was made by another version of the emulator, was changed, or isn't a snapshot. The emulator keeps its state.",
    todo: "Take a new snapshot with this version. For data that should survive updates, or that you write by hand, use a seed: `gatefold emulator export` writes one.",
    example: printTold(
      "SnapshotError",
      "Effect.flatMap(emulator.snapshot, emulator.restore)",
      "({ path, problem }) => Console.error(path, problem)"
    )
  },
  FaultRuleError: {
    when: "A fault rule has an unknown field, or fields that can't be combined, such as two outcomes. The emulator doesn't add the rule.",
    todo: "Read `message`: it names the field and what to write instead.",
    example: printTold(
      "FaultRuleError",
      'emulator.faults.add({ path: "/users/*", status: 503, first: 2 })',
      "({ message }) => Console.error(message)"
    )
  }
}

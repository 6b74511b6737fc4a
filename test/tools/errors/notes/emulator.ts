import type { Notes } from "./Note.ts"

const told = (tag: string, call: string, handle: string) => `import { Console, Effect } from "effect"
import { Emulator } from "gatefold/emulator"

export const program = Effect.gen(function* () {
  const emulator = yield* Emulator
  yield* ${call}
}).pipe(Effect.catchTag("${tag}", ${handle}))`

const served = (tag: string, options: string) => `import { Console, Effect } from "effect"
import * as Emulator from "gatefold/emulator"

export const program = Emulator.serve(${options}).pipe(
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.catchTag("${tag}", ({ message }) => Console.error(message))
)`

/** The emulator itself: how it starts, and what it is told. */
export const emulator: Notes = {
  ServeError: {
    when: "The emulator cannot be served: `NODE_ENV` is `production` (`Production`), the port is taken or not allowed (`Listen`), or a package that is needed is not installed (`MissingPackage`).",
    todo: "Show `message`: it says what to change. `port: 0` takes a free port.",
    example: served("ServeError", '{ port: 8102, project: { displayName: "Shop" } }')
  },
  DatabaseError: {
    when: "The file of the option `data` cannot be opened, or fails later: another emulator has it (`InUse`), it is of another program (`Foreign`) or of a later version (`Newer`), it is damaged (`Corrupt`), the disk is full (`Full`) or fails (`Failed`), it may not be written (`Inaccessible`), or the emulator has ended (`Closed`).",
    todo: "Show `message`: it names the file, and what to do. Leave `data` out to have everything in memory.",
    example: served("DatabaseError", '{ port: 8102, data: "shop.db" }')
  },
  SeedError: {
    when: "A seed has something that cannot be: a field that does not exist, an address that is none, a member of a team who is no user. Nothing of the seed is in the emulator.",
    todo: "Correct the place that `path` names, such as `users[1].email`; `problem` says what is wrong there.",
    example: told(
      "SeedError",
      'emulator.seed({ users: [{ email: "ann" }] })',
      "({ path, problem }) => Console.error(path, problem)"
    )
  },
  SnapshotError: {
    when: "A snapshot is of another version of the emulator, was changed, or is none at all. The state of the emulator is as it was.",
    todo: "Take the snapshot anew with this version. What is to outlive versions, or is written by hand, is a seed: `gatefold emulator export` writes one.",
    example: told(
      "SnapshotError",
      "Effect.flatMap(emulator.snapshot, emulator.restore)",
      "({ path, problem }) => Console.error(path, problem)"
    )
  },
  FaultRuleError: {
    when: "A rule for faults has a field that does not exist, or fields that do not go together, such as two outcomes. The rule is not added.",
    todo: "Read `message`: it names the field, and what to write instead.",
    example: told(
      "FaultRuleError",
      'emulator.faults.add({ path: "/users/*", status: 503, first: 2 })',
      "({ message }) => Console.error(message)"
    )
  }
}

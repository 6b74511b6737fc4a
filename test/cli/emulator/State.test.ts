/** Who can read an exported state, and which states are refused. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { exportSeed, importSeed, restore, seed, snapshot } from "../../../src/cli/emulator/State.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const readMode = (file: string) => fs.statSync(file).mode & 0o777

describe("an exported state", () => {
  it.live("is never in a file that others can read, not even for a moment", () =>
    Effect.gen(function* () {
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0, project: {} })
      const folder = yield* temporaryFolder
      const file = path.join(folder, "seed.json")
      fs.writeFileSync(file, "of an earlier time")
      fs.chmodSync(file, 0o644)
      const modes: Array<number> = []
      const original = fs.writeFileSync
      fs.writeFileSync = (...args) => {
        if (typeof args[0] === "number") modes.push(fs.fstatSync(args[0]).mode & 0o777)
        return original(...args)
      }
      syncBuiltinESMExports()
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          fs.writeFileSync = original
          syncBuiltinESMExports()
        })
      )
      const target = { url: Option.some(baseUrl), token: Option.some(controlToken), json: false }
      const console = { ...globalThis.console, log: () => undefined }
      yield* Effect.provideService(exportSeed({ ...target, file: Option.some(file) }), Console.Console, console)
      expect(modes).toStrictEqual([0o600])
      expect(readMode(file)).toBe(0o600)
      expect(JSON.parse(fs.readFileSync(file, "utf8"))).toHaveProperty("projects")
    })
  )
})

describe("a snapshot of another version", () => {
  it.live("is refused as a snapshot, and not as a seed", () =>
    Effect.gen(function* () {
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0, project: {} })
      const file = path.join(yield* temporaryFolder, "snapshot.json")
      const target = { url: Option.some(baseUrl), token: Option.some(controlToken), json: false }
      const console = { ...globalThis.console, log: () => undefined }
      yield* Effect.provideService(snapshot({ ...target, file: Option.some(file) }), Console.Console, console)
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(/"version":\d+/, '"version":1'))
      const { message } = yield* Effect.flip(restore({ ...target, file }))
      expect(message).toBe("The snapshot is of another version of the emulator.")
    })
  )
})

describe("a seed with a wrong value", () => {
  const file = { users: [{ email: "ann" }] }
  it.live.each([
    { command: "seed", send: seed },
    { command: "import", send: importSeed }
  ])("is called an invalid seed by gatefold emulator $command", ({ send }) =>
    Effect.gen(function* () {
      const { baseUrl, controlToken } = yield* Emulator.serve({ port: 0, project: {} })
      const target = { url: Option.some(baseUrl), token: Option.some(controlToken), json: false }
      const { message } = yield* Effect.flip(send({ ...target, file }))
      expect(message).toBe("Invalid seed: users[0].email: expected an email address.")
    })
  )
})

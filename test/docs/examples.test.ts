import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestConsole from "effect/testing/TestConsole"
import * as fs from "node:fs"
import * as path from "node:path"
import { device, EmulatorLive } from "../../docs/examples/demo.ts"

const folder = path.join(import.meta.dirname, "../../docs/examples")

/** Files that other examples use. */
const shared = ["demo.ts", "authenticator.ts", "browser.ts"]

describe("docs/examples", () => {
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith(".ts") && !shared.includes(name))) {
    it.live(`${file} runs to its end`, () =>
      Effect.gen(function* () {
        const { example } = yield* Effect.promise(() => import(path.join(folder, file)))
        yield* (example as Effect.Effect<void>).pipe(Effect.provide(device), Effect.provide(EmulatorLive))
        expect((yield* TestConsole.logLines).length).toBeGreaterThan(0)
      }).pipe(Effect.provide(TestConsole.layer))
    )
  }
})

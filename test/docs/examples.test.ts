/** Every example of the docs runs, and together they show every operation of a client. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as TestConsole from "effect/testing/TestConsole"
import { device, EmulatorLive } from "../../docs/examples/demo.ts"
import * as gatefold from "../../src/index.ts"
import { readData } from "../../src/operation/OperationData.ts"

const folder = path.join(import.meta.dirname, "../../docs/examples")

const files = fs.readdirSync(folder).filter((name) => name.endsWith(".ts"))

/** Files that other examples use. */
const shared = ["demo.ts", "authenticator.ts", "browser.ts"]

/** Files for other runtimes, which `test/package/runtimes.test.ts` starts there. */
const elsewhere = ["backend-workers.ts", "backend-workers-http-api.ts", "backend-bun.ts", "backend-deno.ts"]

/** The operations of the package, as `Area.name`. */
const operations = Object.values(gatefold)
  .flatMap((area) => (typeof area === "object" ? Object.values(area) : []))
  .flatMap((value) => readData(value)?.name ?? [])

describe("docs/examples", () => {
  it("show every operation of a client", () => {
    const text = files.map((file) => fs.readFileSync(path.join(folder, file), "utf8")).join("\n")
    expect(operations.length).toBeGreaterThan(60)
    expect(operations.filter((name) => !new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(text))).toStrictEqual([])
  })

  it.live.each(files.filter((name) => ![...shared, ...elsewhere].includes(name)))("%s runs to its end", (file) =>
    Effect.gen(function* () {
      const { example } = yield* Effect.promise(() => import(path.join(folder, file)))
      yield* (example as Effect.Effect<void>).pipe(
        Effect.provide(device),
        Effect.provide(EmulatorLive),
        // Examples read their metrics, and other tests of this process would count in the same registry.
        Effect.provideService(Metric.MetricRegistry, new Map())
      )
      expect((yield* TestConsole.logLines).length).toBeGreaterThan(0)
    }).pipe(Effect.provide(TestConsole.layer))
  )
})

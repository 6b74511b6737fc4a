/** The layer of undici leaves the process as it is. */
import { describe, expect, it } from "@effect/vitest"

describe("undici", () => {
  it("does not touch the dispatcher or the fetch of the process", async () => {
    // In a process of its own: another test may have imported undici.
    const { execFile } = await import("node:child_process")
    const script = `
      const before = globalThis.fetch
      await import(${JSON.stringify(new URL("../../src/undici/UndiciHttp.ts", import.meta.url).href)})
      const symbols = ["1", "2"].map((n) => globalThis[Symbol.for("undici.globalDispatcher." + n)])
      process.stdout.write(JSON.stringify([before === globalThis.fetch, symbols.every((s) => s === undefined)]))`
    const stdout = await new Promise<string>((resolve, reject) =>
      execFile(
        process.execPath,
        ["--conditions", "gatefold-source", "--input-type=module", "-e", script],
        (error, out) => (error === null ? resolve(out) : reject(error))
      )
    )
    expect(stdout).toBe("[true,true]")
  })
})

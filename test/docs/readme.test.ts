/** The README's program for a server runs as it stands, against what `gatefold start` serves. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expect, vi } from "vitest"
import * as Emulator from "../../src/emulator/index.ts"
import { commonProviders, credentials, methods, toProject } from "../../src/emulator/seeds/Development.ts"
import { root } from "../support/root.ts"

describe("README.md", () => {
  it.live("has a server program that runs", () =>
    Effect.gen(function* () {
      const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(fs.readFileSync(path.join(root, "README.md"), "utf8")) ?? []
      expect(code.trim().split("\n").length).toBeLessThanOrEqual(20)
      expect(code).toContain(`"${credentials.apiUrl}"`)
      const project = toProject({ methods, providers: commonProviders, randomKeys: false })
      const { baseUrl } = yield* Emulator.serve({ port: 0, project })
      const file = path.join(root, ".cache", `readme-${process.pid}.ts`)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, code.replace(credentials.apiUrl, baseUrl))
      const log = vi.spyOn(console, "log").mockImplementation(() => {})
      // It runs a second time, too.
      for (const time of [1, 2]) {
        const { userOf } = yield* Effect.promise(() => import(`${file}?${time}`))
        expect(log.mock.calls.splice(0), `time ${time}`).toStrictEqual([["Ann created Acme"]])
        expect(yield* Effect.promise(() => userOf(new Request("http://localhost:3000"))), `time ${time}`).toBeNull()
      }
      log.mockRestore()
      fs.rmSync(file)
    })
  )
})

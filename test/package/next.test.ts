/** The Next.js example, type-checked as its reader's editor does it. That it works is for `npm run prove -- next`. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Copy from "../../src/cli/add/Copy.ts"
import { readFiles, screens } from "../../src/cli/add/Screens.ts"
import { root } from "../support/root.ts"

const names = new Set(["handler", "account", "user-button"])

describe("docs/examples/next", () => {
  it("type-checks with its screens", async () => {
    const folder = path.join(root, ".cache/next-types")
    fs.rmSync(folder, { recursive: true, force: true })
    fs.cpSync(path.join(root, "docs/examples/next"), folder, {
      recursive: true,
      filter: (file) => !/\/(?:\.next|node_modules)$/.test(file)
    })
    const files = readFiles(screens.filter(({ name }) => names.has(name)))
    await Effect.runPromise(
      Effect.flatMap(Copy.plan(folder, "components/gatefold", files), (copied) =>
        Copy.write(folder, copied, { force: true })
      )
    )
    const options = ["--incremental", "false", "--checkers", "1"]
    const output = await new Promise<string>((resolve) =>
      execFile(path.join(root, "node_modules/.bin/tsc"), ["-p", folder, ...options], (_, stdout) => resolve(stdout))
    )
    expect(output).toBe("")
  })
})

/** The Next.js example, type-checked as its reader's editor does it. That it works is for `npm run test:next`. */
import { expect, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

it("docs/examples/next type-checks", async () => {
  const options = ["--customConditions", "gatefold-source", "--allowImportingTsExtensions", "--incremental", "false"]
  const example = path.join(root, "docs/examples/next")
  const output = await new Promise<string>((resolve) =>
    execFile(path.join(root, "node_modules/.bin/tsc"), ["-p", example, ...options], (_, stdout) => resolve(stdout))
  )
  expect(output).toBe("")
})

/** Two services with one key would replace each other, and a service that is missing is named by its key. */
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as fs from "node:fs"
import * as path from "node:path"

const folder = path.join(import.meta.dirname, "../../src/platform")

it("each service of the platform has a key of its own, which names its module", async () => {
  const keys: Array<string> = []
  for (const file of fs.readdirSync(folder)) {
    const name = path.basename(file, ".ts")
    const members: Readonly<Record<string, unknown>> = await import(`../../src/platform/${name}.ts`)
    for (const member of Object.values(members)) {
      if (!Context.isKey(member)) continue
      assert.match(member.key, /^gatefold\/platform\/[A-Z]/, `${name}: ${member.key}`)
      keys.push(member.key)
    }
  }
  assert.isAbove(keys.length, 8)
  assert.lengthOf(new Set(keys), keys.length)
})

/** The guide for those who come from the vendor's SDK names what there is, and its code is whole files. */
import { describe, expect, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import * as gatefold from "../../src/index.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import * as react from "../../src/react/index.ts"

const root = path.join(import.meta.dirname, "../..")
const guide = fs.readFileSync(path.join(root, "docs/guides/moving-from-the-vendor-sdk.md"), "utf8")
const folder = path.join(root, "docs/examples/moving")

const keys = { projectId: "p", publishableClientKey: "pck_a", secretServerKey: "ssk_a", superSecretAdminKey: "sak_a" }
const apps: Readonly<Record<string, object>> = {
  app: createClientApp(keys),
  serverApp: createServerApp(keys),
  adminApp: createAdminApp(keys)
}

/** The member at a path such as `app.teams.list`. */
const memberOf = (value: unknown, names: ReadonlyArray<string>): unknown =>
  names.reduce(
    (found: unknown, name) => (Object(found) === found ? Reflect.get(Object(found), name) : undefined),
    value
  )

const tables = guide.split("\n").filter((line) => line.startsWith("| `"))

describe("docs/guides/moving-from-the-vendor-sdk.md", () => {
  it("shows whole files", () => {
    const blocks = Array.from(guide.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm), ([, block]) => block)
    const files = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), "utf8"))
    expect(blocks.toSorted()).toEqual(files.toSorted())
  })

  it("names methods that there are", () => {
    const calls = Array.from(tables.join("\n").matchAll(/`(app|serverApp|adminApp)\.(\w+)\.(\w+)\b/g))
    expect(calls.length).toBeGreaterThan(80)
    for (const [call, app = "", area = "", method = ""] of calls) {
      expect([call, typeof memberOf(apps[app], [area, method])]).toEqual([call, "function"])
    }
  })

  it("names hooks, operations and screens that there are", () => {
    const cells = tables.map((line) => line.split(" | ").at(-1) ?? "").join("\n")
    const hooks = Array.from(cells.matchAll(/`(use\w+)\(/g), ([, hook = ""]) => hook)
    expect(hooks.length).toBeGreaterThan(40)
    for (const hook of hooks) expect([hook, typeof memberOf(react, [hook])]).toEqual([hook, "function"])
    for (const [, area = "", operation = ""] of cells.matchAll(/use(?:Action|Resource)\((\w+)\.(\w+)/g)) {
      expect([area, operation, memberOf(gatefold, [area, operation])]).not.toContain(undefined)
    }
    const screens = Array.from(guide.matchAll(/the screen `(\w+)`/g), ([, screen = ""]) => screen)
    const handler = fs.readFileSync(path.join(root, "src/react/AuthHandler.tsx"), "utf8")
    for (const screen of screens) expect(handler).toMatch(new RegExp(`\\b${screen}\\b`))
  })
})

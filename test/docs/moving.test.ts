/** The guides for those who come from somewhere else name what there is, and the code of one is whole files. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as gatefold from "../../src/index.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import * as react from "../../src/react/index.ts"
import { root } from "../support/root.ts"

const folder = path.join(root, "docs/moving")
const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8")

const keys = { projectId: "p", publishableClientKey: "pck_a", secretServerKey: "ssk_a", superSecretAdminKey: "sak_a" }
const apps: Readonly<Record<string, object>> = {
  app: createClientApp(keys),
  serverApp: createServerApp(keys),
  adminApp: createAdminApp(keys)
}

/** The member at a path such as `app.teams.list`. */
const findMember = (value: unknown, names: ReadonlyArray<string>): unknown =>
  names.reduce(
    (found: unknown, name) => (Object(found) === found ? Reflect.get(Object(found), name) : undefined),
    value
  )

const listRows = (guide: string) => guide.split("\n").filter((line) => line.startsWith("| `"))

describe("docs/moving", () => {
  it("from-stack-auth.md shows whole files", () => {
    const blocks = Array.from(read("from-stack-auth.md").matchAll(/^```tsx?\n([\s\S]*?)^```$/gm), ([, block]) => block)
    const examples = path.join(root, "docs/examples/moving/stack-auth")
    const files = fs.readdirSync(examples).map((name) => fs.readFileSync(path.join(examples, name), "utf8"))
    expect(blocks.toSorted()).toStrictEqual(files.toSorted())
  })

  const handler = fs.readFileSync(path.join(root, "src/react/HandlerStates.ts"), "utf8")

  describe.each(fs.readdirSync(folder).filter((name) => name.startsWith("from-")))("the guide %s", (name) => {
    const guide = read(name)

    it("names methods that there are", () => {
      const calls = Array.from(guide.matchAll(/`(app|serverApp|adminApp)\.(\w+)\.(\w+)\b/g))
      expect(calls.length).toBeGreaterThan(40)
      for (const [call, app = "", area = "", method = ""] of calls) {
        expect(typeof findMember(apps[app], [area, method]), call).toBe("function")
      }
    })

    it("names hooks, operations and screens that there are", () => {
      const cells = listRows(guide)
        .map((line) => line.split(" | ").at(-1) ?? "")
        .join("\n")
      const hooks = Array.from(cells.matchAll(/`(use\w+)\(/g), ([, hook = ""]) => hook)
      expect(hooks.length).toBeGreaterThan(10)
      expect(hooks.filter((hook) => typeof findMember(react, [hook]) !== "function")).toStrictEqual([])
      const operations = Array.from(
        cells.matchAll(/use(?:Action|Resource)\((\w+)\.(\w+)/g),
        ([, area = "", operation = ""]) => [area, operation]
      )
      expect(operations.filter((names) => findMember(gatefold, names) === undefined)).toStrictEqual([])
      const screens = Array.from(guide.matchAll(/the screen `(\w+)`/g), ([, screen = ""]) => screen)
      expect(screens.filter((screen) => !new RegExp(`\\b${screen}\\b`).test(handler))).toStrictEqual([])
    })
  })
})

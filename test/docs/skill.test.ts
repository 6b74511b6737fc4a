/** The agent skill is of the format that agents read, and names what there is. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import { root } from "../support/root.ts"

const skill = fs.readFileSync(path.join(root, "docs/skill/SKILL.md"), "utf8")

describe("docs/skill/SKILL.md", () => {
  it("begins with a name and a description within their limits", () => {
    const [, matter = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? []
    const fields = new Map(matter.split("\n").map((line) => line.split(/: (.*)/, 2) as [string, string]))
    expect(fields.get("name")).toBe("gatefold")
    const description = fields.get("description") ?? ""
    expect(description.length).toBeGreaterThanOrEqual(100)
    expect(description.length).toBeLessThanOrEqual(1024)
    // A colon would end a plain YAML value.
    expect(description).not.toContain(": ")
    expect(skill.split("\n").length).toBeLessThanOrEqual(500)
  })

  it("names files of the package that there are", () => {
    const files = Array.from(skill.matchAll(/`node_modules\/gatefold\/([\w./-]+)`/g), ([, file = ""]) => file)
    expect(files.length).toBeGreaterThan(6)
    for (const file of files) expect(fs.existsSync(path.join(root, file)), file).toBe(true)
  })

  it("names entry points that there are", () => {
    const { exports } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { exports: object }
    const subpaths = Array.from(skill.matchAll(/`gatefold(\/[a-z/]+)?`/g), ([, subpath]) => subpath)
    expect(subpaths.length).toBeGreaterThan(12)
    expect(subpaths.filter((subpath = "") => !(`.${subpath}` in exports))).toStrictEqual([])
  })

  it("names operations that there are", () => {
    const keys = {
      projectId: "p",
      publishableClientKey: "pck_a",
      secretServerKey: "ssk_a",
      superSecretAdminKey: "sak_a"
    }
    const apps = { app: createClientApp(keys), serverApp: createServerApp(keys), adminApp: createAdminApp(keys) }
    const calls = Array.from(skill.matchAll(/\b(app|serverApp|adminApp)\.(\w+)\.(\w+)\b/g))
    expect(calls.length).toBeGreaterThan(7)
    for (const [call, app, area, method] of calls) {
      const found: unknown = Reflect.get(apps[app as keyof typeof apps], area!)
      expect(Reflect.get(Object(found), method!), call).toBeTypeOf("function")
    }
  })
})

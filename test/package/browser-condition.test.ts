/** The entry points with secret keys, as bundlers and browsers see them (docs/protocol/threats.md#keys-in-browsers). */
import { describe, expect, it } from "@effect/vitest"
import * as esbuild from "esbuild"
import { execFile } from "node:child_process"
import * as path from "node:path"
import packageJson from "../../package.json" with { type: "json" }

const root = path.resolve(import.meta.dirname, "../..")
const entries = [
  "gatefold/server",
  "gatefold/server/config",
  "gatefold/admin",
  "gatefold/admin/config",
  "gatefold/backend",
  "gatefold/promise/server",
  "gatefold/promise/admin",
  "gatefold/next/server"
]
const refusal = "cannot be loaded in a browser"

/** What each entry point throws when it is imported on a server with these conditions; null where it loads. */
const importAll = (...conditions: ReadonlyArray<string>) =>
  new Promise<Readonly<Record<string, string | null>>>((resolve, reject) =>
    execFile(
      process.execPath,
      [
        ...["gatefold-source", ...conditions].flatMap((condition) => ["--conditions", condition]),
        "--input-type=module",
        "-e",
        `const outcomes = {}
        for (const name of ${JSON.stringify(entries)}) {
          outcomes[name] = await import(name).then(() => null, (error) => String(error))
        }
        console.log(JSON.stringify(outcomes))`
      ],
      { cwd: root },
      (error, stdout) => (error === null ? resolve(JSON.parse(stdout)) : reject(error))
    )
  )

const bundle = (specifier: string, conditions: ReadonlyArray<string> = []) =>
  esbuild.build({
    stdin: { contents: `import * as all from "${specifier}"\nconsole.log(Object.keys(all))`, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["gatefold-source", ...conditions],
    logLevel: "silent"
  })

describe("an entry point with secret keys", () => {
  it("loads on a server, and fails at import in a browser", async () => {
    expect(await importAll()).toEqual(Object.fromEntries(entries.map((name) => [name, null])))
    const outcomes = await importAll("browser")
    expect(Object.keys(outcomes)).toEqual(entries)
    for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toContain(refusal)
  })

  for (const specifier of entries) {
    it(`${specifier} leaves nothing but its refusal in a bundle for browsers`, async () => {
      const [file] = (await bundle(specifier)).outputFiles
      expect(file?.text).toContain(refusal)
      expect(file?.text).not.toMatch(/x-stack-secret-server-key|x-stack-super-secret-admin-key|x-stack-admin-access/)
    })

    it(`${specifier} stays usable on servers whose bundlers also say browser`, async () => {
      const [file] = (await bundle(specifier, ["workerd", "browser"])).outputFiles
      expect(file?.text).not.toContain(refusal)
    })
  }

  it("refuses as built too, and has types for both", () => {
    for (const specifier of entries) {
      const conditions = packageJson.exports[specifier.replace("gatefold", ".") as "./server"]
      expect(conditions.browser).toBe("./dist/server/browser.js")
      expect(conditions.types).toBe(conditions.default.replace(/js$/, "d.ts"))
      // the first that holds counts
      const names = Object.keys(conditions)
      expect(names.indexOf("workerd")).toBeLessThan(names.indexOf("browser"))
      expect(names.indexOf("browser")).toBeLessThan(names.indexOf("default"))
    }
    expect(packageJson.sideEffects).toContain("**/server/browser.*")
  })
})

describe("the entry points for browsers", () => {
  for (const specifier of ["gatefold", "gatefold/promise"]) {
    it(`${specifier} holds nothing that only servers use`, async () => {
      const [file] = (await bundle(specifier)).outputFiles
      expect(file?.text).not.toMatch(/x-stack-secret-server-key|x-stack-super-secret-admin-key|x-stack-admin-access/)
      expect(file?.text).not.toContain("gatefold/server/ServerApp")
    })
  }
})

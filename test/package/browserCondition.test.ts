/** The entry points with secret keys, as bundlers and browsers see them (docs/protocol/threats.md#keys-in-browsers). */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as esbuild from "esbuild"
import packageJson from "../../package.json" with { type: "json" }
import { root } from "../support/root.ts"

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

/** The code of a bundle of each entry point. */
const bundle = async (specifiers: ReadonlyArray<string>, ...conditions: ReadonlyArray<string>) => {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(specifiers.map((specifier, index) => [String(index), specifier])),
    outdir: "bundles",
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["gatefold-source", ...conditions],
    logLevel: "silent"
  })
  const codes = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file, ".js"), text]))
  return specifiers.map((specifier, index) => [specifier, codes.get(String(index))!] as const)
}

describe("an entry point", () => {
  it("loads on a server with secret keys, and fails at import in a browser", async () => {
    expect(await importAll()).toStrictEqual(Object.fromEntries(entries.map((name) => [name, null])))
    const outcomes = await importAll("browser")
    expect(Object.keys(outcomes)).toStrictEqual(entries)
    for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toContain(refusal)
  })

  const secrets = /x-stack-secret-server-key|x-stack-super-secret-admin-key|x-stack-admin-access/

  it("leaves nothing but its refusal in a bundle for browsers if it takes secret keys", async () => {
    for (const [specifier, code] of await bundle(entries)) {
      expect(code, specifier).toContain(refusal)
      expect(code, specifier).not.toMatch(secrets)
    }
  })

  it("stays usable with secret keys on servers whose bundlers also say browser", async () => {
    for (const [specifier, code] of await bundle(entries, "workerd", "browser")) {
      expect(code, specifier).not.toContain(refusal)
      expect(code.length, specifier).toBeGreaterThan(10_000)
    }
  })

  it("holds nothing that only servers use if it is for browsers", async () => {
    for (const [specifier, code] of await bundle(["gatefold", "gatefold/promise"])) {
      expect(code, specifier).not.toMatch(secrets)
      expect(code, specifier).not.toContain("gatefold/server/ServerApp")
    }
  })

  it("refuses as built too if it takes secret keys, and has types for both", () => {
    for (const specifier of entries) {
      const conditions = packageJson.exports[specifier.replace("gatefold", ".") as "./server"]
      expect(conditions.browser, specifier).toBe("./dist/server/browser.js")
      expect(conditions.types, specifier).toBe(conditions.default.replace(/js$/, "d.ts"))
      // The first that holds counts.
      const names = Object.keys(conditions)
      expect(names.indexOf("workerd"), specifier).toBeLessThan(names.indexOf("browser"))
      expect(names.indexOf("browser"), specifier).toBeLessThan(names.indexOf("default"))
    }
    expect(packageJson.sideEffects).toContain("**/server/browser.*")
  })
})

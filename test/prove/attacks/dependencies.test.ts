/** The packages that ship, against the list of decision 0043, and the licenses of all that is installed here. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../../package.json" with { type: "json" }
import { folders } from "../../../tools/install.ts"
import { parseAdvisories, makeManifest } from "../../../tools/package/audit.ts"
import { makeBillOfMaterials, licenses, parsePackages } from "../../../tools/package/bundled.ts"
import { root } from "../../support/root.ts"

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

/** An entry of a lock file, as far as it is used here. */
interface Locked {
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly hasInstallScript?: boolean
}
const packagesIn = (folder: string): Readonly<Record<string, Locked>> =>
  JSON.parse(read(path.join(folder, "package-lock.json"))).packages
const lock = packagesIn(".")

const decision = read("docs/decisions/0043-dependencies.md")

/** The packages of the tables of the decision, with the cell that names their licenses. */
const listed = new Map(
  Array.from(decision.matchAll(/^\| (`[^|]+) \|.*\| ([^|]+) \|$/gm)).flatMap(([, names, cell]) =>
    Array.from(names!.matchAll(/`([^`]+)`/g), ([, name]) => [name!, cell!] as const)
  )
)

/** Licenses of packages that only develop this repository, and are no part of what ships. */
const forDevelopment = [
  ...licenses,
  "MPL-2.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "Unlicense",
  "BlueOak-1.0.0",
  "Python-2.0",
  "LGPL-3.0-or-later",
  "OFL-1.1"
]

/** The licenses of an expression that are not allowed: each of `AND`, all of `OR`. */
const refused = (expression: string, allowed: ReadonlyArray<string>): ReadonlyArray<string> =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .filter((part) => !part.split(" OR ").some((one) => allowed.includes(one)))

/** What npm installs with packages: they and their dependencies, but for optional ones and peers. */
const installed = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (name: string, from: string): void => {
    const folders = from.split(/(?=\/node_modules\/)/)
    const place = folders
      .map((_, index) => `${folders.slice(0, folders.length - index).join("")}/node_modules/${name}`)
      .concat(`node_modules/${name}`)
      .find((place) => lock[place] !== undefined)
    if (place === undefined) throw new Error(`The lock file has no ${name} of ${from}`)
    if (found.has(place)) return
    found.add(place)
    for (const other of Object.keys(lock[place]!.dependencies ?? {})) visit(other, place)
  }
  for (const name of names) visit(name, "node_modules")
  return Array.from(found)
}

describe("what ships", () => {
  const own = Object.keys(packageJson.dependencies)
  const peers = Object.keys(packageJson.peerDependencies)

  it("is in the list of decision 0043, with its license", () => {
    for (const name of [...own, ...peers]) {
      const cell = listed.get(name)
      expect(cell, name).toBeDefined()
      const { license = "" } = lock[`node_modules/${name}`]!
      expect(cell, name).toContain(license.replace("-Clause", ""))
    }
  })

  it("has allowed licenses only, with all that npm installs with it, and runs no install script", () => {
    const places = installed(own)
    expect(places.toSorted()).toStrictEqual(own.map((name) => `node_modules/${name}`).toSorted())
    for (const place of places) {
      expect(refused(lock[place]!.license ?? "none", licenses), place).toStrictEqual([])
      expect(lock[place]!.hasInstallScript, place).toBeUndefined()
    }
  })

  it("names the allowed licenses in the decision", () => {
    const sentence = /has one of these licenses: ([^.]+(?:\.\d[^.]*)*)\.(?:\s|$)/.exec(decision)?.[1] ?? ""
    expect(Array.from(sentence.matchAll(/`([^`]+)`/g), ([, name]) => name)).toStrictEqual([...licenses])
  })
})

describe("what is installed here", () => {
  it.each([".", ...folders])("has known licenses: %s", (folder) => {
    const wrong = Object.entries(packagesIn(folder)).flatMap(([place, { license }]) =>
      // The lock file says nothing of packages for other systems.
      place === "" || license === undefined ? [] : refused(license, forDevelopment).map((one) => `${place}: ${one}`)
    )
    expect(wrong).toStrictEqual([])
  })

  it("would be found with another license", () => {
    expect(refused("GPL-3.0-only", forDevelopment)).toStrictEqual(["GPL-3.0-only"])
    expect(refused("MIT AND AGPL-3.0-only", licenses)).toStrictEqual(["AGPL-3.0-only"])
    expect(refused("(MIT OR GPL-2.0-only)", licenses)).toStrictEqual([])
  })
})

describe("bundled packages", () => {
  const line = "-".repeat(80)
  const notices = [
    `The command contains code of these packages.\n\n${line}\n\n@a/b 1.2.3\nLicense: MIT\n\nMIT 1\n\n${line}\n\nc.js 2.0.0-rc.1\nLicense: 0BSD\n`,
    "# Licenses\n\n## @a/b - 1.2.3 (MIT)\n\n## d - 3.0.0 (ISC)\n"
  ]
  const packages = parsePackages(notices)

  it("are read from the notices of the build, each once", () => {
    expect(packages).toStrictEqual([
      { name: "@a/b", version: "1.2.3", license: "MIT" },
      { name: "c.js", version: "2.0.0-rc.1", license: "0BSD" },
      { name: "d", version: "3.0.0", license: "ISC" }
    ])
  })

  it("are in a bill of materials, by the names of npm", () => {
    const { components } = makeBillOfMaterials(packages) as { components: ReadonlyArray<{ purl: string }> }
    expect(components.map(({ purl }) => purl)).toStrictEqual([
      "pkg:npm/%40a/b@1.2.3",
      "pkg:npm/c.js@2.0.0-rc.1",
      "pkg:npm/d@3.0.0"
    ])
  })

  it("are audited in exactly their versions, also two of one package", () => {
    const two = [...packages, { name: "d", version: "4.0.0", license: "ISC" }]
    expect(makeManifest(two)).toStrictEqual({
      private: true,
      dependencies: {
        "bundled-0": "npm:@a/b@1.2.3",
        "bundled-1": "npm:c.js@2.0.0-rc.1",
        "bundled-2": "npm:d@3.0.0",
        "bundled-3": "npm:d@4.0.0"
      }
    })
  })
})

describe("an answer of npm audit", () => {
  const via = { title: "Prototype pollution", url: "https://github.com/advisories/GHSA-x", range: "<2.0.1" }

  it("has each advisory once, not each package that it reaches", () => {
    const vulnerabilities = {
      d: { name: "d", severity: "high", via: [via] },
      e: { name: "e", severity: "high", via: ["d"] }
    }
    expect(parseAdvisories(JSON.stringify({ vulnerabilities }))).toStrictEqual([
      "high: d <2.0.1, Prototype pollution (https://github.com/advisories/GHSA-x)"
    ])
    expect(parseAdvisories(JSON.stringify({ vulnerabilities: {} }))).toStrictEqual([])
  })

  it("is not taken for a clean one if it is none", () => {
    expect(() => parseAdvisories(JSON.stringify({ message: "405 Method Not Allowed", statusCode: 405 }))).toThrow(/405/)
    expect(() => parseAdvisories(JSON.stringify({ error: { code: "ENOLOCK" } }))).toThrow(/no answer/)
  })
})

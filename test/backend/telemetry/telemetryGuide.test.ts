/** The guide lists the names of telemetry that the sources have, and no other. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Instruments from "../../../src/backend/telemetry/Instruments.ts"
import { root } from "../../support/root.ts"

const sources = (folder: string) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, fs.readFileSync(path.join(root, folder, file), "utf8")] as const)

const matches = (texts: ReadonlyArray<string>, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name!)))).toSorted()

describe("the names of telemetry", () => {
  const guide = fs.readFileSync(path.join(root, "docs/guides/observability.md"), "utf8")
  const section = (title: string): string => {
    const rest = guide.split(`\n## ${title}\n`)[1]
    if (rest === undefined) throw new Error(`the guide has no section ${title}`)
    return rest.split("\n## ")[0]!
  }

  it("are all in the guide: spans", () => {
    const declared = matches(
      sources("src/backend").map(([, text]) => text),
      /\b(?:operation|asOperation)\(\s*"([A-Z]\w*\.\w+)"/g
    )
    const named = Array.from(section("Operations").matchAll(/^\| `(\w+)` \| (.*) \|$/gm)).flatMap(
      ([, area, operations]) => Array.from(operations!.matchAll(/`(\w+)`/g), ([, name]) => `${area}.${name}`)
    )
    expect(named.toSorted(), "docs/guides/observability.md").toStrictEqual(declared)
  })

  it("are all in the guide: metrics", () => {
    const named = Array.from(section("Metrics").matchAll(/^\| `([\w.]+)` \|/gm), ([, name]) => name)
    expect(named).toStrictEqual(Instruments.all.map(({ id }) => id))
    const declared = matches(
      sources("src/backend").map(([, text]) => text),
      /\bmake(?:Histogram|Counter|Gauge)\(\s*"([\w.]+)"/g
    )
    expect(Array.from(named).toSorted()).toStrictEqual(declared)
  })

  it("are all in the guide: attributes", () => {
    const texts = ["src/backend", "src/http"].flatMap((folder) => sources(folder).map(([, text]) => text))
    const metrics = new Set(Instruments.all.map(({ id }) => id))
    const used = matches(texts, /"((?:gatefold|http|url|server|error)\.[a-z_.]+)"/g).filter(
      (name) => !metrics.has(name)
    )
    const named = matches([section("Attributes")], /^\| `([\w.]+)` \|/gm)
    expect(named).toStrictEqual(used)
  })
})

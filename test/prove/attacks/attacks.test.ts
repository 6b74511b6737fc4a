/** That every attack has tests, and that these exist. `npm run prove -- attacks` runs them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type Attacks, lists, ofPage } from "./attacks.ts"
import { differences, listHeadings, judge, missing, type Ran, selection, listTitles } from "./mapping.ts"

const tests = path.resolve(import.meta.dirname, "../..")
const page = fs.readFileSync(path.join(tests, "../docs/protocol/threats.md"), "utf8")
const read = (file: string) => {
  const whole = path.join(tests, file)
  return fs.existsSync(whole) ? fs.readFileSync(whole, "utf8") : undefined
}

describe("attacks", () => {
  it("all have tests, and no others are on the page about threats", () => {
    expect(listHeadings(page).length).toBeGreaterThan(40)
    expect(differences(listHeadings(page), ofPage)).toStrictEqual([])
  })

  it("have tests that exist", () => {
    const all: Attacks = Object.assign({}, ...Object.values(lists))
    expect(Object.keys(all).length).toBeGreaterThan(200)
    expect(missing(all, read)).toStrictEqual([])
  })

  it("are numbered without a gap in the yardstick", () => {
    const numbers = Object.keys(lists["Yardstick"]!).map((name) => /^A(\d)\.(\d+) /.exec(name)!.slice(1).map(Number))
    const counts = [16, 15, 15, 14, 14, 15, 22, 22, 3]
    expect(numbers).toStrictEqual(
      counts.flatMap((count, area) => Array.from({ length: count }, (_, index) => [area + 1, index + 1]))
    )
  })
})

describe("the check of the list", () => {
  it("finds a heading without tests, and tests without a heading", () => {
    expect(differences(listHeadings(`# Page\n\n### One\n\n### Two\n`), { Two: [], Three: [] })).toStrictEqual([
      "One: no tests are named",
      "Three: the page has no such heading"
    ])
  })

  it("finds a file that is gone, a title that has changed, and an attack without tests", () => {
    const source = 'describe("a group", () => { it.effect(`holds for ${n} users`, () => 1); it("x", () => "other") })'
    const files: Readonly<Record<string, string>> = { "a.test.ts": source }
    const attacks = {
      Good: ["a.test.ts", "a.test.ts > a group", "a.test.ts > holds for", "a.test.ts > users"],
      Renamed: ["a.test.ts > other"],
      Gone: ["b.test.ts > a group"],
      Bare: []
    }
    expect(listTitles("a.test.ts", source)).toStrictEqual(["a group", "holds for ${} users", "x"])
    expect(missing(attacks, (file) => files[file])).toStrictEqual([
      'Renamed: test/a.test.ts has no title with "other"',
      "Gone: there is no test/b.test.ts",
      "Bare: no tests are named"
    ])
  })

  it("runs a file as a whole if one attack needs all of it, and else the tests that are named", () => {
    const chosen = selection([{ One: ["a.test.ts > x (y)", "b.test.ts > z"] }, { Two: ["b.test.ts", "a.test.ts > w"] }])
    expect(["group > x (y)", "group w", "x y"].map((name) => chosen.get("a.test.ts")?.test(name))).toStrictEqual([
      true,
      true,
      false
    ])
    expect([chosen.has("b.test.ts"), chosen.get("b.test.ts")]).toStrictEqual([true, undefined])
  })
})

describe("an attack", () => {
  const listProblems = (...ran: ReadonlyArray<Ran>) =>
    judge({ One: ["a.test.ts > holds", "b.test.ts"] }, ran).flatMap(({ problems }) => problems)
  const a: Ran = { file: "a.test.ts", name: "group > holds", state: "passed" }
  const b: Ran = { file: "b.test.ts", name: "any", state: "passed" }

  it("is withstood if all of its tests passed", () => expect(listProblems(a, b)).toStrictEqual([]))

  it("is not if one failed, or none ran", () => {
    expect(listProblems(a, { ...b, state: "failed" })).toStrictEqual(["failed: b.test.ts > any"])
    expect(listProblems(b)).toStrictEqual(["no test ran for a.test.ts > holds"])
    expect(listProblems({ ...a, name: "group > held" }, b)).toStrictEqual(["no test ran for a.test.ts > holds"])
  })

  it("may be skipped with a reason only", () => {
    const skipped: Ran = { ...b, state: "skipped" }
    expect(listProblems(a, skipped)).toStrictEqual(["skipped without a reason: b.test.ts > any"])
    expect(listProblems(a, { ...skipped, reason: "no browser" })).toStrictEqual([])
  })
})

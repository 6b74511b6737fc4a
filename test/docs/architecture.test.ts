/** Every file that docs/architecture.md names is there. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { root } from "../support/root.ts"

/** Paths begin at the root, in `src` or in the emulator. */
const places = ["", "src", "src/emulator"]

/** `a/{b,c}.ts` is two paths. */
const expanded = (name: string): ReadonlyArray<string> => {
  const [braces, names = ""] = /\{([^}]*)\}/.exec(name) ?? []
  return braces === undefined ? [name] : names.split(",").map((one) => name.replace(braces, one))
}

const paths = Array.from(
  fs.readFileSync(path.join(root, "docs/architecture.md"), "utf8").matchAll(/`([\w./{},-]+)`/g),
  ([, name = ""]) => name
)
  .filter((name) => /\.tsx?$/.test(name) || /^(?:src|emulator|wire|docs|test)\//.test(name))
  .flatMap(expanded)

describe("docs/architecture.md", () => {
  it("names only files that exist", () => {
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((name) => !places.some((place) => fs.existsSync(path.join(root, place, name))))).toStrictEqual(
      []
    )
  })
})

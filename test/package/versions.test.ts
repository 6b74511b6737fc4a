/** docs/versions.md names every peer of the package, with its range. */
import * as fs from "node:fs"
import { describe, expect, it } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { printRanges, untried } from "./matrix/report.ts"

const page = fs.readFileSync(new URL("../../docs/versions.md", import.meta.url), "utf8")

describe("docs/versions.md", () => {
  it("lists the range of every peer dependency", () =>
    expect(page).toContain(`\n${printRanges(packageJson.peerDependencies)}\n\n`))

  it("says which peers were tested in one version only", () => {
    const tried = Array.from(
      page.slice(page.indexOf("## Tested versions")).matchAll(/^\| `([^`]+)`/gm),
      ([, name]) => name!
    )
    expect(page).toContain(untried(packageJson.peerDependencies, tried))
  })
})

/** The documentation site reaches every page by its sidebar, each at its own address. */
import { assert, describe, it } from "@effect/vitest"
import { addressOf, allPages, pageFiles } from "../../docs/.vitepress/pages.ts"

const kept = pageFiles().filter((file) => !file.startsWith("site/"))

describe("the site", () => {
  it("leads to every page by a sidebar", () => {
    const shown = new Set(allPages().map(({ file }) => file))
    assert.deepStrictEqual(
      kept.filter((file) => !shown.has(file)),
      []
    )
  })

  it("has one page at each address", () => {
    assert.strictEqual(new Set(kept.map(addressOf)).size, kept.length)
  })
})

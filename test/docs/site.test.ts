/** The documentation site reaches every page by its sidebar, each at its own address. */
import { describe, expect, it } from "@effect/vitest"
import { pageAddress, allPages, pageFiles } from "../../docs/.vitepress/pages.ts"

const kept = pageFiles().filter((file) => !file.startsWith("site/"))

describe("the site", () => {
  it("leads to every page by a sidebar", () => {
    const shown = new Set(allPages().map(({ file }) => file))
    expect(kept.filter((file) => !shown.has(file))).toStrictEqual([])
  })

  it("has one page at each address", () => {
    expect(new Set(kept.map(pageAddress)).size).toBe(kept.length)
  })
})

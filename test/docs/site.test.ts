/** The documentation site reaches every page by its sidebar, each at its own address. */
import { describe, expect, it } from "@effect/vitest"
import { formatAddress, listAllPages, listPageFiles } from "../../docs/.vitepress/pages.ts"

const kept = listPageFiles().filter((file) => !file.startsWith("site/"))

describe("the site", () => {
  it("leads to every page by a sidebar", () => {
    const shown = new Set(listAllPages().map(({ file }) => file))
    expect(kept.filter((file) => !shown.has(file))).toStrictEqual([])
  })

  it("has one page at each address", () => {
    expect(new Set(kept.map(formatAddress)).size).toBe(kept.length)
  })
})

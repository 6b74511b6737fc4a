/** What is changed between the repository and what is published. */
import { describe, expect, it } from "@effect/vitest"
import { makeManifest, withLinks, withoutComments } from "../../tools/package/stage.ts"

describe("what is published", () => {
  it("has a manifest without what only the repository uses", () => {
    const exports = { ".": { "gatefold-source": "./src/index.ts", default: "./dist/index.js" }, "./internal/*": null }
    expect(makeManifest({ name: "a", private: true, scripts: {}, devDependencies: {}, exports })).toStrictEqual({
      name: "a",
      exports: { ".": { default: "./dist/index.js" }, "./internal/*": null }
    })
  })

  it("keeps of the comments those that bundlers read", () => {
    const code = `"use client"\n/** What it is. */\nconst a = /*#__PURE__*/ f() // why\n  // alone\nimport(/* @vite-ignore */ "/* text */")\n`
    const kept = `"use client"\nconst a = /*#__PURE__*/ f() \nimport(/* @vite-ignore */ "/* text */")\n`
    expect(withoutComments(code)).toBe(kept)
  })

  it("links to what is in it; of other links, the text stays", () => {
    const isThere = (file: string) => file === "docs/guides/b.md"
    const text =
      "[B](b.md#c), [program](../examples/b.ts), [![a](../images/a.png)](b.md), ![a](../images/a.png), [x](https://x)"
    expect(withLinks("docs/guides/a.md", text, isThere)).toBe("[B](b.md#c), program, , , [x](https://x)")
  })
})

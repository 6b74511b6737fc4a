/** The code of the guide is that of the example. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../support/root.ts"

const example = path.join(root, "docs/examples/next")

/** The guide shows a handler without the screens that the example has, which test/docs/blocks.test.ts checks. */
const ofTheGuide = /^app\/handler\//

const listLines = (code: string) => code.split("\n").filter((line) => line.trim() !== "")

describe("the Next.js guide", () => {
  it("shows the code of the tested example", () => {
    const text = fs.readFileSync(path.join(root, "docs/guides/nextjs.md"), "utf8")
    const blocks = Array.from(text.matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm))
    const shown = blocks.filter(([, file = ""]) => !ofTheGuide.test(file))
    expect(shown.length).toBeGreaterThan(8)
    for (const [, file = "", block = ""] of shown) {
      const code = listLines(fs.readFileSync(path.join(example, file), "utf8"))
      expect(
        listLines(block).filter((line) => !code.includes(line)),
        file
      ).toStrictEqual([])
    }
  })
})

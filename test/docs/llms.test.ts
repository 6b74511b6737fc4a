/** `docs/llms.txt` lists the pages that there are. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { root } from "../../docs/.vitepress/pages.ts"
import { printShipped } from "../../tools/generate/llms.ts"

describe("docs/llms.txt", () => {
  it("is up to date (npm run generate -- llms)", () => {
    const text = fs.readFileSync(path.join(root, "docs/llms.txt"), "utf8")
    expect(text).toBe(printShipped())
    for (const [, link = ""] of text.matchAll(/^- \[.*\]\((\S+?)\)/gm)) {
      expect(fs.existsSync(path.join(root, "docs", link)), link).toBe(true)
    }
  })
})

/** The code of the guide is that of the example. */
import * as fs from "node:fs"
import * as path from "node:path"
import { expect, it } from "vitest"

const root = path.join(import.meta.dirname, "../..")
const example = path.join(root, "docs/examples/next")

const files = fs
  .readdirSync(example, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(\.next|node_modules)\/|next-env/.test(name))

it("shows code that runs", () => {
  const text = fs.readFileSync(path.join(root, "docs/guides/nextjs.md"), "utf8")
  const code = files.map((name) => fs.readFileSync(path.join(example, name), "utf8"))
  const blocks = Array.from(text.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm), ([, block]) => block!)
  expect(blocks.length).toBeGreaterThan(8)
  for (const block of blocks) expect(code.some((file) => file.includes(block)) ? "" : block).toBe("")
})

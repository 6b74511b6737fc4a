/** What docs/troubleshooting.md says that Gatefold prints is printed by it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { describeUnauthorized } from "../../src/domain/AuthMessages.ts"
import { root } from "../support/root.ts"

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")
const page = read("docs/troubleshooting.md")

const sources = [...fs.globSync("src/**/*.{ts,tsx,cts}", { cwd: root }), "test/docs/messages.test.tsx"]

/** Texts of the sources, and some that they put together. */
const printed = [...sources.map(read), describeUnauthorized("invalid"), describeUnauthorized("expired")]
  .join("\n")
  .replaceAll(/['"`]\s*\+\s*['"`]/g, "")
  .replaceAll('\\"', '"')

const entries = page
  .split("\n")
  .filter((line) => line.startsWith("### "))
  .map((line) => line.slice(4))

describe("docs/troubleshooting.md", () => {
  it("has an entry for at least 30 symptoms, each with what to do", () => {
    expect(entries.length).toBeGreaterThanOrEqual(30)
    expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toStrictEqual([])
    for (const entry of page.split("\n### ").slice(1)) expect(entry, entry.split("\n")[0]).toMatch(/\*\*Fix\.\*\* /)
  })

  it.each(entries.flatMap((entry) => Array.from(entry.matchAll(/`([^`]+)`/g), ([, text = ""]) => text)))(
    "says what is printed: %s",
    (text) => {
      const parts = text.split(/…|: /).map((part) => part.trim())
      expect(parts.filter((part) => part.length > 3 && !printed.includes(part))).toStrictEqual([])
    }
  )
})

/** The code of a guide is code that runs: what its blocks do stands in one of the files that the guide shows. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { root } from "../support/root.ts"

const sources: Readonly<Record<string, ReadonlyArray<string>>> = {
  "configuration.md": ["docs/examples/admin-configuration.ts"],
  "data-vault.md": ["docs/examples/data-vault.ts"],
  "payments.md": ["docs/examples/payments.ts"],
  "errors.md": ["docs/examples/errors.ts"],
  "emulator.md": ["docs/examples/emulator-clock.ts"],
  "emulator-browser.md": ["docs/examples/emulator-browser.ts", "docs/examples/browser-emulator/service-worker.ts"],
  "emulator-faults.md": ["docs/examples/emulator-faults.ts"],
  "emulator-inspection.md": ["docs/examples/emulator-receiver.ts", "docs/examples/server-emails.ts"],
  "emulator-state.md": ["docs/examples/emulator-state.ts", "test/emulator/state/forkForEachTest.test.ts"],
  "mcp.md": ["docs/examples/mcp-server.ts", "docs/examples/mcp-fetch.ts", "test/backend/mcp/mcpTools.test.ts"],
  "mail-templates.md": ["docs/examples/admin-email-templates.ts"],
  "many-processes.md": ["docs/examples/backend-fleet.ts"],
  "rate-limits.md": ["docs/examples/backend-fleet.ts"],
  "monitoring.md": ["docs/examples/backend-telemetry.ts"],
  "observability.md": ["docs/examples/backend-telemetry.ts"],
  "other-servers.md": [
    "test/hono/guide.ts",
    "test/express/guide.ts",
    ...["hono", "express", "workers", "bun", "deno"].map((name) => `docs/examples/backend-${name}.ts`)
  ],
  "restricted-users.md": ["docs/examples/restricted-users.ts"],
  "several-domains.md": ["docs/examples/cross-domain.ts"],
  "which-service.md": ["docs/examples/emulator-service.ts"]
}

/** What makes a program of the code that is shown: imports, placeholders, and a function around it. */
const frame = /^(import |\} from |declare |\/\/ [\w./]+$|const \w+ = (Effect\.gen|Layer\.unwrap)\(|Effect\.gen\()/

/** The lines of code, without what is around it in one place and not in the other. */
const listLines = (code: string): ReadonlyArray<string> =>
  code
    .split("\n")
    .map((line) => line.trim().replace(/^export /, ""))
    .filter((line) => /\w/.test(line) && !frame.test(line))

/** The first line that does not follow the ones before it. */
const firstMissing = (lines: ReadonlyArray<string>, code: ReadonlyArray<string>): string | undefined => {
  let at = 0
  return lines.find((line) => {
    const found = code.indexOf(line, at)
    at = found + 1
    return found < 0
  })
}

describe("docs/guides", () => {
  it.each(Object.entries(sources))("%s shows code that runs", (guide, files) => {
    const text = fs.readFileSync(path.join(root, "docs/guides", guide), "utf8")
    const code = files.map((file) => listLines(fs.readFileSync(path.join(root, file), "utf8")))
    // A block that says how it is run is a program: programs.test.ts runs it.
    const blocks = Array.from(text.matchAll(/^```ts\n(?!\/\/.*: node )([\s\S]*?)^```$/gm), ([, block]) =>
      listLines(block!)
    )
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks) {
      const missing = code.map((lines) => firstMissing(block, lines))
      expect(missing, block.join("\n")).toContain(undefined)
    }
  })

  /** The words of a page, without code and addresses. */
  const countWords = (text: string): number =>
    text
      .replaceAll(/^```[\s\S]*?^```$/gm, "")
      .replaceAll(/\]\([^)]*\)/g, "]")
      .split(/\s+/)
      .filter((word) => /\w/.test(word)).length

  /** People read one section of it, when its alert fires. */
  const runbook = "incidents.md"

  it("has at most 800 words a page", () => {
    const folder = path.join(root, "docs/guides")
    const long = fs
      .readdirSync(folder)
      .map((name) => [name, countWords(fs.readFileSync(path.join(folder, name), "utf8"))] as const)
      .filter(([name, words]) => words > 800 && name !== runbook)
    expect(long).toStrictEqual([])
  })
})

/** The code of a guide is code that runs: every block stands in one of the files that the guide shows. */
import { describe, expect, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")

const sources: Readonly<Record<string, ReadonlyArray<string>>> = {
  "data-vault.md": ["docs/examples/data-vault.ts"],
  "errors.md": ["docs/examples/errors.ts"],
  "emulator.md": ["docs/examples/emulator-clock.ts", "docs/examples/server-emails.ts"],
  "mail-templates.md": ["docs/examples/admin-email-templates.ts"],
  "many-processes.md": ["docs/examples/backend-fleet.ts"],
  "observability.md": ["docs/examples/backend-telemetry.ts"],
  "other-servers.md": ["hono", "express", "workers", "bun", "deno"].map((name) => `docs/examples/backend-${name}.ts`),
  "protect-a-backend.md": [
    "docs/examples/protect-a-backend.ts",
    "docs/examples/backend-express.ts",
    "test/docs/protect-a-backend.test.ts"
  ],
  "several-domains.md": ["docs/examples/cross-domain.ts"],
  "which-service.md": ["docs/examples/emulator-service.ts", "docs/examples/restricted-users.ts"]
}

describe("docs/guides", () => {
  for (const [guide, files] of Object.entries(sources)) {
    it(`${guide} shows code that runs`, () => {
      const text = fs.readFileSync(path.join(root, "docs/guides", guide), "utf8")
      const code = files.map((file) => fs.readFileSync(path.join(root, file), "utf8")).join("\n")
      const blocks = Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, block]) => block!)
      expect(blocks.length).toBeGreaterThan(0)
      for (const block of blocks) expect(code).toContain(block)
    })
  }
})

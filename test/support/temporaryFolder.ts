import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** An empty folder, for the length of a scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(tmpdir(), "gatefold-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
)

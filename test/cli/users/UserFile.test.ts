/** A file of users is closed when its reader stops. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import * as path from "node:path"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as UserFile from "../../../src/cli/users/UserFile.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

/** The files that are opened from now on. */
const watchFiles = Effect.gen(function* () {
  const opened: Array<fs.ReadStream> = []
  const original = fs.createReadStream
  fs.createReadStream = (...args) => {
    const stream = original(...args)
    opened.push(stream)
    return stream
  }
  syncBuiltinESMExports()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      fs.createReadStream = original
      syncBuiltinESMExports()
    })
  )
  return opened
})

describe("a file of users", () => {
  it.live.each([
    { format: "csv", header: "email\n", line: "ann@example.org\n" },
    { format: "ndjson", header: "", line: '{"email":"ann@example.org"}\n' }
  ] as const)("is closed if its reader stops early: $format", ({ format, header, line }) =>
    Effect.gen(function* () {
      const file = path.join(yield* temporaryFolder, `users.${format}`)
      fs.writeFileSync(file, header + line.repeat(100_000))
      const opened = yield* watchFiles
      const first = yield* Stream.runCollect(Stream.take(UserFile.read(file, format, ","), 1))
      expect(first).toMatchObject([{ values: { email: "ann@example.org" } }])
      yield* Effect.promise(() =>
        vi.waitFor(() => expect(opened.map(({ destroyed }) => destroyed)).toStrictEqual([true]), { timeout: 60_000 })
      )
    })
  )
})

import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as Copy from "../../src/cli/add/Copy.ts"

it.effect("does not write through a link to a file that is not there", () =>
  Effect.gen(function* () {
    const app = fs.mkdtempSync(path.join(tmpdir(), "gatefold-"))
    const elsewhere = path.join(app, "elsewhere")
    fs.mkdirSync(path.join(app, "gatefold"))
    fs.symlinkSync(elsewhere, path.join(app, "gatefold/a.ts"))
    const files = yield* Copy.plan(app, "gatefold", [{ file: "a.ts", text: "new" }])
    const error = yield* Effect.flip(Copy.write(app, files, true))
    expect(error._tag).toBe("AddError")
    expect(fs.existsSync(elsewhere)).toBe(false)
    fs.rmSync(app, { recursive: true })
  })
)

/** A command replaces a file as a whole or not at all. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CommandError } from "../../../src/cli/CommandError.ts"
import * as OutputFile from "../../../src/cli/output/OutputFile.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

describe("the file that a command writes", () => {
  it.live("is replaced when all of it is written, and no sooner", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = path.join(folder, "out")
      fs.writeFileSync(file, "old")
      yield* OutputFile.replace(file, (append) =>
        Effect.gen(function* () {
          yield* append("new, ")
          expect(fs.readFileSync(file, "utf8")).toBe("old")
          yield* append("whole")
        })
      )
      expect(fs.readFileSync(file, "utf8")).toBe("new, whole")
      expect(fs.readdirSync(folder)).toStrictEqual(["out"])
    })
  )

  it.live.each([
    ["fails", Effect.fail("no")],
    ["is interrupted", Effect.interrupt]
  ] as const)("is unchanged when its writer %s", ([_, end]) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = path.join(folder, "out")
      fs.writeFileSync(file, "old")
      yield* Effect.exit(OutputFile.replace(file, (append) => Effect.andThen(append("half"), end)))
      expect({ text: fs.readFileSync(file, "utf8"), files: fs.readdirSync(folder) }).toStrictEqual({
        text: "old",
        files: ["out"]
      })
    })
  )

  it.live("fails if it cannot be renamed, and leaves no temporary file", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = path.join(folder, "out")
      const error = yield* Effect.flip(
        OutputFile.replace(file, (append) => Effect.tap(append("text"), () => Effect.sync(() => fs.mkdirSync(file))))
      )
      expect(error).toBeInstanceOf(CommandError)
      expect(error.message).toContain(`Cannot write ${file}`)
      expect(fs.readdirSync(folder)).toStrictEqual(["out"])
      expect((yield* Effect.flip(OutputFile.write(file, "text"))).message).toContain(`Cannot write ${file}`)
    })
  )

  it.live.skipIf(process.platform === "win32")("is written where a symbolic link leads, and directly into a pipe", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [file, link] = [path.join(folder, "out"), path.join(folder, "link")]
      fs.writeFileSync(file, "old")
      fs.symlinkSync(file, link)
      yield* OutputFile.write(link, "new")
      expect({ text: fs.readFileSync(file, "utf8"), isLink: fs.lstatSync(link).isSymbolicLink() }).toStrictEqual({
        text: "new",
        isLink: true
      })
      yield* OutputFile.write("/dev/null", "text")
      expect(fs.statSync("/dev/null").isCharacterDevice()).toBe(true)
    })
  )
})

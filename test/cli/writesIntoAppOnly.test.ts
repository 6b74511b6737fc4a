/** `gatefold init` and `add` write into the app only, whatever links are in it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { nowhere, run } from "./commands.ts"

/** An app, and a folder beside it that links lead to. */
const app = Effect.gen(function* () {
  const folder = yield* nowhere
  const elsewhere = `${folder}-elsewhere`
  yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdirSync(elsewhere)),
    () => Effect.sync(() => fs.rmSync(elsewhere, { recursive: true }))
  )
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ dependencies: { react: "*", vite: "*" } }))
  return { folder, elsewhere }
})

const link = (target: string, ...at: ReadonlyArray<string>) => {
  const file = path.join(...at)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.symlinkSync(target, file)
}

const filesIn = (folder: string) => fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()

const commands = [["init"], ["add", "sign-in"], ["add", "sign-in", "--force"]]

describe("gatefold init and add", () => {
  const ofFolders = commands.flatMap((command) =>
    ["src", "src/gatefold", "src/gatefold/components"].map((at) => ({ command, typed: command.join(" "), at }))
  )

  it.live.each(ofFolders)("create nothing in $at behind a symbolic link: $typed", ({ at, command }) =>
    Effect.gen(function* () {
      const { elsewhere, folder } = yield* app
      link(elsewhere, folder, at)
      const before = filesIn(folder)
      const { message } = yield* Effect.flip(run(...command))
      expect(message).toContain("is not in the app: it leads to")
      expect({ elsewhere: filesIn(elsewhere), folder: filesIn(folder) }).toStrictEqual({
        elsewhere: [],
        folder: before
      })
    })
  )

  const ofFiles = commands.flatMap((command) =>
    ["mine", undefined].map((text) => ({ command, typed: command.join(" "), text }))
  )

  it.live.each(ofFiles)(
    "write to no file behind a symbolic link, whether it has text ($text) or does not exist: $typed",
    ({ command, text }) =>
      Effect.gen(function* () {
        const { elsewhere, folder } = yield* app
        const target = path.join(elsewhere, "target")
        if (text !== undefined) fs.writeFileSync(target, text)
        link(target, folder, command[0] === "init" ? ".env.local" : "src/gatefold/sign-in/SignIn.tsx")
        const before = filesIn(folder)
        const { message } = yield* Effect.flip(run(...command))
        expect(message).toMatch(/is not in the app: it leads to|is a link to nowhere/)
        expect(fs.existsSync(target) ? fs.readFileSync(target, "utf8") : undefined).toBe(text)
        expect(filesIn(folder)).toStrictEqual(before)
      })
  )

  it.live("change no file outside the app through a hard link", () =>
    Effect.gen(function* () {
      const { elsewhere, folder } = yield* app
      const target = path.join(elsewhere, "target")
      const screen = path.join(folder, "src/gatefold/sign-in/SignIn.tsx")
      fs.writeFileSync(target, "mine")
      fs.mkdirSync(path.dirname(screen), { recursive: true })
      fs.linkSync(target, screen)
      yield* run("add", "sign-in", "--force")
      expect(fs.readFileSync(target, "utf8")).toBe("mine")
      expect(fs.readFileSync(screen, "utf8")).not.toBe("mine")
      expect(filesIn(folder).filter((file) => path.basename(file).startsWith("."))).toStrictEqual([])
    })
  )

  it.live("follow links within the app", () =>
    Effect.gen(function* () {
      const { elsewhere, folder } = yield* app
      fs.mkdirSync(path.join(folder, "packages/screens"), { recursive: true })
      link(path.join(folder, "packages/screens"), folder, "src/gatefold")
      fs.writeFileSync(path.join(folder, "env"), "A=1\n")
      link(path.join(folder, "env"), folder, ".env.local")
      yield* run("init")
      yield* run("add", "sign-in", "--force")
      expect(filesIn(path.join(folder, "packages/screens"))).toContain(path.join("sign-in", "SignIn.tsx"))
      expect(fs.readFileSync(path.join(folder, "env"), "utf8")).toMatch(/^A=1\n[\s\S]*STACK_PROJECT_ID=/)
      expect(fs.lstatSync(path.join(folder, ".env.local")).isSymbolicLink()).toBe(true)
      expect(filesIn(elsewhere)).toStrictEqual([])
    })
  )

  it.live("refuse a screens folder outside the app", () =>
    Effect.gen(function* () {
      const { elsewhere, folder } = yield* app
      for (const dir of [`../${path.basename(elsewhere)}`, elsewhere, `src/../../${path.basename(elsewhere)}`]) {
        const { message } = yield* Effect.flip(run("add", "sign-in", "--dir", dir))
        expect(message, dir).toContain("is not in the app")
      }
      expect({ elsewhere: filesIn(elsewhere), folder: filesIn(folder) }).toStrictEqual({
        elsewhere: [],
        folder: ["package.json"]
      })
    })
  )
})

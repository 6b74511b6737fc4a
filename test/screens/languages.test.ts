/** The languages that the commands give an app, and what the screens do with them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { plan, write } from "../../src/cli/add/Copy.ts"
import * as Languages from "../../src/cli/add/Languages.ts"
import { readFiles, listLanguages, screens } from "../../src/cli/add/Screens.ts"
import { type App, selectStarter } from "../../src/cli/init/Starter.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"

const folder = useTemporaryFolder()

const appWith = (name: string, files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, name, file), text)
  }
  return path.join(folder, name)
}

const dir = "src/gatefold"

describe("the languages of an app", () => {
  it.effect("are that of its pages, and those that are there", () =>
    Effect.gen(function* () {
      const vite = appWith("vite", {
        "index.html": `<!doctype html><html class="dark" lang="de-AT"><head></head></html>`
      })
      expect(yield* Languages.resolve(vite, dir, undefined)).toStrictEqual(["de"])
      const next = appWith("next", { "src/app/layout.tsx": `<html lang="de">{children}</html>` })
      expect(yield* Languages.resolve(next, dir, undefined)).toStrictEqual(["de"])
      const english = appWith("english", { "index.html": `<html lang="en">`, [`${dir}/text/de.ts`]: "" })
      expect(yield* Languages.resolve(english, dir, undefined)).toStrictEqual(["de"])
    })
  )

  it.effect("are those that are asked for, and not others", () =>
    Effect.gen(function* () {
      const app = appWith("asked", { "index.html": `<html lang="de">` })
      expect(yield* Languages.resolve(app, dir, "en")).toStrictEqual([])
      expect(yield* Languages.resolve(app, dir, "de, en")).toStrictEqual(["de"])
      const { message } = yield* Effect.flip(Languages.resolve(app, dir, "de,tlh"))
      expect(message).toContain("in the language tlh. There are: en, ")
      expect(message).toContain(`into ${dir}/text/tlh.ts`)
    })
  )

  it.effect("are written into the file that lists them, made here or elsewhere", () =>
    Effect.gen(function* () {
      const app = appWith("own", { "index.html": "<html>" })
      const add = (asked: string | undefined) =>
        Effect.gen(function* () {
          const files = yield* plan(app, dir, readFiles(screens, yield* Languages.resolve(app, dir, asked)))
          yield* write(app, files)
          return files.filter(({ state }) => state !== "same").map(({ file, state }) => `${state} ${file}`)
        })
      yield* add(undefined)
      const list = () => fs.readFileSync(path.join(app, dir, "text/languages.ts"), "utf8")
      expect(list()).toMatch(/Promise<Text>>> = \{\}\n$/)
      fs.copyFileSync(path.join(app, dir, "text/en.ts"), path.join(app, dir, "text/pt-BR.ts"))
      expect(yield* add("de")).toStrictEqual([`new ${dir}/text/de.ts`, `outdated ${dir}/text/languages.ts`])
      expect(list()).toContain(`  de: () => import("./de").then((file) => file.de),\n`)
      expect(list()).toContain(`  "pt-BR": () => import("./pt-BR").then((file) => file.ptBR)\n`)
      expect(yield* add(undefined)).toStrictEqual([])
    })
  )

  it("are told to the screens where a server renders them", () => {
    const app: App = {
      framework: "Next.js",
      brand: "STACK",
      dependencies: [],
      screens: "components/gatefold",
      language: "de",
      has: () => false
    }
    const auth = (app: App) => selectStarter(app).files.find(({ file }) => file.endsWith("Auth.tsx"))?.text ?? ""
    const element = `    <Texts language="de">\n      <Toaster>{children}</Toaster>\n    </Texts>\n`
    expect(auth(app)).toContain(`import { Texts } from "../components/gatefold/text/Text"`)
    expect({
      nextjs: auth(app),
      withoutLanguage: auth({ ...app, language: undefined }),
      reactRouter: auth({ ...app, framework: "React Router" })
    }).toStrictEqual({
      nextjs: expect.stringContaining(element),
      withoutLanguage: expect.not.stringContaining("Texts"),
      reactRouter: expect.stringContaining(`<Texts language="de">`)
    })
  })
})

describe("the languages that ship", () => {
  it("are all in the list of the repository", () => {
    const list = fs.readFileSync(path.resolve(import.meta.dirname, "../../screens/text/languages.ts"), "utf8")
    expect(Array.from(list.matchAll(/^ {2}([\w-]+): /gm), ([, name = ""]) => name).toSorted()).toStrictEqual(
      listLanguages()
    )
  })
})

/** The languages that the commands give an app, and what the screens do with them. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { plan, write } from "../../src/cli/add/Copy.ts"
import * as Languages from "../../src/cli/add/Languages.ts"
import { filesOf, languages, screens } from "../../src/cli/add/Screens.ts"
import { type App, starterOf } from "../../src/cli/init/Starter.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-languages-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

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
      assert.deepStrictEqual(yield* Languages.of(vite, dir, undefined), ["de"])
      const next = appWith("next", { "src/app/layout.tsx": `<html lang="de">{children}</html>` })
      assert.deepStrictEqual(yield* Languages.of(next, dir, undefined), ["de"])
      const english = appWith("english", { "index.html": `<html lang="en">`, [`${dir}/text/de.ts`]: "" })
      assert.deepStrictEqual(yield* Languages.of(english, dir, undefined), ["de"])
    })
  )

  it.effect("are those that are asked for, and not others", () =>
    Effect.gen(function* () {
      const app = appWith("asked", { "index.html": `<html lang="de">` })
      assert.deepStrictEqual(yield* Languages.of(app, dir, "en"), [])
      assert.deepStrictEqual(yield* Languages.of(app, dir, "de, en"), ["de"])
      const { message } = yield* Effect.flip(Languages.of(app, dir, "de,tlh"))
      assert.include(message, "in the language tlh. There are: en, ")
      assert.include(message, `into ${dir}/text/tlh.ts`)
    })
  )

  it.effect("are written into the file that lists them, whoever made them", () =>
    Effect.gen(function* () {
      const app = appWith("own", { "index.html": "<html>" })
      const add = (asked: string | undefined) =>
        Effect.gen(function* () {
          const files = yield* plan(app, dir, filesOf(screens, yield* Languages.of(app, dir, asked)))
          yield* write(app, files)
          return files.filter(({ state }) => state !== "same").map(({ file, state }) => `${state} ${file}`)
        })
      yield* add(undefined)
      const list = () => fs.readFileSync(path.join(app, dir, "text/languages.ts"), "utf8")
      assert.match(list(), /Promise<Text>>> = \{\}\n$/)
      fs.copyFileSync(path.join(app, dir, "text/en.ts"), path.join(app, dir, "text/pt-BR.ts"))
      assert.deepStrictEqual(yield* add("de"), [`new ${dir}/text/de.ts`, `outdated ${dir}/text/languages.ts`])
      assert.include(list(), `  de: () => import("./de").then((file) => file.de),\n`)
      assert.include(list(), `  "pt-BR": () => import("./pt-BR").then((file) => file.ptBR)\n`)
      assert.deepStrictEqual(yield* add(undefined), [])
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
    const auth = (app: App) => starterOf(app).files.find(({ file }) => file.endsWith("Auth.tsx"))?.text ?? ""
    assert.include(auth(app), `    <Texts language="de">\n      <Toaster>{children}</Toaster>\n    </Texts>\n`)
    assert.include(auth(app), `import { Texts } from "../components/gatefold/text/Text"`)
    assert.notInclude(auth({ ...app, language: undefined }), "Texts")
    assert.include(auth({ ...app, framework: "React Router" }), `<Texts language="de">`)
  })
})

describe("the languages that ship", () => {
  it("are all in the list of the repository", () => {
    const list = fs.readFileSync(path.resolve(import.meta.dirname, "../../screens/text/languages.ts"), "utf8")
    assert.deepStrictEqual(
      Array.from(list.matchAll(/^ {2}([\w-]+): /gm), ([, name = ""]) => name).toSorted(),
      languages()
    )
  })
})

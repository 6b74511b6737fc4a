/** Every screen can be used by everybody, light and dark, in the languages that `gallery.test.ts` does not have. */
import * as path from "node:path"
import { expect, test } from "vitest"
import { languages as all } from "../../screens/text/languages.ts"
import { listProblems } from "./gallery.ts"
import { launch } from "./launch.ts"
import { run } from "./run.ts"

const folder = path.resolve(import.meta.dirname, "../../.cache/gallery-languages")

// oxlint-disable-next-line no-empty-pattern -- Vitest reads from it what a fixture needs
const it = test.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
  const browser = await launch()
  onCleanup(() => browser.close())
  return browser
})

it.for(Object.keys(all).filter((language) => language !== "ar"))(
  "the screens can be used by everybody in %s",
  async (language, { browser }) => {
    const pictures = await run({
      browser,
      folder,
      save: false,
      names: ["screens"],
      languages: [language],
      sizes: ["desktop"]
    })
    expect(pictures.length).toBeGreaterThan(100)
    expect(listProblems(pictures)).toStrictEqual([])
  }
)

/** Every page of the gallery is as it was, can be used by everybody, and does not move while it loads. */
import * as path from "node:path"
import { expect, test } from "vitest"
import { type PartName, partNames } from "./albums.ts"
import { listProblems } from "./gallery.ts"
import * as Kept from "./Kept.ts"
import { launch } from "./launch.ts"
import * as Report from "./Report.ts"
import { run } from "./run.ts"

const folder = path.resolve(import.meta.dirname, "../../.cache/gallery")

// One language of each direction. The others are in languages.test.ts.
const languages = ["en", "ar"]

// oxlint-disable-next-line no-empty-pattern -- Vitest reads from it what a fixture needs
const it = test.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
  const browser = await launch()
  onCleanup(() => browser.close())
  return browser
})

it.for(partNames)("the pages of the %s look as they did", async (name, { browser }) => {
  const pictures = await run({ browser, folder, save: false, names: [name satisfies PartName], languages })
  const problems = listProblems(pictures)
  Report.write(folder, pictures)
  expect(problems, `${problems.join("\n")}\n${Kept.howToAccept}`).toStrictEqual([])
})

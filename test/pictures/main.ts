/**
 * `npm run gallery` photographs every page in Chromium: light and dark, on a desktop and on a phone, the screens in
 * English, German and Arabic. All pictures are in `.cache/gallery/index.html`, with what is wrong with them.
 *
 * It also builds the quickstarts from the tarball, which installs packages from npm and takes ten minutes. `--only`
 * names one or more of `screens`, `console`, `demo`, `vite`, `next` and `react-router`. `--page` and `--language` take
 * fewer pictures, and `--save` accepts them: it replaces those of `test/pictures/kept` that differ.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { partNames } from "./albums.ts"
import { type Picture, listProblems } from "./gallery.ts"
import * as Kept from "./Kept.ts"
import { launch } from "./launch.ts"
import { shownLanguages } from "./pages.ts"
import * as Quickstarts from "./Quickstarts.ts"
import * as Report from "./Report.ts"
import { run } from "./run.ts"

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    page: { type: "string" },
    language: { type: "string", multiple: true },
    save: { type: "boolean", default: false },
    tarball: { type: "string" }
  }
})

const folder = path.resolve(import.meta.dirname, "../../.cache/gallery")
fs.mkdirSync(folder, { recursive: true })

const isWanted = (name: string): boolean => flags.only?.includes(name) !== false

const browser = await launch()
try {
  const { language: languages = shownLanguages, page, save, tarball } = flags
  const pictures: Array<Picture> = [
    ...(await run({ browser, folder, save, page, languages, names: partNames.filter(isWanted) })),
    ...(await Quickstarts.run({ browser, folder, tarball, names: Quickstarts.kindNames.filter(isWanted) }))
  ]
  const problems = listProblems(pictures)
  for (const problem of problems) console.log(problem)
  console.log(`${pictures.length} pictures, ${problems.length} problems: ${Report.write(folder, pictures)}`)
  if (problems.length > 0) console.log(Kept.howToAccept)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await browser.close()
}

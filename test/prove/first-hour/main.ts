/**
 * Makes the projects of docs/start from empty folders, by what these pages say and nothing else: `npm run prove --
 * first-hour`.
 *
 * `--only <name>` tries one of them, `--save` writes docs/first-hour.md.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { build } from "../../../tools/build.ts"
import { pack } from "../../../tools/package/npm.ts"
import * as Chromium from "../../browser/Chromium.ts"
import { tryProjects } from "./follow.ts"
import { projects } from "./Project.ts"
import { printPage, printTable } from "./report.ts"
import { open } from "./Workshop.ts"

const { values: flags } = parseArgs({ options: { only: { type: "string" }, save: { type: "boolean" } } })

/** With the one that it stands beside. */
const names = projects
  .filter(
    ({ beside, name }) =>
      [undefined, name].includes(flags.only) ||
      (beside === undefined && projects.some((other) => other.name === flags.only && other.beside === name))
  )
  .map(({ name }) => name)

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tarball-"))
console.log(`Built ${await build()} modules`)
const { tarball } = await pack(temporary)
const browser = await Chromium.launch()
try {
  const outcomes = await tryProjects(
    names,
    () => open(tarball),
    () => browser.newContext(),
    ({ commands, lines, project, seconds }) =>
      console.log(`ok   ${project.name}: ${commands} commands, ${lines} lines, ${seconds} s`)
  )
  console.log(`\n${printTable(outcomes)}`)
  if (flags.save) {
    fs.writeFileSync(path.resolve(import.meta.dirname, "../../../docs/first-hour.md"), printPage(outcomes))
  }
} finally {
  await browser.close()
  fs.rmSync(temporary, { recursive: true, force: true })
}

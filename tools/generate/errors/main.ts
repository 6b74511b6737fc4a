/**
 * Writes docs/errors: a page for each error, made from its declaration, from the operations that can fail with it, and
 * from its note in `notes/`.
 *
 * `--check` writes nothing and fails while a page is missing or out of date.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { make } from "./pages.ts"

const folder = path.resolve(import.meta.dirname, "../../../docs/errors")

/** The files to write or remove, by their names. */
export const listStale = (pages: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const there = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  const changed = [...pages].filter(
    ([name, text]) => !there.includes(name) || fs.readFileSync(path.join(folder, name), "utf8") !== text
  )
  return [...changed.map(([name]) => name), ...there.filter((name) => !pages.has(name))]
}

if (import.meta.main) {
  const pages = make()
  const names = listStale(pages)
  if (process.argv.includes("--check")) {
    for (const name of names) console.error(`docs/errors/${name} is out of date: npm run generate -- errors`)
    process.exitCode = names.length === 0 ? 0 : 1
  } else {
    fs.mkdirSync(folder, { recursive: true })
    for (const name of names) {
      const text = pages.get(name)
      if (text === undefined) fs.rmSync(path.join(folder, name))
      else fs.writeFileSync(path.join(folder, name), text)
    }
    console.log(`${names.length} of ${pages.size} pages written`)
  }
}

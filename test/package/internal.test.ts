/** What is not part of the package's interface cannot be imported by those who have it installed. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }

const root = path.resolve(import.meta.dirname, "../..")

/** Folders whose modules are subpaths, such as `./token/*`. */
const published = Object.keys(packageJson.exports).flatMap((subpath) => /^\.\/([^*]+)\/\*$/.exec(subpath)?.[1] ?? [])

const modulesIn = (folder: string): ReadonlyArray<string> => {
  const directory = path.join(root, "src", folder)
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `gatefold/${folder}/${file.replace(/\.tsx?$/, "")}`)
}

/** What Node says of importing them: nothing, or why not. */
const resolve = (specifiers: ReadonlyArray<string>): ReadonlyArray<string> =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        "--conditions=gatefold-source",
        "--input-type=module",
        "--eval",
        `const of = (name) => { try { import.meta.resolve(name); return "" } catch (error) { return error.code } }
         console.log(JSON.stringify(${JSON.stringify(specifiers)}.map(of)))`
      ],
      { cwd: root, encoding: "utf8" }
    )
  )

describe("internal modules", () => {
  it("cannot be imported from any published folder, and their neighbours can", () => {
    const own = published.filter((folder) => !folder.endsWith("/internal"))
    const internal = own.flatMap((folder) => modulesIn(`${folder}/internal`))
    const open = own.flatMap(modulesIn)
    expect(internal.length).toBeGreaterThan(5)
    expect(open.length).toBeGreaterThan(20)
    expect(resolve(internal)).toStrictEqual(internal.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED"))
    expect(resolve(open)).toStrictEqual(open.map(() => ""))
  })
})

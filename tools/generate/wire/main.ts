/**
 * Compiles the contract: writes src/wire/generated/ from the schemas of src/api/.
 *
 * `--check` writes nothing and fails when a file is out of date.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { format, type FormatConfig } from "oxfmt"
import { compiledModules } from "./compile.ts"
import { compileEndpoint, compileLevelErrors, declaredEndpoints } from "./compileEndpoint.ts"
import { root } from "./names.ts"

const folder = path.join(root, "src/wire/generated")

/** The compiled modules by file name, as text. */
export const compile = async (): Promise<ReadonlyMap<string, string>> => {
  compileLevelErrors()
  for (const { endpoints, file } of declaredEndpoints) {
    for (const [name, endpoint] of endpoints) compileEndpoint(file, name, endpoint)
  }
  const options = JSON.parse(readFileSync(path.join(root, ".oxfmtrc.json"), "utf8")) as FormatConfig
  const texts = await Promise.all(
    compiledModules().map(async (module) => {
      const { code, errors } = await format(module.file, module.text(), options)
      if (errors.length > 0) throw new Error(`${module.file}: ${errors[0]!.message}\n${module.text()}`)
      return [module.file, code] as const
    })
  )
  return new Map(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The files that are there. */
export const readWritten = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .toSorted()
      .map((file) => [file.replaceAll(path.sep, "/"), readFileSync(path.join(folder, file), "utf8")])
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const compiled = await compile()
  if (process.argv.includes("--check")) {
    const present = readWritten()
    const stale = [...new Set([...compiled.keys(), ...present.keys()])].filter(
      (file) => compiled.get(file) !== present.get(file)
    )
    if (stale.length > 0) {
      console.error(`Out of date, run \`npm run generate -- wire\`: ${stale.join(", ")}`)
      process.exitCode = 1
    }
  } else {
    rmSync(folder, { recursive: true, force: true })
    for (const [file, text] of compiled) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    console.log(`Wrote ${compiled.size} modules to src/wire/generated`)
  }
}

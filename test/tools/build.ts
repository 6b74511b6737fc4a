/**
 * Builds `dist/`: TypeScript emits JavaScript, declarations and source maps, then `pure.ts` marks everything that the
 * modules compute while they load, so that bundlers drop the endpoints, errors and services that an app does not use.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import { markPure } from "./pure.ts"

const root = path.resolve(import.meta.dirname, "../..")

/**
 * What may act when it loads: programs, which are run and never imported by others, and the module whose whole purpose
 * is to refuse to load (package.json lists it under `sideEffects`).
 */
const mayAct = (file: string) => file.startsWith("cli/") || file === "server/browser.js"

/** Builds into `outDir` and returns the number of modules written. Throws with what is wrong otherwise. */
export const build = async (outDir = path.join(root, "dist")): Promise<number> => {
  fs.rmSync(outDir, { recursive: true, force: true })
  const tsc = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", "--outDir", outDir],
    { cwd: root, encoding: "utf8" }
  )
  if (tsc.status !== 0) throw new Error(`tsc failed\n${tsc.stdout}${tsc.stderr}`)

  const modules = fs.readdirSync(outDir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
  const effects: Array<string> = []
  for (const name of modules) {
    const file = path.join(outDir, name)
    const map = JSON.parse(fs.readFileSync(`${file}.map`, "utf8")) as { mappings: string }
    const marked = markPure(fs.readFileSync(file, "utf8"), map.mappings)
    fs.writeFileSync(file, marked.code)
    fs.writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: marked.mappings }))
    if (!mayAct(name.replaceAll(path.sep, "/"))) {
      effects.push(...marked.effects.map((statement) => `${name}: ${statement}`))
    }
  }
  if (effects.length > 0) {
    throw new Error(
      `package.json promises that modules have no side effects, but these statements act when theirs loads:\n${effects.join("\n")}`
    )
  }
  return modules.length
}

if (import.meta.main) {
  const start = performance.now()
  try {
    const modules = await build()
    const seconds = Number(((performance.now() - start) / 1000).toFixed(2))
    console.log(
      process.argv.includes("--json")
        ? JSON.stringify({ modules, seconds })
        : `built ${modules} modules in ${seconds} s`
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

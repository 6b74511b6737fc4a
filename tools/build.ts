/**
 * Builds `dist/`:
 *
 * - TypeScript emits JavaScript, declarations and source maps.
 * - `pure.ts` marks everything that the modules compute while they load, so that bundlers drop the endpoints, errors
 *   and services that an app does not use.
 * - `chunks.ts` puts the same modules into few files, `dist/node/`.
 * - `command.ts` builds the command, `dist/cli/`.
 * - `console.ts` builds the emulator's own pages, `dist/console/` and `dist/hosted/`.
 * - `promise/` makes the promise entries and their types without Effect, `dist/standalone/`.
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import {
  chunk,
  joinFolder,
  type Module,
  type Modules,
  listSingleModules,
  type SourceMap,
  throughPackage
} from "./build/chunks.ts"
import { bundleCommand } from "./build/command.ts"
import { buildPages } from "./build/console.ts"
import { bundlePromise } from "./build/promise/bundle.ts"
import { markPure } from "./build/pure.ts"

const root = path.resolve(import.meta.dirname, "..")
const tsc = path.join(root, "node_modules/typescript/bin/tsc")

/**
 * The modules that may act when they load: the program, which is run and never imported, and the module whose whole
 * purpose is to refuse to load (package.json lists it under `sideEffects`).
 */
const actors = new Set(["cli/Program.js", "server/browser.js"])

/** The first file of the command, a script and not a module. */
const main = "cli/main.cjs"

/** The modules that package.json lets others import. */
const listPublished = (modules: Modules): ReadonlyArray<string> => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
  const listTargets = (target: unknown): ReadonlyArray<string> =>
    typeof target === "string" ? [target] : Object.values(target ?? {}).flatMap(listTargets)
  return [...modules.keys()].filter((file) =>
    listTargets(exports).some((target) => path.matchesGlob(`./dist/${file}`, target))
  )
}

const compile = (
  outDir: string,
  types: boolean
): ReadonlyMap<string, { readonly code: string; readonly map: SourceMap }> => {
  // A further checker takes more of the processors than it saves of the time.
  const args = ["-p", "tsconfig.build.json", "--checkers", "1", "--outDir", outDir]
  const bare = ["--noCheck", "--declaration", "false", "--declarationMap", "false"]
  const run = spawnSync(process.execPath, [tsc, ...args, ...(types ? [] : bare)], { cwd: root, encoding: "utf8" })
  if (run.status !== 0) {
    fs.rmSync(outDir, { recursive: true, force: true })
    throw new Error(`tsc failed\n${run.stdout}${run.stderr}`)
  }
  const files = fs.globSync("**/*.js", { cwd: outDir }).map((file) => file.replaceAll(path.sep, "/"))
  return new Map(
    files.toSorted().map((file) => {
      const at = path.join(outDir, file)
      const map: SourceMap = JSON.parse(fs.readFileSync(`${at}.map`, "utf8"))
      return [file, { code: fs.readFileSync(at, "utf8"), map }]
    })
  )
}

const markAll = (modules: ReturnType<typeof compile>): Modules => {
  const effects: Array<string> = []
  const marked = new Map<string, Module>()
  for (const [file, { code, map }] of modules) {
    const { code: pure, effects: own, mappings } = markPure(code, map.mappings)
    marked.set(file, { code: pure, map: { ...map, mappings } })
    if (!actors.has(file)) effects.push(...own.map((statement) => `${file}: ${statement}`))
  }
  if (effects.length > 0) {
    throw new Error(
      `package.json promises that modules have no side effects, but these statements act when theirs loads:\n${effects.join("\n")}`
    )
  }
  return marked
}

/** The emulator's module for Node in the place of that for bundlers, to which package.json leads. */
const adaptForNode = (modules: Modules): Modules =>
  new Map(
    [...modules].map(([file, { code, map }]) => {
      const native = path.posix.relative(path.posix.dirname(file), "emulator/platform/NodePlatform.js")
      const specifier = native.startsWith(".") ? native : `./${native}`
      return [file, { code: code.replaceAll('"#emulator/platform"', `"${specifier}"`), map }]
    })
  )

const write = (outDir: string, modules: Modules): void => {
  for (const [file, { code, map }] of modules) {
    const at = path.join(outDir, file)
    fs.mkdirSync(path.dirname(at), { recursive: true })
    fs.writeFileSync(at, code)
    if (map !== null) fs.writeFileSync(`${at}.map`, JSON.stringify(map))
  }
}

/** The sources of the promise entries without Effect, which nobody imports as they are. */
const standalone = "promise/standalone"

/** Prints the types of these entries in a separate process, because the compiler runs meanwhile. */
const declarePromise = async (to: string): Promise<string | undefined> => {
  const declarations = path.join(import.meta.dirname, "build/promise/declarations.ts")
  const child = spawn(process.execPath, [declarations, to], { stdio: ["ignore", "ignore", "pipe"] })
  let complaints = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text))
  const [code] = await once(child, "close")
  return code === 0 ? undefined : complaints
}

/** Writes the promise entries in the place of their sources. */
const writePromise = async (outDir: string, modules: Modules) => {
  write(outDir, new Map([...modules].filter(([file]) => file.startsWith(`${standalone}/`))))
  const files = await bundlePromise(outDir)
  fs.rmSync(path.join(outDir, standalone), { recursive: true })
  write(
    path.join(outDir, "standalone"),
    new Map([...files].map(([file, code]) => [file, { code, map: null }] as const))
  )
}

/**
 * Builds into `outDir` and returns the number of modules written. Throws an error that names the problem otherwise.
 * Without `types`, it checks none and writes no declarations, which takes two thirds of the work.
 */
export const build = async ({ outDir = path.join(root, "dist"), types = true } = {}): Promise<number> => {
  fs.rmSync(outDir, { recursive: true, force: true })
  const standalone = path.join(outDir, "standalone")
  const declared = types ? declarePromise(standalone) : undefined
  const modules = markAll(compile(outDir, types))
  const command = await bundleCommand(outDir, adaptForNode(modules), "cli/Program.js")
  const first = fs.readFileSync(path.join(outDir, main), "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "")
  // Nobody imports its modules.
  fs.rmSync(path.join(outDir, "cli"), { recursive: true })
  const library = new Map([...modules].filter(([file]) => !/^(?:cli|promise\/standalone)\//.test(file)))
  const singles = listSingleModules(library, actors)
  const shared = new Map([...library].filter(([file]) => !singles.has(file)))
  const rewritten = [...singles].map((file) => [file, throughPackage(file, library.get(file)!, singles)] as const)
  const entries = new Set([...listPublished(shared), ...rewritten.flatMap(([, { needs }]) => needs)])
  // package.json maps its platform under a separate name.
  const emulator = await joinFolder(outDir, shared, "emulator", [...entries, "emulator/platform/BrowserPlatform.js"])
  write(outDir, new Map([...shared].filter(([file]) => !file.startsWith("emulator/"))))
  // The compiler wrote them, and their declarations stay.
  for (const file of fs.globSync("emulator/**/*.js{,.map}", { cwd: outDir })) fs.rmSync(path.join(outDir, file))
  write(outDir, emulator)
  write(outDir, new Map(rewritten.map(([file, { module }]) => [file, module])))
  write(outDir, await chunk(outDir, adaptForNode(shared), entries))
  write(outDir, new Map([...command, [main, first] as const].map(([file, code]) => [file, { code, map: null }])))
  await writePromise(outDir, modules)
  const complaints = await declared
  if (complaints !== undefined) throw new Error(`The types of the promise entries failed\n${complaints}`)
  await buildPages("console", path.join(outDir, "console"))
  await buildPages("hosted", path.join(outDir, "hosted"))
  return modules.size
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

/**
 * Installs the packed tarball beside each version of its peers and uses it: `npm run prove -- matrix`.
 *
 * `--only <package>[@<version>]` tries one package, `--canary` the next releases of Effect and frameworks, `--save`
 * writes docs/versions.md. Versions come from npm's registry.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import packageJson from "../../../package.json" with { type: "json" }
import { build } from "../../../tools/build.ts"
import { formatTestedVersion, pack, quickly, run, writeManifest } from "../../../tools/package/npm.ts"
import { root } from "../../support/root.ts"
import { printPage } from "./report.ts"
import { canaryRows, type Row, listRows } from "./rows.ts"

const programs = path.join(import.meta.dirname, "programs")
const examples = path.join(root, "docs/examples")

/** What the programs need beside the tarball. */
const needed = [
  "effect",
  "@effect/platform-node",
  "@effect/sql-pg",
  "react",
  "react-dom",
  "happy-dom",
  "undici",
  "bcryptjs",
  "nodemailer",
  "@babel/parser",
  "@simplewebauthn/server"
]

/** What went wrong in a row: the programs, and the last lines of each. */
export interface Outcome {
  readonly row: Row
  readonly problems: ReadonlyArray<readonly [what: string, why: string]>
}

const { values: flags } = parseArgs({
  options: { canary: { type: "boolean" }, only: { type: "string" }, save: { type: "boolean" } }
})

const isWanted = ({ name, version }: Row): boolean =>
  flags.only === undefined || flags.only === name || flags.only === `${name}@${version}`

/** TypeScript's complaints about the examples and about the package. */
const compileTypes = async (folder: string, files: ReadonlyArray<string>): Promise<string> => {
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--lib", "esnext,dom"]
  const types = [
    "--types",
    "node",
    "--typeRoots",
    path.join(root, "node_modules/@types"),
    "--allowImportingTsExtensions"
  ]
  const { stdout } = await run(path.join(root, "node_modules/.bin/tsc"), [...options, ...types, ...files], folder)
  return stdout
    .split("\n")
    .filter((line) => /^\w[\w-]*\.ts\(|node_modules\/gatefold\//.test(line))
    .join("\n")
}

const tryRow = async (tarball: string, folder: string, row: Row): Promise<Outcome> => {
  const chosen: Readonly<Record<string, string>> = { ...row.along, [row.name]: row.version }
  const packages = [...new Set([...needed, ...Object.keys(chosen)])].map((name) =>
    chosen[name] === undefined ? formatTestedVersion(name) : `${name}@${chosen[name]}`
  )
  writeManifest(folder)
  // Without --force, npm refuses versions that our ranges do not allow.
  const force = flags.canary ? ["--force"] : []
  const installed = await run("npm", ["install", ...quickly, ...force, tarball, ...packages], folder)
  if (installed.code !== 0) return { row, problems: [["npm install", installed.stderr]] }
  for (const source of [programs, examples]) {
    for (const file of fs.globSync("*.{ts,mjs}", { cwd: source })) {
      fs.copyFileSync(path.join(source, file), path.join(folder, file))
    }
  }
  const problems: Array<readonly [string, string]> = []
  for (const program of row.programs) {
    const { code, stderr } = await run(process.execPath, [program], folder)
    if (code !== 0) problems.push([program, stderr])
  }
  if (row.checked.length > 0) {
    const complaints = await compileTypes(folder, row.checked)
    if (complaints !== "") problems.push(["types", complaints])
  }
  return { row, problems }
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-matrix-"))
try {
  console.log(`Built ${await build()} modules`)
  const { tarball } = await pack(temporary)
  const outcomes: Array<Outcome> = []
  const rows = flags.canary ? await canaryRows() : await listRows(packageJson.peerDependencies)
  if (rows.length === 0) console.log("No next release is published.")
  for (const [index, row] of rows.filter(isWanted).entries()) {
    const folder = path.join(temporary, String(index))
    const outcome = await tryRow(tarball, folder, row)
    fs.rmSync(folder, { recursive: true, force: true })
    outcomes.push(outcome)
    const { problems } = outcome
    console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${row.name} ${row.version}`)
    for (const [what, why] of problems) console.log(`  ${what}\n${why.trimEnd().replaceAll(/^/gm, "    ")}`)
  }
  if (flags.save) {
    fs.writeFileSync(path.join(root, "docs/versions.md"), printPage(outcomes, packageJson.peerDependencies))
  }
  process.exitCode = outcomes.every(({ problems }) => problems.length === 0) ? 0 : 1
} finally {
  fs.rmSync(temporary, { recursive: true, force: true })
}

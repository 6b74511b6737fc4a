/**
 * Asks npm for known vulnerabilities: `node tools/package/audit.ts <part>`.
 *
 * - `app`: what npm installs with the package today. Any advisory fails.
 * - `bundled`: what the files of `dist/` contain. Any advisory fails.
 * - `tools`: every lock file of the repository. Prints what there is, and fails only if npm gives no answer.
 *
 * Exits with 1 for advisories, and with 2 if npm gives no answer.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { folders } from "../install.ts"
import { listBundled, type Package } from "./bundled.ts"
import { run, succeed, writeManifest } from "./npm.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** A vulnerable package of an answer of `npm audit --json`, as far as it is used here. */
interface Vulnerability {
  readonly name: string
  readonly severity: string
  /** Advisories, or the names of packages that bring the package along. */
  readonly via: ReadonlyArray<string | { readonly title: string; readonly url: string; readonly range: string }>
}

/** The advisories of an answer, one line each. Throws without an answer, which does not count as a clean one. */
export const parseAdvisories = (answer: string): ReadonlyArray<string> => {
  const parsed: unknown = JSON.parse(answer)
  const { vulnerabilities } = parsed as { readonly vulnerabilities?: Readonly<Record<string, Vulnerability>> }
  if (vulnerabilities === undefined) {
    const { message } = parsed as { readonly message?: string }
    throw new Error(`npm gave no answer about advisories${message === undefined ? "" : `: ${message}`}`)
  }
  const lines = Object.values(vulnerabilities).flatMap(({ name, severity, via }) =>
    via.flatMap((advisory) =>
      typeof advisory === "string"
        ? []
        : [`${severity}: ${name} ${advisory.range}, ${advisory.title} (${advisory.url})`]
    )
  )
  return Array.from(new Set(lines)).toSorted()
}

/** A manifest that installs exactly these packages, also two versions of one. */
export const makeManifest = (packages: ReadonlyArray<Package>): object => ({
  private: true,
  dependencies: Object.fromEntries(
    packages.map(({ name, version }, index) => [`bundled-${index}`, `npm:${name}@${version}`])
  )
})

const audit = async (folder: string): Promise<ReadonlyArray<string>> => {
  const { stderr, stdout } = await run("npm", ["audit", "--json", "--package-lock-only"], folder)
  if (stdout.trim() === "") throw new Error(`npm audit printed nothing\n${stderr}`)
  return parseAdvisories(stdout)
}

/** Audits a project that has this manifest and nothing else. */
const auditManifest = async (manifest: object): Promise<ReadonlyArray<string>> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-audit-"))
  try {
    writeManifest(folder, manifest)
    await succeed("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    return await audit(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const print = (what: string, advisories: ReadonlyArray<string>): void => {
  console.log(
    [`${what}: ${advisories.length === 0 ? "no advisory" : ""}`.trim(), ...advisories.map((line) => `- ${line}`)].join(
      "\n"
    )
  )
}

const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  app: async () => {
    const { dependencies } = packageJson
    const advisories = await auditManifest({ private: true, dependencies })
    print("Installed with the package", advisories)
    return advisories.length === 0
  },
  bundled: async () => {
    const packages = listBundled()
    const advisories = await auditManifest(makeManifest(packages))
    print(`Bundled (${packages.length} packages)`, advisories)
    return advisories.length === 0
  },
  tools: async () => {
    for (const folder of [".", ...folders]) print(folder, await audit(path.join(root, folder)))
    return true
  }
}

if (import.meta.main) {
  const [name = ""] = process.argv.slice(2)
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (part === undefined) {
    console.error(`node tools/package/audit.ts ${Object.keys(parts).join(" | ")}`)
    process.exitCode = 2
  } else {
    try {
      process.exitCode = (await part()) ? 0 : 1
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 2
    }
  }
}

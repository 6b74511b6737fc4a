/** The published SDKs that are tried, and where they are installed. */
import { build } from "esbuild"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { slowMillis } from "../support/patience.ts"
import type { Circumstances } from "./Call.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** An installed version. */
export interface Sdk {
  readonly version: string
  /** What a bundler imports. */
  readonly name: string
  /** What has it in its `node_modules`. */
  readonly folder: string
  /** What Node requires. */
  readonly forNode: string
  /** The generations of the service that it is made for. */
  readonly services: ReadonlyArray<Circumstances["service"]>
}

/** Those of the current service, which are dependencies of the tests. */
export const current: ReadonlyArray<Sdk> = ["2.8.41", "2.8.108"].map((version) => ({
  version,
  name: `stack-js-${version.replaceAll(".", "-")}`,
  folder: root,
  forNode: `stack-js-${version.replaceAll(".", "-")}`,
  services: ["current", "both"]
}))

/** The version of `installFormer`. */
export const formerVersion = "2.8.3"

const former = {
  name: "@stackframe/js",
  integrity: "sha512-GtyG06GU35KZU4AnC31hRpx9cBtV2jCTn/+IP3AMFCOna5RDVQKz8x8CpiTcNTyiJNw3iT4jqutFA0jOB6WHSA==",
  folder: path.join(root, ".cache/interop", formerVersion)
}

const integrityOf = (folder: string, name: string): unknown => {
  const lock = path.join(folder, "node_modules/.package-lock.json")
  return fs.existsSync(lock)
    ? JSON.parse(fs.readFileSync(lock, "utf8")).packages[`node_modules/${name}`]?.integrity
    : undefined
}

/**
 * The last one before June 2025 that the registry has. It brings native code along, so it is installed below `.cache`
 * when it is asked for, and without its install scripts.
 */
export const installFormer = async (): Promise<Sdk> => {
  const { folder, integrity, name } = former
  const version = formerVersion
  if (integrityOf(folder, name) === undefined) {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }))
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`]
    const npm = spawnSync("npm", args, { cwd: folder, encoding: "utf8", timeout: slowMillis })
    if (npm.status !== 0) throw new Error(`npm cannot install ${name}@${version}: ${npm.stderr}`)
  }
  if (integrityOf(folder, name) !== integrity) throw new Error(`${name}@${version} is not what it was: ${folder}`)
  // its files import each other without endings, which only bundlers understand
  const forNode = path.join(folder, "node.cjs")
  await build({
    stdin: { contents: `export * from "${name}"`, resolveDir: folder },
    outfile: forNode,
    bundle: true,
    platform: "node",
    logLevel: "silent"
  })
  return { version, name, folder, forNode, services: ["2025-06", "both"] }
}

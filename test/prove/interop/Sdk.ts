/** The published SDKs that are tried, and where they are installed. */
import * as fs from "node:fs"
import * as path from "node:path"
import { build } from "esbuild"
import { quickly, succeed, writeManifest } from "../../../tools/package/npm.ts"
import type { Circumstances } from "./Call.ts"

/** An installed version. */
export interface Sdk {
  readonly version: string
  /** What has it in its `node_modules`. */
  readonly folder: string
  /** What Node requires from there. */
  readonly forNode: string
  /** The generations of the service that it is made for. */
  readonly services: ReadonlyArray<Circumstances["service"]>
}

/** The package of all versions. */
export const name = "@stackframe/js"

/** What npm's registry says of the content of each version. */
const integrities: Readonly<Record<string, string>> = {
  "2.8.3": "sha512-GtyG06GU35KZU4AnC31hRpx9cBtV2jCTn/+IP3AMFCOna5RDVQKz8x8CpiTcNTyiJNw3iT4jqutFA0jOB6WHSA==",
  "2.8.41": "sha512-LeOX2S6avcPRFQCSSHhx+OHe/1Mx0TbQry4HCeiDa5LM7gfFybh4FXXfYlNuhC5h8Vb27wQTivefOXdH9hnvPg==",
  "2.8.108": "sha512-ArIT0zJukAw24FFSqZBGiADg+bR6s1dA2cuCOvgnOLWf8a3YqYe1LoshsNjFbLWV6k45xRWbbJjHuYXN2I+ruw=="
}

/** The last one before June 2025 that the registry has. */
export const formerVersion = "2.8.3"

/** Those of the current service. */
export const currentVersions = ["2.8.41", "2.8.108"]

const readIntegrity = (folder: string): unknown => {
  const lock = path.join(folder, "node_modules/.package-lock.json")
  return fs.existsSync(lock)
    ? JSON.parse(fs.readFileSync(lock, "utf8")).packages[`node_modules/${name}`]?.integrity
    : undefined
}

/** Files of the former version import each other without endings, which only bundlers understand. */
const bundleForNode = async (folder: string): Promise<string> => {
  const outfile = path.join(folder, "node.cjs")
  const stdin = { contents: `export * from "${name}"`, resolveDir: folder }
  await build({ stdin, outfile, bundle: true, platform: "node", logLevel: "silent" })
  return outfile
}

/**
 * Installs a version below `.cache`, unless it is there: the SDKs bring too much along to be dependencies of the tests.
 * Install scripts of their packages do not run.
 */
export const install = async (version: string): Promise<Sdk> => {
  const folder = path.resolve(import.meta.dirname, "../../../.cache/interop", version)
  if (readIntegrity(folder) === undefined) {
    // Another test file may be at it: whoever is first keeps the place.
    const own = `${folder}-${process.pid}`
    writeManifest(own, { private: true })
    await succeed("npm", ["install", ...quickly, `${name}@${version}`], own)
    if (readIntegrity(folder) === undefined) fs.renameSync(own, folder)
    fs.rmSync(own, { recursive: true, force: true })
  }
  if (readIntegrity(folder) !== integrities[version]) {
    throw new Error(`${name}@${version} is not what it was: ${folder}`)
  }
  return version === formerVersion
    ? { version, folder, forNode: await bundleForNode(folder), services: ["2025-06", "both"] }
    : { version, folder, forNode: name, services: ["current", "both"] }
}

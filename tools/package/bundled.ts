/**
 * The packages whose code is in the files of `dist/`, according to the notices that the build writes.
 *
 * `node tools/package/bundled.ts <file>` writes their bill of materials (CycloneDX), because npm only knows the
 * packages that it installs. It fails if one of them has a license that decision 0043 doesn't allow.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import packageJson from "../../package.json" with { type: "json" }

const root = path.resolve(import.meta.dirname, "../..")

/** The licenses of code that ships, installed or bundled (decision 0043). */
export const licenses: ReadonlyArray<string> = [
  "MIT",
  "MIT-0",
  "0BSD",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0"
]

/** A package whose code is part of a file. */
export interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
}

const sections = [
  // Of `tools/command.ts`.
  /^(?<name>(?:@[\w.-]+\/)?[\w.-]+) (?<version>\d\S*)\nLicense: (?<license>.+)$/gm,
  // Of Vite, which builds the console.
  /^## (?<name>(?:@[\w.-]+\/)?[\w.-]+) - (?<version>\d\S*) \((?<license>[^)]+)\)$/gm
]

/** The packages that notices name, each once. */
export const parsePackages = (notices: ReadonlyArray<string>): ReadonlyArray<Package> => {
  const found = notices.flatMap((text) =>
    sections.flatMap((section) =>
      Array.from(text.matchAll(section), ({ groups }) => ({ ...groups }) as unknown as Package)
    )
  )
  const byId = new Map(found.map((notice) => [`${notice.name}@${notice.version}`, notice]))
  return Array.from(byId.values()).toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version)
  )
}

/** The packages of all files that the build has written. */
export const listBundled = (): ReadonlyArray<Package> => {
  const files = fs.globSync("dist/**/THIRD-PARTY.{txt,md}", { cwd: root }).toSorted()
  if (files.length === 0) throw new Error("dist/ has no notices. Run npm run build first.")
  return parsePackages(
    files.map((file) => {
      const text = fs.readFileSync(path.join(root, file), "utf8")
      if (parsePackages([text]).length === 0) throw new Error(`${file} names no package`)
      return text
    })
  )
}

const formatPurl = ({ name, version }: Package): string => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`

/** Their bill of materials. */
export const makeBillOfMaterials = (packages: ReadonlyArray<Package>): object => ({
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    component: {
      type: "library",
      "bom-ref": `${packageJson.name}@${packageJson.version}`,
      name: packageJson.name,
      version: packageJson.version
    }
  },
  components: packages.map((component) => ({
    type: "library",
    "bom-ref": `${component.name}@${component.version}`,
    name: component.name,
    version: component.version,
    purl: formatPurl(component),
    licenses: [{ license: { id: component.license } }]
  }))
})

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  const packages = listBundled()
  const refused = packages.filter(({ license }) => !licenses.includes(license))
  for (const { license, name } of refused) {
    console.error(`${name} has the license ${license}, which decision 0043 does not allow`)
  }
  if (file !== undefined) fs.writeFileSync(file, `${JSON.stringify(makeBillOfMaterials(packages), null, 2)}\n`)
  console.log(`${packages.length} packages are part of the built files`)
  process.exitCode = refused.length === 0 ? 0 : 1
}

/** Versions of Node and of packages, as they are in the folder. */
import * as fs from "node:fs"
import * as path from "node:path"
import { attempt } from "../../../domain/Attempt.ts"
import * as Json from "../../../domain/text/Json.ts"
import { describeVersion } from "../../../platform/EffectVersion.ts"
import { type Check, skip } from "../Check.ts"

/** The Node that Gatefold needs (`engines` of package.json), as [major, minor]. */
const neededNode = [22, 19] as const

interface Installed {
  readonly at: string
  readonly version: string
}

const readVersion = (folder: string): string | undefined => {
  const text = attempt(() => fs.readFileSync(path.join(folder, "package.json"), "utf8"))
  const version = Json.parseObject(text ?? "")?.["version"]
  return typeof version === "string" ? version : undefined
}

const listFolders = (folder: string): ReadonlyArray<string> =>
  attempt(() => fs.readdirSync(folder))?.filter((name) => !name.startsWith(".")) ?? []

/** The packages beside each other in a `node_modules`. */
const listPackages = (modules: string): ReadonlyArray<string> =>
  listFolders(modules).flatMap((name) =>
    name.startsWith("@")
      ? listFolders(path.join(modules, name)).map((part) => path.join(modules, name, part))
      : [path.join(modules, name)]
  )

const listModulesAbove = (folder: string): ReadonlyArray<string> => {
  const parent = path.dirname(folder)
  return [path.join(folder, "node_modules"), ...(parent === folder ? [] : listModulesAbove(parent))]
}

/** All copies of a package that programs of a folder could find, each once. */
const findCopies = (folder: string, name: string): ReadonlyArray<Installed> => {
  const installed = new Map<string, Installed>()
  for (const modules of listModulesAbove(folder)) {
    const holders = [modules, ...listPackages(modules).map((each) => path.join(each, "node_modules"))]
    for (const holder of holders) {
      const at = path.join(holder, name)
      const version = readVersion(at)
      if (version !== undefined) installed.set(fs.realpathSync(at), { at: path.relative(folder, at), version })
    }
    // A nearer folder hides those above.
    if (installed.size > 0) break
  }
  return [...installed.values()]
}

const formatCopies = (copies: ReadonlyArray<Installed>): string =>
  copies.map(({ at, version }) => `${version} in ${at}`).join(", ")

const makeCopyCheck = (name: string, why: string): Check => ({
  id: `${name}-copies`,
  title: `There is one copy of ${name}`,
  why,
  docs: "troubleshooting.md",
  run: ({ folder }) => {
    const copies = findCopies(folder, name)
    if (copies.length === 0) return skip(`${name} is not installed here`)
    return copies.length === 1
      ? undefined
      : { seen: `${name} ${formatCopies(copies)}`, fix: `npm dedupe, then: npm ls ${name}` }
  }
})

const isOlder = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [ownMajor = 0, ownMinor = 0] = version.replace(/^v/, "").split(".").map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

const pinned = [".nvmrc", ".node-version"]

const nodeVersion: Check = {
  id: "node-version",
  title: `Node is ${neededNode.join(".")} or later`,
  why: "Gatefold does not load on older ones.",
  docs: "versions.md",
  run: ({ folder }) => {
    for (const name of pinned) {
      const file = path.join(folder, name)
      const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : ""
      // A major alone means its newest version.
      if (/^v?\d+(\.\d+)*$/.test(text) && isOlder(text.includes(".") ? text : `${text}.99`, neededNode)) {
        return { seen: `${name} asks for Node ${text}`, fix: `echo 24 > ${name}` }
      }
    }
    return isOlder(process.versions.node, neededNode)
      ? { seen: `This is Node ${process.versions.node}`, fix: "Install Node 24: https://nodejs.org" }
      : undefined
  }
}

const effectVersion: Check = {
  id: "effect-version",
  title: "The version of effect is one that Gatefold works with",
  why: "Modules that Gatefold imports are missing or behave otherwise.",
  docs: "versions.md",
  run: ({ folder }) => {
    const [first] = findCopies(folder, "effect")
    if (first === undefined) return skip("effect is not installed here")
    const problem = describeVersion(first.version)
    return problem === undefined ? undefined : { seen: `effect ${first.version}`, fix: "npm install effect@4.1" }
  }
}

const oneEffect = makeCopyCheck("effect", "Services and fibers of one copy are strangers to the other one.")

const oneGatefold = makeCopyCheck(
  "gatefold",
  "Errors and services of one copy are not those of the other: catchTag and instanceof miss them."
)

const reactVersion: Check = {
  id: "react-version",
  title: "The version of React is 19",
  why: "gatefold/react uses what older versions lack.",
  docs: "versions.md",
  run: ({ folder }) => {
    const [first] = findCopies(folder, "react")
    if (first === undefined) return skip("react is not installed here")
    return isOlder(first.version, [19, 0])
      ? { seen: `react ${first.version}`, fix: "npm install react@19 react-dom@19" }
      : undefined
  }
}

export const checks: ReadonlyArray<Check> = [nodeVersion, effectVersion, oneEffect, oneGatefold, reactVersion]

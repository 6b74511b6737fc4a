/** The generators of apps, whose templates are in this repository, so that nothing of them has to be fetched. */
import * as fs from "node:fs"
import * as path from "node:path"
import expoExample from "../../../docs/examples/expo/package.json" with { type: "json" }
import { findTestedVersion } from "../../../tools/package/npm.ts"

const templates = path.resolve(import.meta.dirname, "../../fixtures/templates")

const generators = [
  { pattern: /^npm create (?:--yes )?vite\S* (\S+)/, template: "vite-react-ts", thenInstalls: false },
  { pattern: /^npx create-next-app\S* (\S+)/, template: "next-app", thenInstalls: true },
  { pattern: /^npx create-react-router\S* (\S+)/, template: "react-router", thenInstalls: true },
  { pattern: /^npx @tanstack\/cli\S* create (\S+)/, template: "tanstack-start", thenInstalls: true },
  { pattern: /^npx create-expo-app\S* (\S+)/, template: "expo", thenInstalls: true },
  { pattern: /^npx create-vue\S* (\S+)/, template: "vue", thenInstalls: false },
  { pattern: /^npm create (?:--yes )?nuxt\S* (\S+)/, template: "nuxt", thenInstalls: true },
  { pattern: /^npx sv\S* create (\S+)/, template: "sveltekit", thenInstalls: true },
  { pattern: /^npm create (?:--yes )?astro\S* (\S+)/, template: "astro", thenInstalls: true }
]

/** Those whose packages have to agree in their versions, which this repository does not have all. */
const keepsVersions = ["react-router", "expo", "tanstack-start", "vue", "nuxt", "sveltekit", "astro"]

const expoVersions: Readonly<Record<string, string>> = expoExample.dependencies

/** A package as `npx expo install` asks for it: in the version that belongs to the app's version of Expo. */
export const atExpoVersion = (name: string): string => {
  const version = expoVersions[name]
  return version === undefined ? name : `${name}@${version}`
}

/** What a command would generate. */
export const generatedBy = (command: string) => {
  for (const { pattern, template, thenInstalls } of generators) {
    const [, name] = pattern.exec(command) ?? []
    if (name !== undefined) return { name, template, thenInstalls }
  }
  return undefined
}

/** Makes an app of a template, with the versions of packages that this repository is tested with. */
export const generate = (template: string, folder: string): void => {
  fs.cpSync(path.join(templates, template), folder, { recursive: true })
  for (const file of fs.readdirSync(folder).filter((name) => name.startsWith("_"))) {
    fs.renameSync(path.join(folder, file), path.join(folder, file.replace("_", ".")))
  }
  if (keepsVersions.includes(template)) return
  const manifest = path.join(folder, "package.json")
  const app = JSON.parse(fs.readFileSync(manifest, "utf8"))
  for (const dependencies of [app.dependencies, app.devDependencies]) {
    for (const name of Object.keys(dependencies)) dependencies[name] = findTestedVersion(name) ?? dependencies[name]
  }
  fs.writeFileSync(manifest, JSON.stringify(app, null, 2))
}

/** What an app needs to know of its project, in the words of the framework that it is written with. */
import * as fs from "node:fs"
import * as path from "node:path"

/** A framework that decides which environment variables reach the browser. */
export type Framework = "Next.js" | "Vite" | "Node"

/** What an app is told. */
export interface Credentials {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
}

/** The prefix of variables that pages may know. */
export const publicPrefixes: Readonly<Record<Framework, string>> = {
  "Next.js": "NEXT_PUBLIC_",
  Vite: "VITE_",
  Node: ""
}

/** The file that the framework, or everybody, reads variables from. */
export const envFiles: Readonly<Record<Framework, string>> = {
  "Next.js": ".env.local",
  Vite: ".env.local",
  Node: ".env"
}

/** The dependencies of the nearest package. */
export const dependenciesOf = (within: string): ReadonlyArray<string> => {
  const folder = path.resolve(within)
  const file = path.join(folder, "package.json")
  if (!fs.existsSync(file)) return folder === path.dirname(folder) ? [] : dependenciesOf(path.dirname(folder))
  try {
    const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(file, "utf8"))
    return Object.keys({ ...dependencies, ...devDependencies })
  } catch {
    // npm complains of it in better words
    return []
  }
}

/** The framework of the package that a folder belongs to. */
export const frameworkOf = (folder: string): Framework => {
  const dependencies = dependenciesOf(folder)
  if (dependencies.includes("next")) return "Next.js"
  return dependencies.includes("vite") ? "Vite" : "Node"
}

/** The names of the service in environment variables (docs/protocol/generations.md#environment-variables). */
export type Brand = "STACK" | "HEXCLAVE"

/** An environment variable. */
export type Variable = readonly [name: string, value: string]

/** The variables, those that pages may know first. */
export const variablesOf = (framework: Framework, brand: Brand, credentials: Credentials): ReadonlyArray<Variable> => {
  const prefix = publicPrefixes[framework]
  return [
    [`${prefix}${brand}_API_URL`, credentials.apiUrl],
    [`${prefix}${brand}_PROJECT_ID`, credentials.projectId],
    [`${prefix}${brand}_PUBLISHABLE_CLIENT_KEY`, credentials.publishableClientKey],
    [`${brand}_SECRET_SERVER_KEY`, credentials.secretServerKey],
    [`${brand}_SUPER_SECRET_ADMIN_KEY`, credentials.superSecretAdminKey]
  ]
}

/** An app that reads the variables. */
export const appOf = (framework: Framework, brand: Brand): ReadonlyArray<string> => {
  const prefix = `${publicPrefixes[framework]}${brand}`
  const [create, from] =
    framework === "Next.js" ? ["createNextApp", "gatefold/next/server"] : ["createClientApp", "gatefold/promise"]
  const isPage = framework === "Vite"
  const variable = (name: string) => `${isPage ? "import.meta" : "process"}.env.${prefix}_${name}`
  return [
    `import { ${create} } from "${from}"`,
    "",
    `export const app = ${create}({`,
    `  apiUrl: ${variable("API_URL")},`,
    `  projectId: ${variable("PROJECT_ID")} ?? "",`,
    `  publishableClientKey: ${variable("PUBLISHABLE_CLIENT_KEY")}${isPage ? "" : ","}`,
    // where links in mails lead; a page knows where it is
    ...(isPage ? [] : [`  appUrl: "http://localhost:3000"`]),
    "})"
  ]
}

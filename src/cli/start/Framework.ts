/** Writes the project of an app in the terms of its framework. */
import * as fs from "node:fs"
import * as path from "node:path"
import { attempt } from "../../domain/Attempt.ts"
import * as Json from "../../domain/text/Json.ts"

interface Traits {
  /** The prefix of variables that pages may know; empty if pages ask the server instead. */
  readonly publicPrefix: string
  /** The file that the framework, or everybody, reads variables from. */
  readonly envFile: string
  readonly environment: string
  /** The function that makes an app, and its module. */
  readonly creator: readonly [create: string, from: string]
  readonly url: string
}

const url = "http://localhost:3000"
const env = { envFile: ".env", environment: "process.env" }
const envLocal = { envFile: ".env.local", environment: "process.env" }
const vite = { publicPrefix: "VITE_", envFile: ".env.local", environment: "import.meta.env" }
const promises = ["createClientApp", "gatefold/promise"] as const
const pages = ["createPageRequests", "gatefold/ssr"] as const

export const traits = {
  "Next.js": { publicPrefix: "NEXT_PUBLIC_", ...envLocal, creator: ["createNextApp", "gatefold/next/server"], url },
  "React Router": { ...vite, creator: promises, url },
  "TanStack Start": { ...vite, creator: promises, url },
  Expo: {
    publicPrefix: "EXPO_PUBLIC_",
    ...envLocal,
    creator: ["createExpoApp", "gatefold/expo"],
    url: "http://localhost:8081"
  },
  Nuxt: { publicPrefix: "NUXT_PUBLIC_", ...env, creator: pages, url },
  SvelteKit: { publicPrefix: "", envFile: ".env", environment: "env", creator: pages, url: "http://localhost:5173" },
  Astro: {
    publicPrefix: "",
    envFile: ".env",
    environment: "import.meta.env",
    creator: pages,
    url: "http://localhost:4321"
  },
  Vite: { ...vite, creator: promises, url },
  Node: { publicPrefix: "", ...env, creator: promises, url }
} satisfies Readonly<Record<string, Traits>>

/** A framework that decides which environment variables reach the browser. */
export type Framework = keyof typeof traits

export interface AppKeys {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
}

/** How code reads a variable that pages may know. */
export const formatVariableAccess = (framework: Framework, brand: Brand, name: string): string =>
  `${traits[framework].environment}.${traits[framework].publicPrefix}${brand}_${name}`

export const readDependencies = (within: string): ReadonlyArray<string> => {
  const folder = path.resolve(within)
  const file = path.join(folder, "package.json")
  if (!fs.existsSync(file)) return folder === path.dirname(folder) ? [] : readDependencies(path.dirname(folder))
  // npm reports invalid JSON better.
  const { dependencies, devDependencies } = Json.parseObject(attempt(() => fs.readFileSync(file, "utf8")) ?? "") ?? {}
  return [dependencies, devDependencies].flatMap((group) => (Json.isRecord(group) ? Object.keys(group) : []))
}

/** The frameworks with a starter in `gatefold init`, by the package that identifies them. */
const supportedPackages: ReadonlyArray<readonly [dependency: string, framework: Framework]> = [
  ["next", "Next.js"],
  // Its framework mode. As a library, `react-router` runs in a Vite app.
  ["@react-router/dev", "React Router"],
  ["@tanstack/react-start", "TanStack Start"],
  ["expo", "Expo"],
  ["nuxt", "Nuxt"],
  ["@sveltejs/kit", "SvelteKit"],
  ["astro", "Astro"]
]

export const detectFramework = (folder: string): Framework => {
  const dependencies = readDependencies(folder)
  const supported = supportedPackages.find(([dependency]) => dependencies.includes(dependency))
  if (supported !== undefined) return supported[1]
  // A server may use Vite, but names its variables for the browser otherwise.
  if (findUnsupported(dependencies) !== undefined) return "Node"
  return dependencies.includes("vite") ? "Vite" : "Node"
}

export const findAppFolder = (has: (path: string) => boolean): string =>
  !has("app/root.tsx") && has("src/root.tsx") ? "src" : "app"

/** Server frameworks without a starter in `gatefold init`, by the package that identifies them. */
const others: ReadonlyArray<readonly [dependency: string, name: string]> = [
  ["@remix-run/dev", "Remix"],
  ["@tanstack/solid-start", "TanStack Start with Solid"],
  ["@solidjs/start", "SolidStart"],
  ["@builder.io/qwik-city", "Qwik City"],
  ["@analogjs/platform", "Analog"]
]

export const findUnsupported = (dependencies: ReadonlyArray<string>): string | undefined =>
  others.find(([dependency]) => dependencies.includes(dependency))?.[1]

/** The names of the service in environment variables (docs/protocol/generations.md#environment-variables). */
export type Brand = "STACK" | "HEXCLAVE"

export type Variable = readonly [name: string, value: string]

/** The keys that only servers and tools may know. */
export const listSecretVariables = (brand: Brand, keys: AppKeys): ReadonlyArray<Variable> => [
  [`${brand}_SECRET_SERVER_KEY`, keys.secretServerKey],
  [`${brand}_SUPER_SECRET_ADMIN_KEY`, keys.superSecretAdminKey]
]

export const isSecret = (name: string): boolean => /_(SECRET_SERVER|SUPER_SECRET_ADMIN)_KEY$/.test(name)

/** Whether an app has no use for secret keys: it runs with its user, or reads its variables as its pages do. */
export const isBrowserApp = (framework: Framework): boolean =>
  framework === "Expo" || traits[framework].publicPrefix === "VITE_"

/**
 * The variables that the env file of an app needs, those that pages may know first. The file of a browser app gets no
 * secret key.
 */
export const listAppVariables = (framework: Framework, brand: Brand, keys: AppKeys): ReadonlyArray<Variable> => {
  const prefix = traits[framework].publicPrefix
  return [
    [`${prefix}${brand}_API_URL`, keys.apiUrl],
    [`${prefix}${brand}_PROJECT_ID`, keys.projectId],
    [`${prefix}${brand}_PUBLISHABLE_CLIENT_KEY`, keys.publishableClientKey],
    ...(isBrowserApp(framework) ? [] : listSecretVariables(brand, keys))
  ]
}

export const printApp = (framework: Framework, brand: Brand): ReadonlyArray<string> => {
  const { creator, publicPrefix, url: appUrl } = traits[framework]
  const [create, from] = creator
  const formatVariable = (name: string) => formatVariableAccess(framework, brand, name)
  return [
    ...(framework === "SvelteKit" ? ['import { env } from "$env/dynamic/private"'] : []),
    `import { ${create} } from "${from}"`,
    "",
    `export const app = ${create}({`,
    `  apiUrl: ${formatVariable("API_URL")},`,
    `  projectId: ${formatVariable("PROJECT_ID")} ?? "",`,
    `  publishableClientKey: ${formatVariable("PUBLISHABLE_CLIENT_KEY")},`,
    // The page that links in mails open. A page knows where it is, and keeps its session in cookies.
    publicPrefix === "VITE_" ? `  tokenStore: "cookie"` : `  appUrl: "${appUrl}"${framework === "Expo" ? "," : ""}`,
    ...(framework === "Expo" ? ["  // and the modules of Expo: npx gatefold docs expo"] : []),
    "})"
  ]
}

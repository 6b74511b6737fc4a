/** What the command gives an app to start with, by the framework that it is written with. */
import * as path from "node:path"
import { type Brand, type Framework, publicPrefixes } from "../start/Framework.ts"

/** A file, by its path in the app. */
export interface StarterFile {
  readonly file: string
  readonly text: string
}

/** What an app starts with. */
export interface Starter {
  /** The app as the command sees it. */
  readonly kind: string
  readonly files: ReadonlyArray<StarterFile>
  /** Whether it shows the screens of `gatefold add handler`. */
  readonly hasHandler: boolean
  /** What is left to do in files that are there already. */
  readonly byHand: ReadonlyArray<string>
}

/** What is known of the app. */
export interface App {
  readonly framework: Framework
  readonly brand: Brand
  readonly dependencies: ReadonlyArray<string>
  /** Where its screens are. */
  readonly screens: string
  /** Whether it has a file or folder of this path. */
  readonly has: (path: string) => boolean
}

const variableOf =
  ({ brand, framework }: App) =>
  (name: string): string =>
    `${framework === "Vite" ? "import.meta" : "process"}.env.${publicPrefixes[framework]}${brand}_${name}`

/** The members that every app has. */
const optionsOf = (app: App): string => {
  const variable = variableOf(app)
  return `  apiUrl: ${variable("API_URL")},
  projectId: ${variable("PROJECT_ID")} ?? "",
  publishableClientKey: ${variable("PUBLISHABLE_CLIENT_KEY")}`
}

/** How files of a folder import the screens. */
const importFrom = (folder: string, { screens }: App): string => path.posix.relative(folder, screens)

const vite = (app: App): Starter => ({
  kind: "React with Vite",
  files: [
    {
      file: "src/auth/Auth.tsx",
      text: `import { AuthProvider } from "gatefold/react"
import type { ReactNode } from "react"
import { ErrorBoundary } from "${importFrom("src/auth", app)}/components/ErrorBoundary"
import { Toaster } from "${importFrom("src/auth", app)}/components/Toaster"
import "${importFrom("src/auth", app)}/gatefold.css"
import { Handler } from "${importFrom("src/auth", app)}/handler/Handler"
import { historyNavigation, usePath } from "${importFrom("src/auth", app)}/lib/url"

// With a router of your own: navigation: Navigation.layerCustom((url, { replace }) => …) of gatefold.
const options = {
${optionsOf(app)},
  navigation: historyNavigation
}

/** Around the whole app: knows who is signed in, shows the pages below /handler, and says what hooks fail with. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options}>
    <Toaster>
      <ErrorBoundary>{usePath()?.startsWith("/handler/") ? <Handler /> : children}</ErrorBoundary>
    </Toaster>
  </AuthProvider>
)
`
    }
  ],
  hasHandler: true,
  byHand: [
    `In src/main.tsx, import { Auth } from "./auth/Auth", and put <Auth> around <App />.`,
    `Anywhere below it: const user = useUser({ or: "redirect" }) of gatefold/react.`,
    "More screens: npx gatefold add"
  ]
})

const next = (app: App): Starter => {
  const base = app.has("src/app") ? "src/" : ""
  const handler = `${base}app/handler/[...auth]`
  return {
    kind: "Next.js",
    files: [
      {
        file: `${base}auth/options.ts`,
        text: `/** What server and browser may both know. */
export const options = {
${optionsOf(app)},
  appUrl: process.env.NEXT_PUBLIC_APP_URL ?? "http://localhost:3000"
}
`
      },
      {
        file: `${base}auth/server.ts`,
        text: `import { createNextApp } from "gatefold/next/server"
import { options } from "./options"

/** On the server: \`await auth.getUser({ or: "redirect" })\` in a page, \`auth.protect\` around a route handler. */
export const auth = createNextApp(options)
`
      },
      {
        file: `${base}auth/Auth.tsx`,
        text: `import { AuthProvider } from "gatefold/next"
import type { ReactNode } from "react"
import { Toaster } from "${importFrom(`${base}auth`, app)}/components/Toaster"
import "${importFrom(`${base}auth`, app)}/gatefold.css"
import { options } from "./options"
import { auth } from "./server"

/** Around the whole app: lets client components know who is signed in. */
export const Auth = async ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options} initial={await auth.dehydrate()}>
    <Toaster>{children}</Toaster>
  </AuthProvider>
)
`
      },
      {
        file: `${base}proxy.ts`,
        text: `import type { NextRequest } from "next/server"
import { auth } from "./auth/server"

/** Refreshes the session before a page renders. */
export const proxy = (request: NextRequest) => auth.proxy(request)

export const config = { matcher: "/((?!_next/|favicon.ico).*)" }
`
      },
      {
        file: `${handler}/page.tsx`,
        text: `import { Handler } from "${importFrom(handler, app)}/handler/Handler"

/** The pages that sign-ins and mails lead to. */
export default function Page() {
  return <Handler />
}
`
      }
    ],
    hasHandler: true,
    byHand: [
      `In ${base}app/layout.tsx, import { Auth } from "../auth/Auth", and put <Suspense><Auth> around {children};`,
      "  cacheComponents of Next.js wants the Suspense of react, and one around what asks for the user in a page.",
      `In next.config, send content-security-policy: frame-ancestors 'none' with /handler/:path*.`,
      "More screens: npx gatefold add"
    ]
  }
}

/** Who runs the app reads the file, unless a framework does. */
const envFile = "Start your program with node --env-file=.env: Node reads that file only if told to."

const effect = ({ has }: App): Starter => ({
  kind: "Effect",
  files: [
    {
      file: `${has("src") ? "src/" : ""}auth.ts`,
      text: `import * as ServerAppConfig from "gatefold/server/config"

/** Your project with its secret key, from the environment: for the operations of gatefold/server. */
export const AuthLive = ServerAppConfig.layer()
`
    }
  ],
  hasHandler: false,
  byHand: [envFile, "With what calls the service: Effect.provide(program, AuthLive)."]
})

const node = (app: App): Starter => ({
  kind: "Node",
  files: [
    {
      file: `${app.has("src") ? "src/" : ""}auth.ts`,
      text: `import { createRequestAuth } from "gatefold/backend"

/** Tells who sends a request: \`auth.protect(async (request, visitor) => Response.json(await visitor.user()))\`. */
export const auth = createRequestAuth({
${optionsOf(app)}
})
`
    }
  ],
  hasHandler: false,
  byHand: [envFile]
})

const page = (app: App): Starter => ({
  kind: "Vite",
  files: [
    {
      file: "src/auth.ts",
      text: `import { createClientApp } from "gatefold/promise"

/** Your project: \`await auth.password.signUp({ email, password })\`. */
export const auth = createClientApp({
${optionsOf(app)},
  tokenStore: "cookie"
})
`
    }
  ],
  hasHandler: false,
  byHand: []
})

/** What an app starts with. */
export const starterOf = (app: App): Starter => {
  if (app.framework === "Next.js") return next(app)
  if (app.framework === "Vite") return app.dependencies.includes("react") ? vite(app) : page(app)
  return app.dependencies.includes("effect") ? effect(app) : node(app)
}

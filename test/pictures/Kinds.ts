/** Projects of the kinds that the package is made for. Another framework is another row. */
import * as fs from "node:fs"
import * as path from "node:path"
import { credentials } from "../../src/emulator/Development.ts"
import { type Step, stepsOf } from "../first-hour/Page.ts"

const templates = path.resolve(import.meta.dirname, "../fixtures/templates")

/** How the app is shown. */
export interface Served {
  readonly name: "dev" | "build"
  /** Makes the app before it is served. */
  readonly build?: string
  /** Serves it until it is ended. */
  readonly command: string
}

/** A kind of project. */
export interface Kind {
  readonly name: string
  /** Makes the app that the steps begin with, in a folder; none where they do so themselves. */
  readonly generate?: (folder: string) => void
  /** What its developer types and writes, before anything is served. */
  readonly steps: ReadonlyArray<Step>
  /** The page with `<UserButton>` and `<TeamSwitcher>`. */
  readonly menus: string
  readonly served: ReadonlyArray<Served>
}

const type = (command: string): Step => ({ _tag: "Type", command, shows: [] })
const write = (file: string, text: string): Step => ({ _tag: "Write", file, text })

/** The steps of a quickstart until something is served. */
const beginOf = (page: string): ReadonlyArray<Step> =>
  stepsOf(page).filter((step) => step._tag === "Write" || !/gatefold start|npm run dev/.test(step.command))

/** A file as the guide of the screens shows it. */
const ofGuide = (file: string): string =>
  stepsOf("docs/guides/screens.md").flatMap((step) =>
    step._tag === "Write" && step.file === file ? [step.text] : []
  )[0]!

const guided = (file: string): Step => write(file, ofGuide(file))

const viteEnvironment = `VITE_STACK_API_URL=${credentials.apiUrl}
VITE_STACK_PROJECT_ID=${credentials.projectId}
VITE_STACK_PUBLISHABLE_CLIENT_KEY=${credentials.publishableClientKey}
`

/** The root of an app of React Router with a server. */
const reactRouterRoot = `import { Navigation } from "gatefold"
import { AuthProvider } from "gatefold/react"
import { type ReactNode, useState } from "react"
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useNavigate } from "react-router"
import "./app.css"
import { Toaster } from "./gatefold/components/Toaster"
import "./gatefold/gatefold.css"

export const Layout = ({ children }: { children: ReactNode }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Shop</title>
      <Meta />
      <Links />
    </head>
    <body>
      {children}
      <ScrollRestoration />
      <Scripts />
    </body>
  </html>
)

export default function App() {
  const navigate = useNavigate()
  const [options] = useState(() => ({
    apiUrl: import.meta.env.VITE_STACK_API_URL,
    projectId: import.meta.env.VITE_STACK_PROJECT_ID ?? "",
    publishableClientKey: import.meta.env.VITE_STACK_PUBLISHABLE_CLIENT_KEY,
    navigation: Navigation.layerCustom((url, { replace }) => {
      const { hash, pathname, search } = new URL(url)
      void navigate(pathname + search + hash, { replace })
    })
  }))
  return (
    <AuthProvider options={options}>
      <Toaster>
        <Outlet />
      </Toaster>
    </AuthProvider>
  )
}
`

const menus = (folder: string) => `import { TeamSwitcher } from "${folder}/team-switcher/TeamSwitcher"
import { UserButton } from "${folder}/user-button/UserButton"

export default function Menus() {
  return (
    <>
      <TeamSwitcher />
      <UserButton />
    </>
  )
}
`

const page = (component: string, module: string) => `import { ${component} } from "../gatefold/${module}"

export default function Page() {
  return <${component} />
}
`

export const kinds: ReadonlyArray<Kind> = [
  {
    name: "vite",
    steps: [
      ...beginOf("docs/start/vite.md"),
      type("npx gatefold add all"),
      write("src/main.tsx", `import "./index.css"\n${ofGuide("src/main.tsx")}`)
    ],
    menus: "/",
    served: [
      { name: "dev", command: "npm run dev" },
      { name: "build", build: "npm run build", command: "npm run preview" }
    ]
  },
  {
    name: "next",
    steps: [
      ...beginOf("docs/start/nextjs.md"),
      type("npx gatefold add all"),
      guided("app/account/[[...part]]/page.tsx"),
      guided("app/teams/[[...team]]/page.tsx"),
      write("app/menus/page.tsx", menus("../../components/gatefold"))
    ],
    menus: "/menus",
    served: [
      { name: "dev", command: "npm run dev" },
      { name: "build", build: "npm run build", command: "npm run start" }
    ]
  },
  {
    name: "react-router",
    // in the versions of its manifest: the packages of this framework have to agree
    generate: (folder) =>
      fs.cpSync(path.join(templates, "react-router"), path.join(folder, "shop"), { recursive: true }),
    steps: [
      type("cd shop"),
      type("npm install gatefold"),
      type("npx gatefold add all --dir app/gatefold"),
      write(".env.local", viteEnvironment),
      write("app/root.tsx", reactRouterRoot),
      write(
        "app/routes.ts",
        `import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("routes/menus.tsx"),
  route("handler/*", "routes/handler.tsx"),
  route("account/*", "routes/account.tsx"),
  route("teams/*", "routes/teams.tsx")
] satisfies RouteConfig
`
      ),
      write("app/routes/menus.tsx", menus("../gatefold")),
      write("app/routes/handler.tsx", page("Handler", "handler/Handler")),
      write("app/routes/account.tsx", page("Account", "account/Account")),
      write("app/routes/teams.tsx", page("TeamSettings", "team-settings/TeamSettings"))
    ],
    menus: "/",
    served: [
      { name: "dev", command: "npm run dev" },
      { name: "build", build: "npm run build", command: "npm run start" }
    ]
  }
]

/** Projects of the kinds that the package is made for. Another framework is another row. */
import * as fs from "node:fs"
import * as path from "node:path"
import { type Step, readSteps } from "../prove/first-hour/page.ts"
import { reactRouterEdits } from "../prove/first-hour/Project.ts"

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
const listFirstSteps = (page: string): ReadonlyArray<Step> =>
  readSteps(page).filter((step) => step._tag === "Write" || !/gatefold start|npm run dev/.test(step.command))

/** A file as the guide of the screens shows it. */
const ofGuide = (file: string): string =>
  readSteps("docs/guides/screens.md").flatMap((step) =>
    step._tag === "Write" && step.file === file ? [step.text] : []
  )[0]!

const guided = (file: string): Step => write(file, ofGuide(file))

/** The root of the template, with the edits that `gatefold init` prints. */
const reactRouterRoot = (): string =>
  reactRouterEdits["app/root.tsx"](fs.readFileSync(path.join(templates, "react-router/app/root.tsx"), "utf8"))

const menus = (folder: string) => `import { TeamSwitcher } from "${folder}/team-switcher/TeamSwitcher"
import { UserButton } from "${folder}/user-button/UserButton"

export default function Menus() {
  return (
    <header style={{ display: "flex", justifyContent: "space-between", padding: "0.75rem 1.25rem" }}>
      <TeamSwitcher />
      <UserButton />
    </header>
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
      ...listFirstSteps("docs/start/vite.md"),
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
      ...listFirstSteps("docs/start/nextjs.md"),
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
    // In the versions of its manifest: the packages of this framework have to agree.
    generate: (folder) =>
      fs.cpSync(path.join(templates, "react-router"), path.join(folder, "shop"), { recursive: true }),
    steps: [
      ...listFirstSteps("docs/start/react-router.md").filter(
        (step) => step._tag === "Write" || !step.command.startsWith("npx create")
      ),
      type("npx gatefold add all"),
      write("app/root.tsx", reactRouterRoot()),
      write(
        "app/routes.ts",
        `import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("routes/menus.tsx"),
  route("home", "routes/home.tsx"),
  route("handler/*", "routes/handler.tsx"),
  route("account/*", "routes/account.tsx"),
  route("teams/*", "routes/teams.tsx")
] satisfies RouteConfig
`
      ),
      write("app/routes/menus.tsx", menus("../gatefold")),
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

/** The first files of an app, by its framework. */
import { credentials } from "../../emulator/seeds/Development.ts"
import * as FormStarters from "./FormStarters.ts"
import * as ReactStarters from "./ReactStarters.ts"
import type { App, Starter } from "./StarterApp.ts"
import { makeStarterFiles } from "./StarterFiles.ts"

export type { App, Starter, StarterFile } from "./StarterApp.ts"

/** Frameworks read the env file themselves; plain Node does not. */
const envFile = "Start your program with node --env-file=.env: Node reads the file only with this flag."

const makePlace =
  ({ has }: App) =>
  (file: string): string =>
    has("src") ? `src/${file}` : file

const makeEffect = (app: App): Starter => ({
  kind: "Effect",
  files: makeStarterFiles("effect", app, ["auth.ts"], { place: makePlace(app) }),
  byHand: [envFile, "Provide it to the program that calls the service: Effect.provide(program, AuthLive)."]
})

/** How servers without Effect identify the sender of a request, by the package of their framework. */
const servers = [
  {
    kind: "Hono",
    dependency: "hono",
    create: "createHonoAuth",
    from: "gatefold/hono",
    use: 'app.get("/orders", auth.signedIn(), (c) => c.text(c.var.session.userId))'
  },
  {
    kind: "Express",
    dependency: "express",
    create: "createExpressAuth",
    from: "gatefold/express",
    use: 'app.get("/orders", auth.signedIn(), (request, response) => …)'
  }
]

const nodeServer = {
  kind: "Node",
  create: "createRequestAuth",
  from: "gatefold/promise/backend",
  use: "auth.protect(async (request, session) => Response.json(await session.user()))"
}

const makeServer = (app: App, { create, from, kind, use }: typeof nodeServer): Starter => ({
  kind,
  files: makeStarterFiles("server", app, ["auth.ts"], { place: makePlace(app), values: { create, from, use } }),
  byHand: [envFile]
})

const makePage = (app: App): Starter => ({
  kind: "Vite",
  files: makeStarterFiles("browser", app, ["src/auth.ts"]),
  byHand: []
})

/** The page of an app that is nothing but pages, without a bundler. */
const pages = ["public/index.html", "index.html"]

/** Pages have no environment, so their module names the project. */
const makePlainPage = (app: App, index: string): Starter => {
  const folder = index.replace("index.html", "")
  const { apiUrl, projectId, publishableClientKey } = credentials
  return {
    kind: "HTML page",
    files: makeStarterFiles("html", app, ["auth.js"], {
      place: (file) => folder + file,
      values: { apiUrl, projectId, publishableClientKey }
    }),
    hasKeys: true,
    byHand: [
      `Copy the module that it imports: cp -r node_modules/gatefold/dist/standalone ${folder}gatefold`,
      'In a script with type="module": import { auth } from "./auth.js".'
    ]
  }
}

export const selectStarter = (app: App): Starter => {
  const hasEffect = app.dependencies.includes("effect")
  const plain = findWithoutEffect(app, hasEffect)
  if (plain !== undefined) return plain
  const starter = withEffect[app.framework](app)
  return hasEffect ? starter : { ...starter, byHand: [installEffect, ...starter.byHand] }
}

/** The starters that do not need the optional peer. */
const findWithoutEffect = (app: App, hasEffect: boolean): Starter | undefined => {
  if (app.framework === "Vite" && !app.dependencies.includes("react")) {
    return app.dependencies.includes("vue") ? FormStarters.makeVue(app) : makePage(app)
  }
  if (app.framework !== "Node") return undefined
  const index = pages.find(app.has)
  if (index !== undefined && app.dependencies.every((name) => name === "gatefold")) return makePlainPage(app, index)
  const framework = servers.find(({ dependency }) => app.dependencies.includes(dependency))
  if (framework !== undefined) return makeServer(app, framework)
  return hasEffect ? undefined : makeServer(app, nodeServer)
}

/** The starters whose files need Effect, by framework. */
const withEffect: Readonly<Record<App["framework"], (app: App) => Starter>> = {
  "Next.js": ReactStarters.makeNext,
  "React Router": ReactStarters.makeReactRouter,
  "TanStack Start": ReactStarters.makeTanStackStart,
  Expo: ReactStarters.makeExpo,
  Nuxt: FormStarters.makeNuxt,
  SvelteKit: FormStarters.makeSvelteKit,
  Astro: FormStarters.makeAstro,
  Vite: ReactStarters.makeVite,
  Node: makeEffect
}

const installEffect = "Install effect, which these files need: npm install effect"

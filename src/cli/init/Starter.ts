/** The first files of an app, by its framework. */
import * as React from "./ReactStarters.ts"
import { type App, type Starter, optionsOf } from "./StarterParts.ts"

export type { App, Starter, StarterFile } from "./StarterParts.ts"

/** Frameworks read the env file themselves; plain Node does not. */
const envFile = "Start your program with node --env-file=.env: Node reads the file only with this flag."

const effect = ({ has }: App): Starter => ({
  kind: "Effect",
  files: [
    {
      file: `${has("src") ? "src/" : ""}auth.ts`,
      text: `import * as ServerAppConfig from "gatefold/server/config"

/** Your project with its secret key, from environment variables. The operations of gatefold/server need it. */
export const AuthLive = ServerAppConfig.layer()
`
    }
  ],
  hasHandler: false,
  byHand: [envFile, "Provide it to the program that calls the service: Effect.provide(program, AuthLive)."]
})

const node = (app: App): Starter => ({
  kind: "Node",
  files: [
    {
      file: `${app.has("src") ? "src/" : ""}auth.ts`,
      text: `import { createRequestAuth } from "gatefold/promise/backend"

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

/** The starter for an app. */
export const starterOf = (app: App): Starter => {
  const hasEffect = app.dependencies.includes("effect")
  if (app.framework === "Vite" && !app.dependencies.includes("react")) return page(app)
  const starter = onEffect(app, hasEffect)
  return hasEffect ? starter : { ...starter, byHand: [installEffect, ...starter.byHand] }
}

/** The starters that need the optional peer. */
const onEffect = (app: App, hasEffect: boolean): Starter => {
  if (app.framework === "Next.js") return React.next(app)
  if (app.framework === "React Router") return React.reactRouter(app)
  if (app.framework === "TanStack Start") return React.tanStackStart(app)
  if (app.framework === "Vite") return React.vite(app)
  return hasEffect ? effect(app) : node(app)
}

const installEffect = "Install effect, which these files need: npm install effect"

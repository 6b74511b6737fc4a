/**
 * The example app of Next.js, built with canaries in its environment and started over an emulator that knows them: what
 * is in its bundles, its pages, what the router gets (RSC), and what the server prints.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as esbuild from "esbuild"
import packageJson from "../../../package.json" with { type: "json" }
import * as Emulator from "../../../src/emulator/index.ts"
import { createClientApp } from "../../../src/promise/ClientApp.ts"
import * as ExampleApp from "../../next/ExampleApp.ts"
import { root } from "../../support/root.ts"
import { options } from "./Operations.ts"
import type { Search } from "./Search.ts"
import * as Secrets from "./Secrets.ts"
import { kinds } from "./Secrets.ts"

/**
 * All that is in the environment where an app is built, in place of `process.env` as some apps have it: whoever reads
 * any of it takes all of it along. It is a text, because esbuild takes an object along even if nobody reads it.
 */
const environment = JSON.stringify(
  JSON.stringify({
    STACK_SECRET_SERVER_KEY: kinds.secretServerKey,
    HEXCLAVE_SUPER_SECRET_ADMIN_KEY: kinds.superSecretAdminKey
  })
)

/**
 * The entry points that a page may import, each in a bundle for browsers; answers how many there are.
 *
 * What is read as `globalThis.process`, such as by ConfigProvider of Effect, no bundler replaces, and a page has none.
 * Into `import.meta.env` bundlers put only those variables that are meant for pages.
 */
export const bundles = async (search: Search): Promise<number> => {
  const entries = Object.entries(packageJson.exports).flatMap(([name, target]) =>
    target === null || /\*|json|testing|terminal|undici|emulator|next|middleware/.test(name) ? [] : [name]
  )
  for (const name of entries) {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: `export * from "gatefold${name.slice(1)}"`, resolveDir: root },
      bundle: true,
      write: false,
      sourcemap: "inline",
      format: "esm",
      platform: "browser",
      conditions: ["gatefold-source"],
      // NODE_ENV is put in by itself.
      define: { "process.env": environment, "process.env.NODE_ENV": '"production"' },
      external: ["react", "next", "@simplewebauthn/browser"],
      logLevel: "silent"
    })
    for (const { text } of outputFiles) search.look("bundle", `gatefold${name.slice(1)}`, text)
  }
  return entries.length
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []))

/** Builds, starts and visits the app; answers how many answers there were. */
export const run = (search: Search): Promise<number> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { baseUrl, project } = yield* Emulator.serve({
          port: 0,
          passwordCost: "insecure-fast",
          project: {
            publishableClientKey: options.publishableClientKey,
            secretServerKey: kinds.secretServerKey,
            superSecretAdminKey: kinds.superSecretAdminKey
          }
        })
        return yield* Effect.promise(() => visit(search, { ...project, apiUrl: baseUrl }))
      })
    )
  )

const visit = async (search: Search, settings: ExampleApp.Settings): Promise<number> => {
  const app = await ExampleApp.start(settings)
  let answers = 0
  try {
    const client = createClientApp({ ...settings, appUrl: app.url })
    await client.password.signUp({ email: "ann@example.org", password: kinds.password })
    const { accessToken, refreshToken } = await client.sessions.authJson()
    Secrets.issue("accessToken", accessToken!)
    Secrets.issue("refreshToken", refreshToken!)
    const good = `stack-refresh-${settings.projectId}=${refreshToken}; stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
    const bad = `stack-refresh-${settings.projectId}=${kinds.refreshToken}; stack-access=${encodeURIComponent(JSON.stringify([kinds.refreshToken, kinds.accessToken]))}`
    const pages = [
      "/",
      "/account",
      "/settings",
      "/teams",
      "/sign-up",
      "/api/me",
      "/api/visits",
      "/no-such-page",
      `/handler/magic-link-callback?code=${kinds.mailedCode}`
    ]
    for (const cookie of [good, bad, `stack-access=[${kinds.accessToken}`]) {
      for (const page of pages) {
        for (const rsc of [false, true]) {
          const response = await fetch(app.url + page + (rsc ? `${page.includes("?") ? "&" : "?"}_rsc` : ""), {
            redirect: "manual",
            headers: { cookie, ...(rsc && { rsc: "1" }) }
          })
          answers++
          const { "set-cookie": setCookie, ...headers } = Object.fromEntries(response.headers)
          search.lookForIssued(
            rsc ? "RSC" : "server HTML",
            `${page} of Next.js`,
            `${JSON.stringify(headers)} ${await response.text()}`
          )
        }
      }
    }
    await client.dispose()
    for (const folder of [".next/static", ".next/server"]) {
      for (const file of filesIn(path.join(app.folder, folder))) {
        search.lookForIssued(
          folder === ".next/static" ? "bundle" : "server bundle",
          path.basename(file),
          fs.readFileSync(file, "latin1")
        )
      }
    }
    search.lookForIssued("server output", "next build and next start", app.output())
  } finally {
    await app.close()
  }
  return answers
}

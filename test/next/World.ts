/** What the tests of the example app run in: the emulator over HTTP, the app built and started, and a real Chromium. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { UserId } from "../../src/domain/Ids.ts"
import type { Entry } from "../../src/emulator/control/Journal.ts"
import { Emulator } from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import { createClientApp, type EffectClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp, type EffectServerApp } from "../../src/promise/ServerApp.ts"
import * as Chromium from "../browser/Chromium.ts"
import * as Watch from "../browser/Watch.ts"
import { waitMillis } from "../support/patience.ts"
import * as ExampleApp from "./ExampleApp.ts"

/** The password of everybody. */
export const password = "correct horse battery staple"

/** A user, with the cookies of a browser in which they are signed in. */
export interface User {
  readonly id: UserId
  readonly email: string
  readonly refreshToken: string
  readonly accessToken: string
  /** The `Cookie` header of a browser. */
  readonly cookie: string
  /** The same when the access token has been lost, so that there has to be a refresh. */
  readonly staleCookie: string
  readonly app: EffectClientApp
}

/** One user's browser. */
export interface Visit extends Watch.Watch {
  readonly context: BrowserContext
  readonly page: Page
}

/** The parts that all tests share. */
export interface World {
  readonly app: () => ExampleApp.ExampleApp
  readonly emulator: () => Emulator["Service"]
  readonly server: () => EffectServerApp
  /** What the service is asked while something runs. */
  readonly asked: (run: () => Promise<unknown>) => Promise<ReadonlyArray<Entry>>
  readonly signUp: (displayName?: string) => Promise<User>
  /** A request to the app; redirects are not followed. */
  readonly get: (path: string, init?: RequestInit) => Promise<Response>
  /** A test with a fresh browser profile. Fails when the page has said anything on its console. */
  readonly visit: (name: string, run: (visit: Visit) => Promise<void>) => void
}

/** Starts everything before the tests of a file and ends it after them. */
export const use = (): World => {
  const scope = Scope.makeUnsafe()
  let emulator: Emulator["Service"]
  let app: ExampleApp.ExampleApp
  let server: EffectServerApp
  let browser: Browser
  let users = 0

  beforeAll(async () => {
    const service = Serve.layer({
      port: 0,
      passwordCost: "insecure-fast",
      project: { config: { allowLocalhost: true, magicLinkEnabled: true } }
    })
    emulator = Context.get(await Effect.runPromise(Layer.buildWithScope(service, scope)), Emulator)
    const { baseUrl, project } = emulator
    if (project === undefined) throw new Error("The emulator has no project")
    server = createServerApp({ ...project, apiUrl: baseUrl })
    ;[app, browser] = await Promise.all([ExampleApp.start({ ...project, apiUrl: baseUrl }), Chromium.launch()])
  })

  afterAll(async () => {
    await browser?.close()
    await app?.close()
    await server?.dispose()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const signUp: World["signUp"] = async (displayName) => {
    const { baseUrl, project } = emulator
    const client = createClientApp({ ...project!, apiUrl: baseUrl, appUrl: app.url })
    const email = `user-${++users}@example.com`
    await client.password.signUp({ email, password })
    if (displayName !== undefined) await client.currentUser.setDisplayName(displayName)
    const { id } = await client.currentUser.get({ or: "throw" })
    const { accessToken, refreshToken } = await client.sessions.authJson()
    const staleCookie = `stack-refresh-${project!.projectId}=${refreshToken}`
    const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
    return {
      id,
      email,
      accessToken: accessToken!,
      refreshToken: refreshToken!,
      cookie: `${staleCookie}; stack-access=${pair}`,
      staleCookie,
      app: client
    }
  }

  return {
    app: () => app,
    emulator: () => emulator,
    server: () => server,
    asked: async (run) => {
      await Effect.runPromise(emulator.journal.clear)
      await run()
      return Effect.runPromise(emulator.journal.entries)
    },
    signUp,
    get: (path, init) => fetch(app.url + path, { redirect: "manual", ...init }),
    visit: (name, run) =>
      it(name, async () => {
        const context = await browser.newContext()
        context.setDefaultTimeout(waitMillis)
        const watch = Watch.start(context, emulator.baseUrl)
        try {
          await run({ ...watch, context, page: await context.newPage() })
          await watch.settle()
          expect(watch.complaints).toStrictEqual([])
        } finally {
          await context.close()
        }
      })
  }
}

/** Gives a browser the cookies of a user. */
export const signIn = async (context: BrowserContext, url: string, { cookie }: User): Promise<void> =>
  context.addCookies(
    cookie.split("; ").map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url,
      sameSite: "Lax" as const
    }))
  )

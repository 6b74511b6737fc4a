/**
 * What every browser test runs in: a real Chromium, the test app over HTTP, and the emulator over HTTP on another
 * origin. Each test fails when the watch over its pages has something to complain about.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import type { Entry } from "../../src/emulator/control/Journal.ts"
import type { Mail } from "../../src/emulator/mail/Mailbox.ts"
import { Emulator, type Options } from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import { waitMillis } from "../support/patience.ts"
import * as AppServer from "./AppServer.ts"
import { it } from "./Shared.ts"
import * as Watch from "./Watch.ts"

const screenshots = path.resolve(import.meta.dirname, "../../.cache/browser")

/** One user's browser. */
export interface Visit extends Watch.Watch {
  readonly context: BrowserContext
  readonly page: Page
  readonly app: AppServer.AppServer
}

/** The parts that all tests of a file share. */
export interface World {
  /** A test with a fresh browser profile. */
  readonly test: (name: string, run: (visit: Visit) => Promise<void>) => void
  /** The next mail to an address. */
  readonly mailTo: (to: string) => Promise<Mail>
  readonly journal: () => Promise<ReadonlyArray<Entry>>
  /** The running emulator. */
  readonly emulator: () => Emulator["Service"]
  /** Sets the service's clock apart from that of everybody else. */
  readonly shiftClock: (millis: number) => void
}

const takeScreenshots = async (context: BrowserContext, name: string): Promise<void> => {
  fs.mkdirSync(screenshots, { recursive: true })
  const file = (index: number) => path.join(screenshots, `${name.replaceAll(/\W+/g, "-")}-${index + 1}.png`)
  await Promise.allSettled(context.pages().map((page, index) => page.screenshot({ path: file(index) })))
}

let users = 0

/** An address that nobody else has in this run. */
export const newEmail = (): string => `user-${++users}@example.com`

/** The password of everybody. */
export const password = "correct horse battery staple"

/** Starts everything before the tests of a file and ends it after them. */
export const use = (options: Pick<Options, "service"> = {}): World => {
  let shift = 0
  const clock: Clock.Clock = Effect.runSync(Clock.Clock)
  const shifted: Clock.Clock = Object.assign(Object.create(clock), {
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + shift,
    currentTimeMillis: Effect.sync(() => clock.currentTimeMillisUnsafe() + shift)
  })
  const scope = Scope.makeUnsafe()
  const service = Serve.layer({
    port: 0,
    passwordCost: "insecure-fast",
    ...options,
    project: {
      config: {
        allowLocalhost: true,
        domains: [{ domain: AppServer.insecureOrigin, handlerPath: "/handler" }],
        magicLinkEnabled: true,
        passkeyEnabled: true,
        oauthProviders: [{ id: "github", type: "shared" }]
      }
    }
  })
  let app: AppServer.AppServer
  let emulator: Emulator["Service"]

  it.beforeAll(async () => {
    const context = await Effect.runPromise(
      Layer.buildWithScope(service, scope).pipe(Effect.provideService(Clock.Clock, shifted))
    )
    emulator = Context.get(context, Emulator)
    const { project, baseUrl } = emulator
    if (project === undefined) throw new Error("The emulator has no project")
    app = await AppServer.serve({
      projectId: project.projectId,
      publishableClientKey: project.publishableClientKey,
      apiUrl: baseUrl
    })
  })

  it.afterAll(async () => {
    await app?.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const test: World["test"] = (name, run) =>
    it(name, async ({ browser }) => {
      // Certificates of tests are signed by nobody.
      const context = await browser.newContext({ ignoreHTTPSErrors: true })
      context.setDefaultTimeout(waitMillis)
      const watch = Watch.start(context, emulator.baseUrl)
      try {
        await run({ ...watch, app, context, page: await context.newPage() })
        await watch.settle()
        expect(watch.complaints).toStrictEqual([])
      } catch (error) {
        await takeScreenshots(context, name)
        throw error
      } finally {
        await context.close()
      }
    })

  return {
    test,
    emulator: () => emulator,
    mailTo: (to) => Effect.runPromise(Effect.timeout(emulator.mailbox.take({ to }), waitMillis)),
    journal: () => Effect.runPromise(emulator.journal.entries),
    shiftClock: (millis) => {
      shift = millis
    }
  }
}

/** Waits until the page says who is signed in. */
export const signedInAs = (page: Page, email: string) => page.getByText(`Signed in as ${email}`).waitFor()

/** Waits until the page says that nobody is signed in. */
export const signedOut = (page: Page) => page.getByText("Nobody is signed in").waitFor()

/** Signs out by the page's form, which leads home. */
export const signOut = async (page: Page) => {
  const home = page.waitForEvent("load")
  await submit(page, "sign-out")
  await home
  await signedOut(page)
}

/** Fills in a form of the test app and sends it. */
export const submit = async (page: Page, form: string, fields: Readonly<Record<string, string>> = {}) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${form} [name=${name}]`).fill(value)
  await page.locator(`#${form} button`).click()
}

/** Signs a new user up with a password, and waits until the home page shows them. */
export const signUp = async (page: Page, baseUrl: string): Promise<string> => {
  const email = newEmail()
  await page.goto(`${baseUrl}/handler/sign-up`)
  await submit(page, "sign-up", { email, password })
  await page.waitForURL(`${baseUrl}/welcome`)
  await signedInAs(page, email)
  return email
}

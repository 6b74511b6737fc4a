/**
 * What the demo's tests run in: a real Chromium, and the demo as `npm start` serves it, with its emulator, its people
 * and its content security policy. Each test fails when the watch over its pages has something to complain about.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import { build } from "../../../docs/examples/react/server/Build.ts"
import * as Demo from "../../../docs/examples/react/server/Demo.ts"
import * as PastClock from "../../../docs/examples/react/server/PastClock.ts"
import type { Mail } from "../../../src/emulator/mail/Mailbox.ts"
import type { Emulator } from "../../../src/emulator/node.ts"
import * as Serve from "../../../src/emulator/Serve.ts"
import { waitMillis } from "../../support/patience.ts"
import * as Shared from "../Shared.ts"
import * as Watch from "../Watch.ts"

/** Where screenshots are kept. */
export const screenshots = path.resolve(import.meta.dirname, "../../../.cache/browser/demo")

/** One user's browser. */
export interface Visitor extends Watch.Watch {
  readonly context: BrowserContext
  readonly page: Page
}

/** What a test begins with. */
export interface Visit extends Visitor {
  readonly demo: Demo.Demo
  /** Another user's browser. */
  readonly another: (options?: VisitorOptions) => Promise<Visitor>
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Whether the developer panel is as on a first visit. Otherwise it is closed, so that it has no part in the test. */
  readonly isPanelAsNew?: boolean
}

/** The parts that all tests of a file share. */
export interface World {
  /** A test with a fresh browser profile. */
  readonly test: (name: string, run: (visit: Visit) => Promise<void>) => void
  /** The next mail to an address. */
  readonly mailTo: (to: string) => Promise<Mail>
  /** Where programs beside the demo's pages reach the emulator. */
  readonly apiUrl: () => string
  readonly advanceClock: (millis: number) => Promise<void>
  readonly resetClock: () => Promise<void>
}

/** Keeps a picture of a page. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  fs.mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: path.join(screenshots, `${name.replaceAll(/\W+/g, "-")}.png`) })
}

/** In the page, before its scripts run. Frames with emails have no storage. */
const closePanel = (url: string) => {
  const key = "developer-panel"
  if (location.origin === url && window === window.top && localStorage.getItem(key) === null) {
    localStorage.setItem(key, "closed")
  }
}

/** Tests of the demo, which files share; each begins with what is in it from the start. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from it what a fixture needs
const it = Shared.it.extend("served", { scope: "worker" }, async ({}, { onCleanup }) => {
  const scope = Scope.makeUnsafe()
  onCleanup(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const start = Effect.gen(function* () {
    const { folder } = yield* build
    const emulator = yield* Serve.serve({ port: 0, passwordCost: "insecure-fast" })
    const demo = yield* Demo.serve(emulator, { port: 0, folder })
    return { demo, emulator, atFirst: yield* emulator.snapshot }
  })
  return Effect.runPromise(start.pipe(Effect.provide(PastClock.layer), Scope.provide(scope)))
})

/** Starts everything that is not there yet before the tests of a file. */
export const use = (): World => {
  let browser: Browser
  let emulator: Emulator["Service"]
  let demo: Demo.Demo

  it.beforeAll(async ({ browser: shared, served }) => {
    browser = shared
    demo = served.demo
    emulator = served.emulator
    await Effect.runPromise(emulator.restore(served.atFirst))
  })

  const visit = async ({ isPanelAsNew = false, ...options }: VisitorOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({ baseURL: demo.url, reducedMotion: "reduce", ...options })
    context.setDefaultTimeout(waitMillis)
    if (!isPanelAsNew) await context.addInitScript(closePanel, demo.url)
    return { ...Watch.start(context, emulator.baseUrl), context, page: await context.newPage() }
  }

  const test: World["test"] = (name, run) =>
    it(name, async () => {
      const visitors: Array<Visitor> = []
      const another = async (options?: VisitorOptions) => {
        const visitor = await visit(options)
        visitors.push(visitor)
        return visitor
      }
      try {
        const first = await another()
        await run({ ...first, another, demo })
        await Promise.all(visitors.map(({ settle }) => settle()))
        expect(visitors.flatMap(({ complaints }) => complaints)).toStrictEqual([])
      } catch (error) {
        const pages = visitors.flatMap(({ context }) => context.pages())
        await Promise.allSettled(pages.map((page, index) => takeScreenshot(page, `failed ${name} ${index + 1}`)))
        throw error
      } finally {
        await Promise.all(visitors.map(({ context }) => context.close()))
      }
    })

  return {
    test,
    mailTo: (to) => Effect.runPromise(Effect.timeout(emulator.mailbox.take({ to }), waitMillis)),
    apiUrl: () => emulator.baseUrl,
    advanceClock: (millis) => Effect.runPromise(Effect.asVoid(emulator.clock.advance(millis))),
    resetClock: () => Effect.runPromise(Effect.asVoid(emulator.clock.reset))
  }
}

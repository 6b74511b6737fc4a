/**
 * What the console's tests run in: a real Chromium, and an emulator that serves the console as `gatefold start` does.
 * Each test fails when the watch over its pages has something to complain about, such as a breach of their policy.
 */
import * as fs from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import * as Console from "../../../src/emulator/console/Console.ts"
import type { ProjectCredentials, Options, Instance } from "../../../src/emulator/node.ts"
import * as Serve from "../../../src/emulator/Serve.ts"
import { builtConsole } from "../../../tools/build/console.ts"
import { listen } from "../../support/listen.ts"
import { waitMillis } from "../../support/patience.ts"
import * as Chromium from "../Chromium.ts"
import * as Watch from "../Watch.ts"

const screenshots = path.resolve(import.meta.dirname, "../../../.cache/browser/console")

/** One developer's browser. */
export interface Visit extends Watch.Watch {
  readonly context: BrowserContext
  readonly page: Page
}

/** The parts that all tests of a file share. */
export interface World {
  /** A test with a fresh browser profile, and an emulator that is as new. */
  readonly test: (name: string, run: (visit: Visit) => Promise<void>, options?: BrowserContextOptions) => void
  readonly emulator: () => Instance<ProjectCredentials>
  /** The address that `gatefold start` prints. */
  readonly url: () => string
  /** The address of a view. */
  readonly at: (path: string) => string
  /** An app, whose pages all say that they are it. */
  readonly appUrl: () => string
  /** What came to its endpoint of webhooks. */
  readonly delivered: () => ReadonlyArray<string>
  /** A request of an app to the service. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Response>
}

/** Keeps a picture of a page. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  fs.mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: path.join(screenshots, `${name.replaceAll(/\W+/g, "-")}.png`) })
}

/** Starts everything before the tests of a file and ends it after them. */
export const use = (options: Pick<Options, "service"> = {}): World => {
  const scope = Scope.makeUnsafe()
  const delivered: Array<string> = []
  let browser: Browser
  let app: Server
  let emulator: Instance<ProjectCredentials>

  const appUrl = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}`

  const start = Effect.gen(function* () {
    const { folder } = yield* builtConsole
    emulator = yield* Serve.serve({
      port: 0,
      passwordCost: "insecure-fast",
      consoleFolder: folder,
      ...options,
      project: {
        displayName: "Notes",
        config: { allowLocalhost: true, magicLinkEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] }
      },
      webhooks: [{ url: `${appUrl()}/hook` }]
    })
  })

  beforeAll(async () => {
    app = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        if (request.method === "POST") delivered.push(Buffer.concat(chunks).toString())
        response.setHeader("content-type", "text/plain").end("The app")
      })
    })
    await listen(app)
    ;[browser] = await Promise.all([Chromium.launch(), Effect.runPromise(Scope.provide(start, scope))])
  })

  beforeEach(async () => {
    await Effect.runPromise(emulator.reset)
    delivered.length = 0
  })

  afterAll(async () => {
    await browser?.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    app.close()
  })

  const test: World["test"] = (name, run, options = {}) =>
    it(name, async () => {
      const context = await browser.newContext({ reducedMotion: "reduce", ...options })
      context.setDefaultTimeout(waitMillis)
      // The console sends its own header to its own origin only.
      const watch = Watch.start(context, "none:")
      try {
        await run({ ...watch, context, page: await context.newPage() })
        await watch.settle()
        expect(watch.complaints).toStrictEqual([])
      } catch (error) {
        await Promise.allSettled(context.pages().map((page, index) => takeScreenshot(page, `failed ${name} ${index}`)))
        throw error
      } finally {
        await context.close()
      }
    })

  const url = () => Console.makeUrl(emulator.baseUrl, Redacted.value(emulator.controlToken))

  return {
    test,
    url,
    emulator: () => emulator,
    appUrl,
    at: (path) => `${emulator.baseUrl}/#${path}`,
    delivered: () => delivered,
    ask: (method, path, body) =>
      fetch(`${emulator.baseUrl}/api/v1${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          "x-stack-access-type": "client",
          "x-stack-project-id": emulator.project.projectId,
          "x-stack-publishable-client-key": emulator.project.publishableClientKey
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
  }
}

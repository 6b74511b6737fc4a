/**
 * Calls in a page of a real browser. The page is of another origin than the emulator, so that every request of the SDK
 * has to pass the browser's checks (CORS).
 */
import * as http from "node:http"
import * as path from "node:path"
import { build } from "esbuild"
import type { Browser } from "playwright-core"
import { isLoopback } from "../../../src/domain/url/Loopback.ts"
import * as Authenticator from "../../browser/Authenticator.ts"
import { listen } from "../../support/listen.ts"
import { waitMillis } from "../../support/patience.ts"
import type { Part, Place } from "./Call.ts"
import type { Platform } from "./run.ts"
import { name as sdk, type Sdk } from "./Sdk.ts"
import type { Service } from "./Service.ts"

/** A site with one script, which every address shows. Two names of this machine make it two origins. */
export interface Site {
  /** Where apps without keys are. */
  readonly origin: string
  /** Where apps with the keys of servers and admins are, for a service that trusts it. */
  readonly trustedOrigin: string
  readonly close: () => Promise<void>
}

/** Serves the calls together with an SDK. */
export const serve = async ({ folder }: Sdk): Promise<Site> => {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "page.ts")],
    alias: { "the-sdk": sdk },
    nodePaths: [path.join(folder, "node_modules")],
    define: { "process.env.NODE_ENV": '"production"' },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent"
  })
  const script = outputFiles[0]!.text
  const server = http.createServer((request, response) => {
    const isScript = request.url === "/page.js"
    if (isScript) response.setHeader("content-type", "text/javascript").end(script)
    else {
      response
        .setHeader("content-type", "text/html")
        .end('<!doctype html><script type="module" src="/page.js"></script>')
    }
  })
  const port = await listen(server)
  return {
    origin: `http://localhost:${port}`,
    trustedOrigin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Runs calls in pages of a site. */
export const open = async (browser: Browser, site: Site, service: Service): Promise<Platform> => {
  const { baseUrl, generation, internal, project } = service
  const context = await browser.newContext()
  context.setDefaultTimeout(waitMillis)
  // When a request fails, the SDK looks whether well-known sites of the internet can be reached.
  await context.route(
    ({ hostname }) => !isLoopback(hostname),
    (route) => route.abort()
  )
  const page = await context.newPage()
  await page.exposeFunction("mailTo", service.mailTo)
  await Authenticator.add(page)
  const runPart = async (name: string, part: number, { leadsTo }: Part, appUrl: string) => {
    await page.waitForFunction("window.runPart !== undefined")
    const place: Place = { baseUrl, internal, project, appUrl, service: generation }
    const running = () =>
      page.evaluate(([name, part, place]) => window.runPart(name, part, place), [name, part, place] as const)
    if (leadsTo === undefined) return running()
    const isThere = (url: URL) => url.origin === appUrl && url.pathname === leadsTo
    const arrival = page.waitForEvent("load", (loaded) => isThere(new URL(loaded.url()))).then(() => undefined)
    // Nobody waits for it when there is a problem.
    arrival.catch(() => undefined)
    return running().then(
      (problem) => problem ?? arrival,
      // The page ended before the call did.
      () => arrival
    )
  }

  return {
    name: "Chromium",
    run: async ({ area, name, parts }) => {
      const appUrl = area.hasKeys ? site.trustedOrigin : site.origin
      await context.clearCookies()
      await service.expectStranger()
      if (parts.length > 1 || new URL(page.url()).origin !== appUrl) await page.goto(`${appUrl}/start`)
      for (const [index, part] of parts.entries()) {
        const problem = await runPart(name, index, part, appUrl)
        if (problem !== undefined) throw new Error(problem)
      }
    },
    close: () => context.close()
  }
}

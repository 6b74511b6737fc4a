/** Leads what a browser asks of the address of a service to another one, of the same test. */
import type { APIResponse, BrowserContext, Route } from "@playwright/test"
import type { TestEmulator } from "../TestEmulator.ts"

/** A page that navigates to an address, because Playwright would not see a redirect. */
const renderRedirect = (address: string): string => {
  const inScript = JSON.stringify(address).replaceAll("<", "\\u003c")
  return `<!doctype html><title>Redirecting</title><script>location.replace(${inScript})</script>`
}

const fulfill = (route: Route, response: APIResponse, from: string): Promise<void> => {
  const { location } = response.headers()
  const target = location === undefined ? undefined : new URL(location, route.request().url()).href
  const staysHere = target !== undefined && target.startsWith(`${from}/`) && response.status() >= 300
  return staysHere && route.request().isNavigationRequest()
    ? route.fulfill({ status: 200, contentType: "text/html; charset=utf-8", body: renderRedirect(target) })
    : route.fulfill({ response })
}

/**
 * Routes a browser's requests for the emulator's address to the address where it listens. Redirects between its own
 * pages go through a page, so that these requests also come here.
 */
export const install = async (context: BrowserContext, { apiUrl, running }: TestEmulator): Promise<void> => {
  const from = new URL(apiUrl).origin
  const to = running.listensAt
  if (to === undefined || to === from) return
  await context.route(`${from}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    try {
      await fulfill(route, await route.fetch({ url: `${to}${pathname}${search}`, maxRedirects: 0 }), from)
    } catch {
      // A fault broke the connection, or the page is gone.
      await route.abort("connectionreset").catch(() => undefined)
    }
  })
}

/** Watches over what the pages of a browser profile send, show in their address bars, and say on the console. */
import type { BrowserContext, Request } from "playwright-core"

/**
 * What the service allows in requests of other origins, without the keys of servers and admins
 * (docs/protocol/headers.md#cors).
 */
const allowedHeaders = new Set([
  "content-type",
  "authorization",
  "x-stack-project-id",
  "x-stack-branch-id",
  "x-stack-override-error-status",
  "x-stack-random-nonce",
  "x-stack-client-version",
  "x-stack-disable-artificial-development-delay",
  "x-stack-access-type",
  "x-stack-publishable-client-key",
  "x-stack-refresh-token",
  "x-stack-access-token",
  "baggage",
  "sentry-trace",
  "x-vercel-protection-bypass",
  "ngrok-skip-browser-warning"
])

/** What browsers send by themselves. A cookie or a referrer is not expected. */
const isOfBrowser = (name: string) =>
  /^(:.*|accept|accept-encoding|accept-language|cache-control|connection|content-length|host|origin|pragma|user-agent|sec-.*)$/.test(
    name
  )

/** JWTs, and the 45 characters of a refresh token; mailed codes look like the latter. */
const secret = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+|\b[0-9a-hjkmnp-tv-z]{45}\b/g

/**
 * Codes and states travel in URLs by design; who links a provider is named by a token there
 * (docs/protocol/threats.md#codes-in-urls).
 */
const mayBeSecret = (url: URL, parameter: string) =>
  parameter === "code" ||
  parameter === "state" ||
  parameter === "login_code" ||
  (parameter === "token" && url.pathname.includes("/auth/oauth/authorize/"))

/** What is known about the pages of one browser profile. */
export interface Watch {
  /** What was wrong so far; tests that expect it take it out. */
  readonly complaints: Array<string>
  /** Requests of pages to the service's API. */
  readonly apiRequests: ReadonlyArray<Request>
  /** Waits until everything seen so far has been judged. */
  readonly settle: () => Promise<void>
}

/** Whether an access token says that its user is a guest, or restricted otherwise. */
const isOfRestrictedUser = (accessToken = ""): boolean => {
  const payload = Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()
  return /"is_(?:anonymous|restricted)":true/.test(payload)
}

/**
 * Starts watching. There is something wrong with every message on the console, every error that nobody caught, every
 * secret outside a request's headers and body, and every header that the service does not allow to other origins.
 */
export const start = (context: BrowserContext, apiUrl: string): Watch => {
  const complaints: Array<string> = []
  const apiRequests: Array<Request> = []
  const checks: Array<Promise<void>> = []

  const inspect = (where: string, text: string) => {
    for (const [found] of text.matchAll(secret)) complaints.push(`a secret in ${where}: ${found.slice(0, 8)}…`)
  }

  const inspectUrl = (url: URL) => {
    for (const [parameter, value] of url.searchParams) {
      // Where to come back to after signing in is a link of the app, perhaps one that was mailed.
      if (parameter === "after_auth_return_to" && URL.canParse(value, url)) inspectUrl(new URL(value, url))
      else if (!mayBeSecret(url, parameter)) inspect(`the parameter ${parameter} of ${url.pathname}`, value)
    }
    inspect("a path", url.pathname)
    inspect("a fragment", decodeURIComponent(url.hash))
  }

  const inspectHeaders = async (request: Request) => {
    // A request that was given up has none.
    const headers: Readonly<Record<string, string>> = await request.allHeaders().catch(() => ({}))
    for (const [header, value] of Object.entries(headers)) {
      // An empty referrer is none.
      if (isOfBrowser(header) || allowedHeaders.has(header) || value === "") continue
      // The service of 2025-06 does not allow it, and gives out no such tokens.
      if (header === "x-stack-allow-anonymous-user" && isOfRestrictedUser(headers["x-stack-access-token"])) continue
      complaints.push(`the header ${header} in a request to ${new URL(request.url()).pathname}`)
    }
  }

  context.on("page", (page) => page.on("framenavigated", (frame) => inspectUrl(new URL(frame.url()))))
  context.on("console", (message) => {
    inspect("the console", message.text())
    const { url } = message.location()
    complaints.push(`console: ${message.text()}${URL.canParse(url) ? ` at ${new URL(url).pathname}` : ""}`)
  })
  context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`))
  context.on("request", (request) => {
    inspectUrl(new URL(request.url()))
    if (!request.url().startsWith(`${apiUrl}/api/`) || request.resourceType() !== "fetch") return
    apiRequests.push(request)
    checks.push(inspectHeaders(request))
  })

  return { complaints, apiRequests, settle: async () => void (await Promise.all(checks)) }
}

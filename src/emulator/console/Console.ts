/**
 * The files of the web console, at the root of the emulator (docs/decisions/0040-console.md). They contain no data:
 * the console loads it from the control paths and the API with the control token of this start.
 */
import * as StaticFiles from "../http/StaticFiles.ts"

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Profile pictures may come from any host.
  "img-src 'self' data: https: http:",
  // Documents of mails, which are sandboxed.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const pageHeaders = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/**
 * Answers requests for the console's files from a folder, by default that of this package; `undefined` for all other
 * requests.
 */
export const make = (folder?: string): ((request: Request) => Response | undefined) =>
  StaticFiles.make({ name: "console", folder, headers: () => pageHeaders, isPage: (pathname) => pathname === "/" })

/** The address of the console that signs its reader in: what follows the `#` is never sent to a server. */
export const makeUrl = (baseUrl: string, token: string): string => `${baseUrl}/#token=${token}`

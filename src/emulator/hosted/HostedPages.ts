/**
 * The hosted pages of each project, at `http://<project id>.built-with.localhost` and the emulator's port, which
 * browsers resolve to this machine (docs/decisions/0064-hosted-pages.md). They contain no data and no
 * key: they call the API as any app does.
 */
import * as StaticFiles from "../http/StaticFiles.ts"
import { parseHostedProject } from "../projects/TrustedUrl.ts"

export interface Options {
  readonly folder: string | undefined
  /** Where the API is, for apps. */
  readonly getApiUrl: () => string
}

const makePolicy = (apiUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    // Profile pictures may come from any host.
    "img-src 'self' data: https: http:",
    "base-uri 'none'",
    "form-action 'none'",
    // A page in a frame could hide what a click does.
    "frame-ancestors 'none'"
  ].join("; ")

const isPage = (pathname: string): boolean => /^\/(?:$|(?:handler|account|teams)(?:\/|$))/.test(pathname)

/** Answers requests for hosted pages; `undefined` for all other requests. */
export const make = ({ getApiUrl, folder }: Options): ((request: Request) => Response | undefined) => {
  const makeHeaders = () => ({
    "content-security-policy": makePolicy(getApiUrl()),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff"
  })
  const files = StaticFiles.make({ name: "hosted", folder, headers: makeHeaders, isPage })
  return (request) => {
    const { hostname, pathname } = new URL(request.url)
    const projectId = parseHostedProject(hostname)
    if (projectId === undefined) return undefined
    if (pathname !== "/settings.json" || request.method !== "GET") return files(request)
    return Response.json(
      { projectId, apiUrl: getApiUrl() },
      { headers: { "cache-control": "no-store", ...makeHeaders() } }
    )
  }
}

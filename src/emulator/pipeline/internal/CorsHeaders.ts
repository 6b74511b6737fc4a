/** The CORS headers of answers (docs/protocol/headers.md#cors). */
import { allowAnonymous, secrets } from "../../access/AccessHeaders.ts"
import * as HeaderAliases from "../../http/HeaderAliases.ts"

const allowedHeaders = [
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
  "x-stack-secret-server-key",
  "x-stack-super-secret-admin-key",
  "x-stack-admin-access-token",
  "x-stack-refresh-token",
  "x-stack-access-token",
  "baggage",
  "sentry-trace",
  "x-vercel-protection-bypass",
  "ngrok-skip-browser-warning"
]

const exposedHeaders = ["content-type", "x-stack-actual-status", "x-stack-known-error"]

/** Headers for trusted pages, and for all others, which may not send headers with more than client access. */
export type CorsHeaders = Readonly<Record<"Trusted" | "Any", Readonly<Record<string, string>>>>

export const make = (isCurrent: boolean): CorsHeaders => {
  const listNames = (names: ReadonlyArray<string>) => (isCurrent ? HeaderAliases.addAliases(names) : names).join(", ")
  const makeHeaders = (names: ReadonlyArray<string>) => ({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-max-age": "86400",
    "access-control-allow-headers": listNames(names),
    "access-control-expose-headers": listNames(exposedHeaders)
  })
  const allowed = isCurrent ? [...allowedHeaders, allowAnonymous] : allowedHeaders
  return { Trusted: makeHeaders(allowed), Any: makeHeaders(allowed.filter((name) => !secrets.includes(name))) }
}

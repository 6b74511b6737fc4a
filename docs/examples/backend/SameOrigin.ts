/**
 * Refuses to change anything for pages of other origins. `SameSite=Lax` keeps
 * cookies from other sites; but all ports of localhost are one site, as are the
 * subdomains of a company.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether a page of another origin sent the request. What is no page sends neither header. */
export const isFromElsewhere = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site !== "same-origin" && site !== "none"
  const { origin } = headers
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === headers["host"])
}

/** The middleware for the whole server. */
export const SameOrigin = HttpRouter.middleware(
  (httpEffect) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      !reading.has(request.method) && isFromElsewhere(request)
        ? Effect.succeed(HttpServerResponse.text("This is for pages of the same origin.", { status: 403 }))
        : httpEffect
    ),
  { global: true }
)

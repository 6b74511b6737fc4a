/**
 * Refuses changes from pages of other origins. `SameSite=Lax` keeps
 * cookies from other sites; but all ports of localhost are one site, as are the
 * subdomains of a company.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether a page of this server sent the request; undefined when no page did, as far as one can tell. */
const isOwnPage = ({ headers }: HttpServerRequest.HttpServerRequest): boolean | undefined => {
  const { host, origin, "sec-fetch-site": site } = headers
  if (site !== undefined) return site === "none" ? undefined : site === "same-origin"
  return origin === undefined ? undefined : URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a page of another origin sent the request. */
export const isFromElsewhere = (request: HttpServerRequest.HttpServerRequest): boolean => isOwnPage(request) === false

/** Whether a page of this server sent the request, for certain. */
export const isFromOwnPage = (request: HttpServerRequest.HttpServerRequest): boolean => isOwnPage(request) === true

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

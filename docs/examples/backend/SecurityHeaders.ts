/** The security headers of every response. */
import { Effect } from "effect"
import { HttpEffect, HttpRouter, HttpServerResponse } from "effect/http"
import { ClientApp } from "gatefold"

/** Scripts, styles and requests only from and to this server, and requests to the authentication service. */
const policy = (service: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self' ${service}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // Other sites must not frame this page to capture a click on "Confirm".
    "frame-ancestors 'none'",
    // Text can't become markup or a script.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; ")

/** The middleware for the whole server. A response that has such a header already keeps it. */
export const SecurityHeaders = HttpRouter.middleware(
  Effect.map(ClientApp.ClientApp, ({ project }) => {
    const headers = {
      "content-security-policy": policy(new URL(project.apiUrl).origin),
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      // Links in emails contain codes.
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff"
    }
    // Runs before the response leaves, so that refusals and defects also have them.
    const add = HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.succeed(HttpServerResponse.setHeaders(response, { ...headers, ...response.headers }))
    )
    return (httpEffect) => Effect.andThen(add, httpEffect)
  }),
  { global: true }
)

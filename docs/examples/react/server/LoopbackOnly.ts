/**
 * Answers only under names of this machine. A page of another site could
 * otherwise make its own name point here, and be of the same origin then.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const isLoopback = (host: string | undefined): boolean =>
  host !== undefined && /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)

/** The middleware for the whole server. */
export const LoopbackOnly = HttpRouter.middleware(
  (httpEffect) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
      isLoopback(headers["host"])
        ? httpEffect
        : Effect.succeed(HttpServerResponse.text("The demo does not answer under this host name.", { status: 421 }))
    ),
  { global: true }
)

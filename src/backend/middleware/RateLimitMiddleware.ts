/**
 * Middleware of rate limits, to declare on endpoints, and the error that it
 * brings. There is no implementation in it; that is `RateLimits`.
 *
 * @example
 * ```ts
 * HttpApiEndpoint.post("order", "/orders", { payload: Order })
 *   .annotate(RateLimit, { perUser: { limit: 10, window: "1 minute" } })
 *   .middleware(LimitPerUser)
 *   .middleware(SignedIn)
 * ```
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"
import type { CurrentApiKey, CurrentUser } from "./AuthMiddleware.ts"

/** Somebody asks too often (429); the response has `retry-after`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()(
  "TooManyRequests",
  { retryAfterSeconds: Schema.Int },
  { httpApiStatus: 429 }
) {
  override get message() {
    return `Too many requests; the next one is welcome in ${this.retryAfterSeconds} s.`
  }
}

/** How often something may happen. */
export interface Rule {
  readonly limit: number
  readonly window: Duration.Input
}

/** How often an endpoint, or all endpoints of a group together, may be called by one and the same. */
export interface Rules {
  readonly perUser?: Rule | undefined
  readonly perApiKey?: Rule | undefined
  /** An address is that of a network (/64) with IPv6. */
  readonly perAddress?: Rule | undefined
}

/** Annotates an endpoint, or a group, with its limits. Without them, 60 requests a minute. */
export class RateLimit extends Context.Service<RateLimit, Rules>()("gatefold/backend/RateLimit") {}

/** Limits how often a user calls. */
export class LimitPerUser extends HttpApiMiddleware.Service<LimitPerUser, { requires: CurrentUser }>()(
  "gatefold/backend/LimitPerUser",
  { error: TooManyRequests }
) {}

/** Limits how often an API key calls. */
export class LimitPerApiKey extends HttpApiMiddleware.Service<LimitPerApiKey, { requires: CurrentApiKey }>()(
  "gatefold/backend/LimitPerApiKey",
  { error: TooManyRequests }
) {}

/** Limits how often a client's address calls. */
export class LimitPerAddress extends HttpApiMiddleware.Service<LimitPerAddress>()("gatefold/backend/LimitPerAddress", {
  error: TooManyRequests
}) {}

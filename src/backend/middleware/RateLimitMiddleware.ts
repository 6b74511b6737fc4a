/**
 * Declarations of rate-limit middleware for endpoints, and its error. The implementation is `RateLimits`.
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

/** Too many requests (429); the response has `retry-after`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()(
  "TooManyRequests",
  { retryAfterSeconds: Schema.Int },
  { httpApiStatus: 429 }
) {
  override get message() {
    return `Too many requests; the next one is welcome in ${this.retryAfterSeconds} s.`
  }
}

/** A limit: a number of requests in a window. */
export interface Rule {
  readonly limit: number
  readonly window: Duration.Input
}

/** A limit per caller, of an endpoint or of all endpoints of a group together. */
export interface Rules {
  readonly perUser?: Rule | undefined
  readonly perApiKey?: Rule | undefined
  /** For IPv6 the address of a network (/64) counts. */
  readonly perAddress?: Rule | undefined
}

/** Annotates an endpoint or a group with its limits. Default: 60 requests a minute. */
export class RateLimit extends Context.Service<RateLimit, Rules>()("gatefold/backend/RateLimit") {}

/** Limits requests per user. Fails with `TooManyRequests`; the limits come from `RateLimit`. */
export class LimitPerUser extends HttpApiMiddleware.Service<LimitPerUser, { requires: CurrentUser }>()(
  "gatefold/backend/LimitPerUser",
  { error: TooManyRequests }
) {}

/** Limits requests per API key. Fails with `TooManyRequests`; the limits come from `RateLimit`. */
export class LimitPerApiKey extends HttpApiMiddleware.Service<LimitPerApiKey, { requires: CurrentApiKey }>()(
  "gatefold/backend/LimitPerApiKey",
  { error: TooManyRequests }
) {}

/** Limits requests per network address. */
export class LimitPerAddress extends HttpApiMiddleware.Service<LimitPerAddress>()("gatefold/backend/LimitPerAddress", {
  error: TooManyRequests
}) {}

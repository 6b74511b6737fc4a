/**
 * Counts requests, in this process or in all of a fleet, and refuses those above a limit.
 *
 * A counter allows `limit` requests at once, and then as many as its window allows. Refused requests are not counted.
 * If the store of the fleet is unavailable, each process counts by itself.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as LruMap from "../../cache/LruMap.ts"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { toNetwork } from "../../domain/text/IpAddress.ts"
import { operation } from "../../operation/Operation.ts"
import type { ProxyOptions } from "../../platform/request/RequestHeaders.ts"
import * as CountOption from "../CountOption.ts"
import * as DurationOption from "../DurationOption.ts"
import * as Fleet from "../fleet/Fleet.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import { CurrentApiKey, CurrentUser } from "./AuthMiddleware.ts"
import * as ClientAddress from "./internal/ClientAddress.ts"
import {
  LimitPerAddress,
  LimitPerApiKey,
  LimitPerUser,
  RateLimit,
  type Rule,
  type Rules,
  TooManyRequests
} from "./RateLimitMiddleware.ts"

/** Counts what your own code limits, such as emails to one address. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Increments the counter of a key, such as `mails to ann@example.org`; fails if that exceeds the limit. */
    readonly take: (subject: string, rule: Rule) => Effect.Effect<void, TooManyRequests>
  }
>()("gatefold/backend/middleware/RateLimits") {}

/** How limits are kept; everything is optional. */
export interface RateLimitOptions extends ProxyOptions {
  /**
   * How many proxies of the app are in front of the server. Default: 0, which counts the addresses of connections;
   * behind a proxy these are all the proxy's.
   */
  readonly trustedProxies?: number | undefined
  /** The limit of endpoints without an annotation. Default: 60 requests a minute. */
  readonly fallback?: Rule | undefined
  /** How many counters a process keeps without a fleet. Default: 100,000. */
  readonly capacity?: number | undefined
}

const makeMemory = (capacity: number) => {
  const counters = LruMap.make<string, { readonly count: number; readonly endsMillis: number }>(capacity)
  return (subject: string, limit: number, windowMillis: number): Effect.Effect<Fleet.Count> =>
    Effect.clockWith((clock) =>
      Effect.sync(() => {
        const now = readMonotonicMillis(clock)
        const key = JSON.stringify([subject, limit, windowMillis])
        const before = counters.get(key)
        const { count, endsMillis } =
          before === undefined || before.endsMillis <= now ? { count: 0, endsMillis: now } : before
        if (count + 1 > limit) return { allowed: false, resetMillis: endsMillis - now }
        const next = { count: count + 1, endsMillis: endsMillis + windowMillis / limit }
        counters.set(key, next)
        return { allowed: true, resetMillis: next.endsMillis - now }
      })
    )
}

const standard: Rule = { limit: 60, window: "1 minute" }

const make = Effect.fnUntraced(function* ({ capacity = 100_000, fallback = standard }: RateLimitOptions) {
  yield* CountOption.check("capacity", capacity, 1)
  yield* CountOption.check("fallback.limit", fallback.limit, 1)
  yield* DurationOption.parseMillis("fallback.window", fallback.window)
  const fleet = yield* Fleet.current
  const ownBuckets = makeMemory(capacity)

  const count = (subject: string, limit: number, windowMillis: number): Effect.Effect<Fleet.Count> =>
    fleet === undefined
      ? ownBuckets(subject, limit, windowMillis)
      : fleet.digest("rate-limit", subject, String(limit), String(windowMillis)).pipe(
          Effect.flatMap((name) => fleet.count(name, limit, windowMillis)),
          Effect.catch(() => ownBuckets(subject, limit, windowMillis))
        )

  const take = operation("RateLimits.take")(function* (subject: string, { limit, window }: Rule) {
    // The rule is part of the program, as the annotation of an endpoint is: a wrong one is a defect.
    const windowMillis = Math.max(1, yield* Effect.orDie(DurationOption.parseMillis("window", window)))
    const { allowed, resetMillis } =
      limit >= 1 ? yield* count(subject, limit, windowMillis) : { allowed: false, resetMillis: windowMillis }
    yield* Instruments.count(Instruments.rateLimits, { "gatefold.outcome": allowed ? "allowed" : "refused" })
    if (!allowed) return yield* new TooManyRequests({ retryAfterSeconds: Math.max(1, Math.ceil(resetMillis / 1000)) })
  })

  return RateLimits.of({ take })
})

/** The rule of an endpoint, with its own counter, else that of its group, with one counter for the group. */
const makeRule = (
  kind: keyof Rules,
  fallback: Rule,
  { endpoint, group }: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }
): readonly [counter: string, rule: Rule] => {
  const findDeclared = (annotations: Context.Context<never>) =>
    Option.getOrUndefined(Context.getOption(annotations as Context.Context<RateLimit>, RateLimit))?.[kind]
  const ownRules = findDeclared(endpoint.annotations)
  if (ownRules !== undefined) return [`${group.identifier} ${endpoint.identifier}`, ownRules]
  const ofGroup = findDeclared(group.annotations)
  return ofGroup === undefined ? [`${group.identifier} ${endpoint.identifier}`, fallback] : [group.identifier, ofGroup]
}

const makeMiddleware = ({ fallback = standard, trustedProxies = 0 }: RateLimitOptions) =>
  Layer.effectContext(
    Effect.map(RateLimits, ({ take }) => {
      let warned = false

      const findAddress = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<string> => {
        const headers = { get: (name: string) => request.headers[name] }
        const address = ClientAddress.find({ headers }, Option.getOrUndefined(request.remoteAddress), {
          trustedProxies
        })
        const subject = Effect.succeed(toNetwork(address ?? ""))
        if (warned || trustedProxies > 0 || headers.get("x-forwarded-for") === undefined) return subject
        warned = true
        return Effect.andThen(
          Effect.logWarning(
            "Requests come through a proxy, so its address is what is limited: set trustedProxies of the rate limits."
          ),
          subject
        )
      }

      const takeToken = (kind: keyof Rules, who: string, options: Parameters<typeof makeRule>[2]) => {
        const [counter, rule] = makeRule(kind, fallback, options)
        return Effect.tapError(take(`${kind} ${counter} ${who}`, rule), ({ retryAfterSeconds }) =>
          HttpEffect.appendPreResponseHandler((_, response) =>
            Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(retryAfterSeconds)))
          )
        )
      }

      return Context.make(LimitPerUser, (httpEffect, options) =>
        Effect.flatMap(CurrentUser, ({ id }) => Effect.andThen(takeToken("perUser", id, options), httpEffect))
      ).pipe(
        Context.add(LimitPerApiKey, (httpEffect, options) =>
          Effect.flatMap(CurrentApiKey, ({ id }) => Effect.andThen(takeToken("perApiKey", id, options), httpEffect))
        ),
        Context.add(LimitPerAddress, (httpEffect, options) =>
          HttpServerRequest.HttpServerRequest.pipe(
            Effect.flatMap(findAddress),
            Effect.flatMap((address) => Effect.andThen(takeToken("perAddress", address, options), httpEffect))
          )
        )
      )
    })
  )

/** Rate limits, and the implementation of `RateLimitMiddleware`. */
export const layer = (
  options: RateLimitOptions = {}
): Layer.Layer<RateLimits | LimitPerUser | LimitPerApiKey | LimitPerAddress, InvalidOption> =>
  Layer.provideMerge(makeMiddleware(options), Layer.effect(RateLimits, make(options)))

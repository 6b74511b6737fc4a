/**
 * Finds the owner of an API key by asking the service, and caches the answer for a short time
 * (docs/protocol/resources.md#api-keys), shared by the processes of a fleet.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type ApiKey, TeamApiKey, UserApiKey } from "../../api/schema/ApiKey.ts"
import * as LruMap from "../../cache/LruMap.ts"
import * as SingleFlight from "../../concurrency/SingleFlight.ts"
import { isApiKeyNotValid } from "../../domain/errors/ApiKeys.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { operation } from "../../operation/Operation.ts"
import { joinFlight, lostCallMillis, RequestIsolation } from "../../platform/request/RequestIsolation.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import { ServerApp } from "../../server/ServerApp.ts"
import { Unauthorized, type Unavailable } from "../AuthErrors.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as DurationOption from "../DurationOption.ts"
import * as SharedCache from "../fleet/SharedCache.ts"
import { sha256 } from "../SecretDigest.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import { failAuth, unavailableAfter } from "./Failures.ts"

/** Checks API keys. */
export class ApiKeyChecks extends Context.Service<
  ApiKeyChecks,
  {
    /** The key with a value. Concurrent checks of one value are one request. */
    readonly check: (value: Redacted.Redacted) => Effect.Effect<ApiKey, Unauthorized | Unavailable>
  }
>()("gatefold/backend/verify/ApiKeyChecks") {}

/** How keys are checked; everything is optional. */
export interface ApiKeyOptions {
  /** The owners to accept. Default: users and teams. */
  readonly kinds?: ReadonlyArray<"user" | "team"> | undefined
  /** How long a valid key is cached: it works that long after it was revoked. 0 for no cache. Default: a minute. */
  readonly cacheTtl?: Duration.Input | undefined
  /** How many keys are cached. Default: 1,000. */
  readonly cacheSize?: number | undefined
}

/** How long an invalid key is cached, in milliseconds. */
const refusedMillis = 10_000

/** The tolerated difference between the clocks of two machines, in milliseconds. */
const skewMillis = 30_000

const invalid = new Unauthorized({ reason: "invalid" })

/** The service's answer about a key, with its time. */
const Checked = Schema.Struct({
  atMillis: Schema.Finite,
  answer: Schema.Union([UserApiKey, TeamApiKey, Schema.Struct({ refused: Schema.Literals(["invalid", "expired"]) })])
})
type Checked = typeof Checked.Type

const verifyKind = (
  kind: "user" | "team",
  value: Redacted.Redacted
): Effect.Effect<ApiKey | undefined, Unauthorized | Unavailable, ServerApp> => {
  const verified: Effect.Effect<
    ApiKey,
    Effect.Error<ReturnType<typeof ApiKeys.verifyOfUser | typeof ApiKeys.verifyOfTeam>>,
    ServerApp
  > = kind === "user" ? ApiKeys.verifyOfUser(value) : ApiKeys.verifyOfTeam(value)
  return Effect.catch(verified, (error): Effect.Effect<undefined, Unauthorized | Unavailable> => {
    if (error._tag === "ApiKeyExpired") return Effect.fail(new Unauthorized({ reason: "expired" }))
    if (error._tag === "UserApiKeysNotEnabled" || error._tag === "TeamApiKeysNotEnabled") return Effect.undefined
    if (error._tag === "WrongApiKeyType") return Effect.undefined
    return isApiKeyNotValid(error) ? Effect.fail(invalid) : failAuth(error)
  })
}

/** The key with a value, of the first kind that has it. */
const verify = Effect.fnUntraced(function* (
  kinds: ReadonlyArray<"user" | "team">,
  value: Redacted.Redacted
): Effect.fn.Return<ApiKey, Unauthorized | Unavailable, ServerApp> {
  for (const kind of kinds) {
    const key = yield* verifyKind(kind, value)
    if (key !== undefined) return key
  }
  return yield* invalid
})

const make = Effect.fnUntraced(function* ({
  cacheSize = 1000,
  cacheTtl = "1 minute",
  kinds = ["user", "team"]
}: ApiKeyOptions) {
  const ttlMillis = yield* DurationOption.parseMillis("cacheTtl", cacheTtl)
  const app = yield* ServerApp
  const clock = yield* Clock.Clock
  const isIsolated = yield* RequestIsolation
  const inTime = unavailableAfter(yield* AuthTimeout.check(yield* AuthTimeout.AuthTimeout))

  const shared = yield* SharedCache.open("api-keys", Checked)
  /** Identifies project and kinds, so that answers for others do not count. */
  const cachePrefix = `${app.project.apiUrl} ${app.project.projectId} ${kinds.toSorted().join()}`

  /** The remaining time for which an answer counts. */
  const remainingMillis = ({ answer, atMillis }: Checked): number => {
    const now = clock.currentTimeMillisUnsafe()
    if ("refused" in answer) return atMillis + refusedMillis - now
    return Math.min(atMillis + ttlMillis, answer.expiresAt?.getTime() ?? Infinity) - now
  }

  const fromService = (value: Redacted.Redacted): Effect.Effect<Checked, Unavailable> =>
    Effect.suspend(() => {
      const atMillis = clock.currentTimeMillisUnsafe()
      return verify(kinds, value).pipe(
        Effect.provideService(ServerApp, app),
        Effect.catchTag("Unauthorized", ({ reason }) =>
          Effect.succeed({ refused: reason === "expired" ? ("expired" as const) : ("invalid" as const) })
        ),
        Effect.map((answer) => ({ atMillis, answer }))
      )
    })

  const fromFleetOrService = Effect.fnUntraced(function* (digest: string, value: Redacted.Redacted) {
    const key = `${cachePrefix} ${digest}`
    const sharedCheck = yield* shared?.get(key) ?? Effect.undefined
    if (
      sharedCheck !== undefined &&
      remainingMillis(sharedCheck) > 0 &&
      sharedCheck.atMillis < clock.currentTimeMillisUnsafe() + skewMillis
    ) {
      yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "shared" })
      return sharedCheck
    }
    yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "miss" })
    const checked = yield* fromService(value)
    if (shared !== undefined && remainingMillis(checked) > 0) yield* shared.set(key, checked, remainingMillis(checked))
    return checked
  })

  // Keys are cached by their digests, so that memory contains no valid key.
  const cached = LruMap.make<string, Checked>(cacheSize)
  const fromMemory = (digest: string): Checked | undefined => {
    const cachedCheck = cached.get(digest)
    return cachedCheck !== undefined && remainingMillis(cachedCheck) > 0 ? cachedCheck : undefined
  }

  /** A lookup continues if the caller that started it is interrupted. */
  const flights = yield* SingleFlight.make<string, Checked, Unavailable>({
    context: "starter",
    join: (flight, _, again) => joinFlight(flight, { isIsolated, lostMillis: lostCallMillis, again }),
    onLanded: (digest, exit) => {
      if (Exit.isSuccess(exit)) cached.set(digest, exit.value)
    }
  })

  const check = operation("ApiKeyChecks.check")(function* (value: Redacted.Redacted) {
    const text = Redacted.value(value)
    if (text === "") return yield* new Unauthorized({ reason: "missing" })
    if (!/^[\x21-\x7e]{8,512}$/.test(text)) return yield* new Unauthorized({ reason: "malformed" })
    const digest = yield* sha256(text)
    const recalled = fromMemory(digest)
    if (recalled !== undefined) yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "hit" })
    // Checked again within the flight, because another one may have ended meanwhile.
    const { answer } =
      recalled ??
      (yield* inTime(
        flights.run(
          digest,
          Effect.suspend(() => {
            const meanwhile = fromMemory(digest)
            return meanwhile === undefined ? inTime(fromFleetOrService(digest, value)) : Effect.succeed(meanwhile)
          })
        )
      ))
    return "refused" in answer ? yield* new Unauthorized({ reason: answer.refused }) : answer
  })

  return ApiKeyChecks.of({ check })
})

/** Checks with the server app in context, whose secret key the service requires. */
export const layer = (options: ApiKeyOptions = {}): Layer.Layer<ApiKeyChecks, InvalidOption, ServerApp> =>
  Layer.effect(ApiKeyChecks, make(options))

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
import * as CountOption from "../CountOption.ts"
import * as DurationOption from "../DurationOption.ts"
import * as SharedCache from "../fleet/SharedCache.ts"
import { hashSecret } from "../SecretDigest.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import { failAuth, failAfter } from "./Failures.ts"

/** Checks API keys with the service, and caches the answers. */
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
  /** How many keys are cached; 0 for none. Default: 1,000. */
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

/** The services and the cache of the checks of an app. */
interface Checker {
  readonly app: ServerApp["Service"]
  readonly kinds: ReadonlyArray<"user" | "team">
  readonly ttlMillis: number
  /** Answers by the digests of keys, so that memory contains no valid key. */
  readonly cached: LruMap.LruMap<string, Checked>
  readonly shared: SharedCache.SharedCache<Checked> | undefined
}

/** The time until which a cached answer counts. */
const computeExpiry = ({ ttlMillis }: Checker, { answer, atMillis }: Checked): number =>
  "refused" in answer
    ? atMillis + refusedMillis
    : Math.min(atMillis + ttlMillis, answer.expiresAt?.getTime() ?? Infinity)

const fromMemory = (checker: Checker, digest: string): Effect.Effect<Checked | undefined> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const checked = checker.cached.get(digest)
    return checked !== undefined && computeExpiry(checker, checked) > now ? checked : undefined
  })

const fromService = Effect.fnUntraced(function* (
  { app, kinds }: Checker,
  value: Redacted.Redacted
): Effect.fn.Return<Checked, Unavailable> {
  const atMillis = yield* Clock.currentTimeMillis
  const answer = yield* verify(kinds, value).pipe(
    Effect.provideService(ServerApp, app),
    Effect.catchTag("Unauthorized", ({ reason }) =>
      Effect.succeed({ refused: reason === "expired" ? ("expired" as const) : ("invalid" as const) })
    )
  )
  return { atMillis, answer }
})

const fromFleetOrService = Effect.fnUntraced(function* (checker: Checker, digest: string, value: Redacted.Redacted) {
  const { app, kinds, shared } = checker
  // Project and kinds are part of it, so that answers for others do not count.
  const key = `${app.project.apiUrl} ${app.project.projectId} ${kinds.toSorted().join()} ${digest}`
  const sharedCheck = yield* shared?.get(key) ?? Effect.undefined
  const now = yield* Clock.currentTimeMillis
  if (
    sharedCheck !== undefined &&
    computeExpiry(checker, sharedCheck) > now &&
    sharedCheck.atMillis < now + skewMillis
  ) {
    yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "shared" })
    return sharedCheck
  }
  yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "miss" })
  const checked = yield* fromService(checker, value)
  const remainingMillis = computeExpiry(checker, checked) - (yield* Clock.currentTimeMillis)
  if (shared !== undefined && remainingMillis > 0) yield* shared.set(key, checked, remainingMillis)
  return checked
})

const make = Effect.fnUntraced(function* ({
  cacheSize = 1000,
  cacheTtl = "1 minute",
  kinds = ["user", "team"]
}: ApiKeyOptions) {
  yield* CountOption.check("cacheSize", cacheSize, 0)
  const ttlMillis = yield* DurationOption.parseMillis("cacheTtl", cacheTtl)
  const app = yield* ServerApp
  const isIsolated = yield* RequestIsolation
  const limitTime = failAfter(yield* AuthTimeout.limitMillis)
  const cached = LruMap.make<string, Checked>(cacheSize)
  const checker: Checker = { app, kinds, ttlMillis, cached, shared: yield* SharedCache.open("api-keys", Checked) }

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
    const digest = yield* hashSecret(text)
    const recalled = yield* fromMemory(checker, digest)
    if (recalled !== undefined) yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "hit" })
    // Checked again within the flight, because another one may have ended meanwhile.
    const lookUp = Effect.flatMap(fromMemory(checker, digest), (meanwhile) =>
      meanwhile === undefined ? limitTime(fromFleetOrService(checker, digest, value)) : Effect.succeed(meanwhile)
    )
    const { answer } = recalled ?? (yield* limitTime(flights.run(digest, lookUp)))
    return "refused" in answer ? yield* new Unauthorized({ reason: answer.refused }) : answer
  })

  return ApiKeyChecks.of({ check })
})

/** Checks with the server app in context, whose secret key the service requires. */
export const layer = (options: ApiKeyOptions = {}): Layer.Layer<ApiKeyChecks, InvalidOption, ServerApp> =>
  Layer.effect(ApiKeyChecks, make(options))

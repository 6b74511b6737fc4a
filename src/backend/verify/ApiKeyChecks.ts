/**
 * Tells whose an API key is, by asking the service, and remembers the answer for
 * a short time (docs/protocol/resources.md#api-keys), for all processes of a fleet if there is one.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type ApiKey, TeamApiKey, UserApiKey } from "../../api/schema/ApiKey.ts"
import { isApiKeyNotValid } from "../../domain/errors/ApiKeys.ts"
import { operation } from "../../operation/Operation.ts"
import * as SingleFlight from "../../platform/SingleFlight.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import { ServerApp } from "../../server/ServerApp.ts"
import { Unauthorized, type Unavailable } from "../AuthErrors.ts"
import { sha256 } from "../SecretDigest.ts"
import { refuse, within } from "./Failures.ts"
import { joinFlight, RequestIsolation } from "../../platform/RequestIsolation.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import { AuthTimeout } from "../AuthTimeout.ts"
import * as LruMap from "../../cache/LruMap.ts"
import * as SharedCache from "../fleet/SharedCache.ts"

/** Checks API keys. */
export class ApiKeyChecks extends Context.Service<
  ApiKeyChecks,
  {
    /** The key of a value that somebody showed. Parallel checks of one value are one request. */
    readonly check: (value: Redacted.Redacted) => Effect.Effect<ApiKey, Unauthorized | Unavailable>
  }
>()("gatefold/backend/verify/ApiKeyChecks") {}

/** How keys are checked; everything is optional. */
export interface ApiKeyOptions {
  /** Whose keys are accepted. Default: those of users and of teams. */
  readonly kinds?: ReadonlyArray<"user" | "team"> | undefined
  /**
   * How long a key that works is believed to go on working, also after it was revoked, in one process or in all of
   * a fleet; 0 for not. Default: 60.
   */
  readonly rememberSeconds?: number | undefined
  /** How many keys are remembered. Default: 1,000. */
  readonly cacheSize?: number | undefined
}

/** How long a key that does not work is not asked about again. */
const refusedMillis = 10_000

/** By how much the clocks of two machines may differ. */
const skewMillis = 30_000

const invalid = new Unauthorized({ reason: "invalid" })

/** What the service said of a key, and when. */
const Checked = Schema.Struct({
  atMillis: Schema.Finite,
  answer: Schema.Union([UserApiKey, TeamApiKey, Schema.Struct({ refused: Schema.Literals(["invalid", "expired"]) })])
})
type Checked = typeof Checked.Type

/** After so long a look-up has ended with its request, where requests are isolated: who waits has time left. */
const lostMillis = 4000

const make = Effect.fnUntraced(function* ({
  cacheSize = 1000,
  kinds = ["user", "team"],
  rememberSeconds = 60
}: ApiKeyOptions) {
  const app = yield* ServerApp
  const clock = yield* Clock.Clock
  const isolated = yield* RequestIsolation
  const inTime = within(yield* AuthTimeout)

  const ask = (value: Redacted.Redacted): Effect.Effect<ApiKey, Unauthorized | Unavailable> => {
    const verify = (kind: "user" | "team"): Effect.Effect<ApiKey, Unauthorized | Unavailable | "other kind"> => {
      const verified: Effect.Effect<
        ApiKey,
        Effect.Error<ReturnType<typeof ApiKeys.verifyOfUser | typeof ApiKeys.verifyOfTeam>>,
        ServerApp
      > = kind === "user" ? ApiKeys.verifyOfUser(value) : ApiKeys.verifyOfTeam(value)
      return verified.pipe(
        Effect.provideService(ServerApp, app),
        Effect.catch((error): Effect.Effect<never, Unauthorized | Unavailable | "other kind"> => {
          if (error._tag === "WrongApiKeyType") return Effect.fail("other kind")
          if (error._tag === "ApiKeyExpired") return Effect.fail(new Unauthorized({ reason: "expired" }))
          if (isApiKeyNotValid(error)) return Effect.fail(invalid)
          if (error._tag === "UserApiKeysNotEnabled" || error._tag === "TeamApiKeysNotEnabled") {
            return Effect.fail("other kind")
          }
          return refuse(error)
        })
      )
    }
    return kinds
      .reduce<Effect.Effect<ApiKey, Unauthorized | Unavailable | "other kind">>(
        (before, kind) => Effect.catch(before, (error) => (error === "other kind" ? verify(kind) : Effect.fail(error))),
        Effect.fail("other kind")
      )
      .pipe(Effect.catch((error) => Effect.fail(error === "other kind" ? invalid : error)))
  }

  const shared = yield* SharedCache.open("api-keys", Checked)
  /** Whose answer it is: that of another project, or about other kinds, is none here. */
  const question = `${app.project.apiUrl} ${app.project.projectId} ${kinds.toSorted().join()}`

  /** How long what was said of a key is still believed. */
  const leftMillis = ({ answer, atMillis }: Checked): number => {
    const now = clock.currentTimeMillisUnsafe()
    if ("refused" in answer) return atMillis + refusedMillis - now
    const believed = atMillis + rememberSeconds * 1000
    return Math.min(believed, answer.expiresAt?.getTime() ?? Infinity) - now
  }

  const askService = (value: Redacted.Redacted): Effect.Effect<Checked, Unavailable> =>
    Effect.suspend(() => {
      const atMillis = clock.currentTimeMillisUnsafe()
      return ask(value).pipe(
        Effect.catchTag("Unauthorized", ({ reason }) =>
          Effect.succeed({ refused: reason === "expired" ? ("expired" as const) : ("invalid" as const) })
        ),
        Effect.map((answer) => ({ atMillis, answer }))
      )
    })

  const lookUp = Effect.fnUntraced(function* (digest: string, value: Redacted.Redacted) {
    const key = `${question} ${digest}`
    const known = yield* shared?.get(key) ?? Effect.undefined
    if (known !== undefined && leftMillis(known) > 0 && known.atMillis < clock.currentTimeMillisUnsafe() + skewMillis) {
      yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "shared" })
      return known
    }
    yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "miss" })
    const checked = yield* askService(value)
    if (shared !== undefined && leftMillis(checked) > 0) yield* shared.set(key, checked, leftMillis(checked))
    return checked
  })

  // Keys are remembered by their digests: a memory dump shows none that works.
  const remembered = LruMap.make<string, Checked>(cacheSize)
  /** What is remembered of a key, if it is still believed. */
  const recall = (digest: string): Checked | undefined => {
    const known = remembered.get(digest)
    return known !== undefined && leftMillis(known) > 0 ? known : undefined
  }

  /** A look-up does not end with who has begun it. */
  const flights = yield* SingleFlight.make<string, Checked, Unavailable>({
    context: "starter",
    join: (flight, _, again) => joinFlight(isolated, flight, lostMillis, again),
    onLanded: (digest, exit) => {
      if (exit._tag === "Success") remembered.set(digest, exit.value)
    }
  })

  const check = operation("ApiKeyChecks.check")(function* (value: Redacted.Redacted) {
    const text = Redacted.value(value)
    if (text === "") return yield* new Unauthorized({ reason: "missing" })
    if (!/^[\x21-\x7e]{8,512}$/.test(text)) return yield* new Unauthorized({ reason: "malformed" })
    const digest = yield* sha256(text)
    const known = recall(digest)
    if (known !== undefined) yield* Instruments.count(Instruments.apiKeyChecks, { "gatefold.outcome": "hit" })
    // Looked at again in the flight, for another one may have landed in between.
    const { answer } =
      known ??
      (yield* inTime(
        flights.run(
          digest,
          Effect.suspend(() => {
            const meanwhile = recall(digest)
            return meanwhile === undefined ? inTime(lookUp(digest, value)) : Effect.succeed(meanwhile)
          })
        )
      ))
    return "refused" in answer ? yield* new Unauthorized({ reason: answer.refused }) : answer
  })

  return ApiKeyChecks.of({ check })
})

/** Checks over the server app in context, which has the secret key that the service asks for. */
export const layer = (options: ApiKeyOptions = {}): Layer.Layer<ApiKeyChecks, never, ServerApp> =>
  Layer.effect(ApiKeyChecks, make(options))

/**
 * The public keys of a project, fetched when they are needed and kept (docs/protocol/tokens.md#public-keys).
 *
 * - They are fresh for 10 minutes. Older keys are used while a background fetch gets new ones, for up to a day if the
 *   service is unavailable.
 * - An unknown key id causes a fetch, because keys rotate. Exceptions: within 30 seconds of a fetch that did not find
 *   its id, and for an id that a recent fetch did not find.
 * - Concurrent callers share one fetch, which continues if the caller that started it is interrupted.
 * - The processes of a fleet share fetched keys: each reads the shared copy before it asks the service.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import type { CryptoKey } from "jose"
import * as LruMap from "../../cache/LruMap.ts"
import { TaggedError } from "../../domain/TaggedError.ts"
import { hangingMillis } from "../../http/CircuitBreaker.ts"
import * as Http from "../../http/Http.ts"
import { span } from "../../operation/Operation.ts"
import { joinFlight, lostCallMillis, RequestIsolation } from "../../platform/RequestIsolation.ts"
import * as SingleFlight from "../../platform/SingleFlight.ts"
import { monotonicMillis as now } from "../../platform/Timer.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as SharedKeys from "../fleet/SharedKeys.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import * as PublicKeys from "./PublicKeys.ts"

/** The public keys are unavailable: the service cannot be reached, or publishes none. */
export class KeysUnavailable extends TaggedError("KeysUnavailable")<{
  readonly problem: string
  /** When to ask again, in milliseconds from now, if that is known. */
  readonly retryAfterMillis?: number | undefined
}> {
  override get message() {
    return `The public keys of the project cannot be had: ${this.problem}`
  }
}

/** The keys of one project. */
export interface KeySet {
  /** Whether the key of an id is in memory. */
  readonly has: (kid: string) => boolean
  /** The key of an id, if it is in memory and fresh. */
  readonly peek: (kid: string, clock: Clock.Clock) => CryptoKey | undefined
  /** The key of an id, or undefined when the project has no such key. The same key stays the same object. */
  readonly find: (kid: string) => Effect.Effect<CryptoKey | undefined, KeysUnavailable>
  /** Fetches the keys if there are none. */
  readonly load: Effect.Effect<void, KeysUnavailable>
  /** The moment at which the keys were received. */
  readonly receivedAt: () => Moment
  /** Whether this process has asked for the keys after a moment, and received them. */
  readonly wasAskedAfter: (moment: Moment) => boolean
  /** Fetches the keys again unless this process has asked for them after a moment. */
  readonly askedAfter: (moment: Moment) => Effect.Effect<void, KeysUnavailable>
}

/**
 * A counter for the order of fetches in this process, over all key sets. Times cannot be used: two can be equal, and
 * shared keys have the time of another clock.
 */
type Moment = number

let moments: Moment = 0
const nextMoment = (): Moment => ++moments

/** How long keys are fresh, in milliseconds. */
export const freshMillis = 600_000
/** How long keys are used if no newer ones are available, in milliseconds. */
export const staleMillis = 86_400_000
/** How long a fetch that did not find its key id puts off the next one, in milliseconds. */
export const coolDownMillis = 30_000
/** How long an id that a fetch did not find is remembered, in milliseconds. */
const unknownMillis = 300_000
const maxUnknown = 256

/** The keys at a URL. Fetches end with the scope. */
export const make = Effect.fnUntraced(function* (url: string): Effect.fn.Return<KeySet, never, Scope.Scope> {
  const execute = yield* Http.current
  const scope = yield* Effect.scope
  const random = yield* Random.Random
  const isIsolated = yield* RequestIsolation
  const inTime = AuthTimeout.interruptAfter(yield* AuthTimeout.AuthTimeout, (problem) =>
    Effect.fail(new KeysUnavailable({ problem }))
  )

  let keys: ReadonlyMap<string, PublicKeys.Imported> = new Map()
  let fetchedAt = -Infinity
  let askedAt = -Infinity
  let askedMoment: Moment = -Infinity
  let receivedMoment: Moment = -Infinity
  let failures = 0
  /** Why the last fetch failed. */
  let missing: PublicKeys.Missing | undefined
  /** Whether that fetch got no answer at all. */
  let isSilent = false
  let renewAfter = freshMillis
  const unknown = LruMap.make<string, number>(maxUnknown)
  /** When a fetch was last in vain: forged ids cause no more of them, but a rotation soon after a fetch is noticed. */
  let vainAt = -Infinity

  const shared = yield* SharedKeys.open(url, staleMillis, ({ ageMillis, keys: published }) =>
    Effect.flatMap(PublicKeys.importAll(PublicKeys.usable(published), keys), (imported) =>
      Effect.clockWith((clock) => {
        const sharedAt = now(clock) - ageMillis
        if (imported.size > 0 && sharedAt > fetchedAt) {
          accept(imported, sharedAt, -Infinity)
          askedAt = Math.max(askedAt, sharedAt)
        }
        return Effect.void
      })
    )
  )

  const accept = (fetched: ReadonlyMap<string, PublicKeys.Imported>, at: number, asked: Moment) => {
    // This fetch did not find them: their tokens, which are still around, need no other.
    for (const kid of keys.keys()) if (!fetched.has(kid)) unknown.set(kid, at)
    keys = fetched
    fetchedAt = at
    askedMoment = asked
    receivedMoment = nextMoment()
    failures = 0
    missing = undefined
    // Processes of a fleet renew at different times: the first one does it for all.
    if (shared !== undefined) renewAfter = freshMillis * (0.8 + 0.2 * random.nextDoubleUnsafe())
  }

  const fetch = PublicKeys.fetch(execute, url).pipe(
    Effect.flatMap((published) => PublicKeys.importAll(published, keys)),
    Effect.flatMap((imported) =>
      imported.size > 0 ? Effect.succeed(imported) : Effect.fail<PublicKeys.Missing>({ problem: "it has no ES256 key" })
    ),
    Effect.tap((imported) =>
      shared === undefined ? Effect.void : shared.publish(Array.from(imported, PublicKeys.published))
    ),
    Effect.onExit((exit) =>
      Instruments.count(Instruments.keyFetches, { "gatefold.outcome": exit._tag === "Success" ? "fetched" : "failed" })
    ),
    span("KeySet.fetch")
  )

  const flights: SingleFlight.SingleFlight<"fetch" | "renew", void, never> = yield* SingleFlight.make<
    "fetch" | "renew",
    void
  >({
    context: "starter",
    join: (flight, task, again) => {
      // Another process may have fetched them meanwhile.
      const instead = Effect.suspend(() => (flights.underWay(task) === undefined ? Effect.void : again))
      return joinFlight(flight, { isIsolated, lostMillis: lostCallMillis, again: instead })
    }
  })
  const isFetching = () => flights.underWay("fetch") !== undefined

  /** Fetches, or joins the fetch under way. */
  const refetch = flights.run(
    "fetch",
    Effect.clockWith((clock) => {
      askedAt = now(clock)
      const asked = nextMoment()
      return Effect.match(fetch, {
        onSuccess: (fetched) => accept(fetched, now(clock), asked),
        onFailure: (why) => {
          missing = why
          isSilent = now(clock) - askedAt >= hangingMillis
          // A circuit that is open says nothing new.
          if (why.retryAfterMillis === undefined) failures++
        }
      })
    })
  )

  /** After a failure it is tried again soon at first, then less often. */
  const backOffMillis = () => (failures === 0 ? 0 : Math.min(coolDownMillis, 1000 * 2 ** (failures - 1)))

  const attempt = Effect.clockWith((clock) =>
    !isFetching() && now(clock) - askedAt < backOffMillis() ? Effect.void : refetch
  )

  const unavailable = Effect.clockWith((clock) => {
    const left = (missing?.retryAfterMillis ?? backOffMillis()) - (now(clock) - askedAt)
    return Effect.fail(
      new KeysUnavailable({ problem: missing?.problem ?? "not fetched yet", retryAfterMillis: Math.max(1000, left) })
    )
  })

  /** A fetch under way was started earlier, so a second one may be necessary. */
  const askedAfter = (moment: Moment, attempts = 2): Effect.Effect<void, KeysUnavailable> =>
    Effect.suspend(() => {
      if (askedMoment > moment) return Effect.void
      return attempts === 0 ? unavailable : Effect.andThen(attempt, askedAfter(moment, attempts - 1))
    })

  const lookUp = (kid: string) => keys.get(kid)?.key

  /** Renews keys that are not fresh any more, unless another process has. */
  const renew =
    shared === undefined
      ? refetch
      : flights.run(
          "renew",
          Effect.andThen(
            shared.look,
            Effect.clockWith((clock) => (now(clock) - fetchedAt > renewAfter ? refetch : Effect.void))
          )
        )

  /** The shared copy is read first. */
  const find = (kid: string): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    inTime(
      shared === undefined
        ? findOwn(kid)
        : Effect.clockWith((clock) =>
            keys.has(kid) && now(clock) - fetchedAt <= staleMillis
              ? findOwn(kid)
              : Effect.flatMap(shared.look, () => findOwn(kid))
          )
    )

  const loadOwn: Effect.Effect<void, KeysUnavailable> = Effect.clockWith((clock) => {
    const isMissing = () => now(clock) - fetchedAt > staleMillis
    if (!isMissing()) return Effect.void
    // One request waits for a service that has been silent, and the others do not.
    if (missing !== undefined && isSilent && isFetching() && !isIsolated) return unavailable
    return Effect.flatMap(attempt, () => (isMissing() ? unavailable : Effect.void))
  })

  /** The key after a fetch, for a request that came at a moment. */
  const found = (kid: string, came: Moment): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    Effect.clockWith((clock) => {
      const key = lookUp(kid)
      if (key !== undefined) return Effect.succeed(key)
      // Without an answer nobody knows whether there is such a key.
      if (missing !== undefined) return unavailable
      // A fetch that began before the request came may have an answer that is older than the key.
      if (askedMoment <= came) return findOwn(kid, came)
      unknown.set(kid, now(clock))
      vainAt = now(clock)
      return Effect.undefined
    })

  const findOwn = (kid: string, since?: Moment): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    Effect.clockWith((clock) => {
      const came = since ?? moments
      const time = now(clock)
      const age = time - fetchedAt
      const sinceAsked = time - askedAt
      if (age > staleMillis) return Effect.flatMap(loadOwn, () => found(kid, came))
      const key = lookUp(kid)
      if (key !== undefined) {
        if (age <= renewAfter || sinceAsked <= coolDownMillis) return Effect.succeed(key)
        // With isolated requests, background work is impossible.
        if (isIsolated) return Effect.map(renew, () => lookUp(kid))
        return isFetching() || flights.underWay("renew") !== undefined
          ? Effect.succeed(key)
          : Effect.as(Effect.forkIn(renew, scope, { startImmediately: true }), key)
      }
      const inVainAt = unknown.get(kid)
      if (inVainAt !== undefined && time - inVainAt < unknownMillis) return Effect.undefined
      const isTooSoon = missing === undefined ? time - vainAt < coolDownMillis : sinceAsked < backOffMillis()
      if (!isFetching() && isTooSoon) return missing === undefined ? Effect.undefined : unavailable
      return Effect.flatMap(refetch, () => found(kid, came))
    })

  return {
    has: (kid) => keys.has(kid),
    peek: (kid, clock) => (now(clock) - fetchedAt <= renewAfter ? lookUp(kid) : undefined),
    find,
    load: inTime(shared === undefined ? loadOwn : Effect.andThen(shared.look, loadOwn)),
    receivedAt: () => receivedMoment,
    wasAskedAfter: (moment) => askedMoment > moment,
    askedAfter: (moment) => inTime(askedAfter(moment))
  }
})

/**
 * What a process knows about the keys of a project, and the rules about it: whether a key is used, fetched or refused
 * (docs/protocol/tokens.md#public-keys). Each function returns the next state; only `unknown` is one map for all
 * states, because it is bounded and notes each use.
 *
 * - Keys are fresh for 10 minutes. Older keys are used while a background fetch gets new ones, for up to a day if the
 *   service is unavailable.
 * - An unknown key id causes a fetch, because keys rotate. Exceptions: within 30 seconds of a fetch that did not find
 *   its id, and for an id that a recent fetch did not find.
 * - After a failed fetch, the next one comes soon at first, then less often. Until then, an unknown key is unavailable:
 *   without an answer nobody knows whether there is such a key.
 */
import * as LruMap from "../../../cache/LruMap.ts"
import { hangingMillis } from "../../../http/CircuitBreaker.ts"
import type * as PublicKeys from "./PublicKeys.ts"

/** How long keys are fresh, in milliseconds. */
export const freshMillis = 600_000
/** How long keys are used if no newer ones are available, in milliseconds. */
export const staleMillis = 86_400_000
/** How long a fetch that did not find its key id puts off the next one, in milliseconds. */
export const coolDownMillis = 30_000
/** How long an id that a fetch did not find is remembered, in milliseconds. */
const unknownMillis = 300_000
const maxUnknown = 256

/**
 * A moment in the order of fetches of a project's key sets in this process. Times cannot be used: two can be equal, and
 * shared keys have the time of another clock.
 */
export type Tick = number

export class Ticks {
  last: Tick = 0

  next(): Tick {
    return ++this.last
  }
}

export type Keys = ReadonlyMap<string, PublicKeys.Imported>

/** The keys of one project, and what is known of their fetches. Times are of the monotonic clock. */
export interface KeyState {
  readonly keys: Keys
  /** When they were fetched, by this process or another one. */
  readonly fetchedAt: number
  /** The age from which they are renewed. */
  readonly renewAfter: number
  /** The moment at which this process has asked for them; none if another process has. */
  readonly requestedTick: Tick
  readonly receivedTick: Tick
  readonly requestedAt: number
  /** Why the last fetch failed, and whether it got no answer at all. */
  readonly failure: { readonly error: PublicKeys.KeysUnavailable; readonly isSilent: boolean } | undefined
  readonly failures: number
  /** The ids that fetches did not find, and when. */
  readonly unknown: LruMap.LruMap<string, number>
  /** When a fetch was last in vain: forged ids cause no more of them, but a rotation soon after a fetch is noticed. */
  readonly lastMissAt: number
}

export const make = (): KeyState => ({
  keys: new Map(),
  fetchedAt: -Infinity,
  renewAfter: freshMillis,
  requestedTick: -Infinity,
  receivedTick: -Infinity,
  requestedAt: -Infinity,
  failure: undefined,
  failures: 0,
  unknown: LruMap.make(maxUnknown),
  lastMissAt: -Infinity
})

/** The time, and what is under way. */
export interface Now {
  readonly time: number
  readonly isFetching: boolean
  /** Whether requests are isolated: see `RequestIsolation`. */
  readonly isIsolated: boolean
}

/** The answer to a request that needs a key. */
export type Decision =
  /** The key is known. */
  | "Use"
  /** The key is known. Use it, and fetch newer keys in the background. */
  | "UseAndRenew"
  /** The project has no such key. */
  | "Unknown"
  /** It is unknown whether the key exists, and the service cannot be asked now. */
  | "Unavailable"
  /** Fetch the keys, or join the fetch under way, and decide again. */
  | "Fetch"

export const decide = (state: KeyState, kid: string, now: Now): Decision => {
  const { time, isFetching } = now
  if (isStale(state, time)) return decideStale(state, now)
  if (state.keys.has(kid)) {
    return isFresh(state, time) || time - state.requestedAt <= coolDownMillis ? "Use" : "UseAndRenew"
  }
  const missedAt = state.unknown.get(kid)
  if (missedAt !== undefined && time - missedAt < unknownMillis) return "Unknown"
  if (isFetching) return "Fetch"
  if (state.failure !== undefined) return isBackingOff(state, time) ? "Unavailable" : "Fetch"
  return time - state.lastMissAt < coolDownMillis ? "Unknown" : "Fetch"
}

/** Decides what to do if there are no keys, or only keys that are too old to be used. */
export const decideStale = (state: KeyState, { time, isFetching, isIsolated }: Now): "Unavailable" | "Fetch" => {
  if (!isFetching) return isBackingOff(state, time) ? "Unavailable" : "Fetch"
  // If the service did not answer the last time, one request waits for it. The others fail at once.
  return state.failure?.isSilent === true && !isIsolated ? "Unavailable" : "Fetch"
}

/** Decides, after a fetch, what to do for a request that asked for the key `kid` and came at the tick `arrivedTick`. */
export const decideAfterFetch = (
  state: KeyState,
  kid: string,
  arrivedTick: Tick,
  time: number
): Exclude<Decision, "UseAndRenew"> => {
  if (isStale(state, time)) return "Unavailable"
  if (state.keys.has(kid)) return "Use"
  if (state.failure !== undefined) return "Unavailable"
  // A fetch that began before the request came may have an answer that is older than the key.
  return state.requestedTick <= arrivedTick ? "Fetch" : "Unknown"
}

/** Whether the keys need no newer ones yet. */
export const isFresh = (state: KeyState, time: number): boolean => time - state.fetchedAt <= state.renewAfter

/** Whether the keys are too old to be used, or there are none. */
export const isStale = (state: KeyState, time: number): boolean => time - state.fetchedAt > staleMillis

export const isBackingOff = (state: KeyState, time: number): boolean => time - state.requestedAt < computeBackOff(state)

const computeBackOff = ({ failures }: KeyState): number =>
  failures === 0 ? 0 : Math.min(coolDownMillis, 1000 * 2 ** (failures - 1))

/** When to ask again if the keys are unavailable, in milliseconds from now. */
export const retryAfterMillis = (state: KeyState, time: number): number =>
  Math.max(1000, (state.failure?.error.retryAfterMillis ?? computeBackOff(state)) - (time - state.requestedAt))

export const recordRequest = (state: KeyState, time: number): KeyState => ({ ...state, requestedAt: time })

/** Keys have come, from the service or from another process. */
export const recordKeys = (
  state: KeyState,
  fetched: Pick<KeyState, "keys" | "fetchedAt" | "renewAfter" | "requestedTick" | "receivedTick">
): KeyState => {
  // This fetch did not find them: their tokens, which are still around, need no other.
  for (const kid of state.keys.keys()) if (!fetched.keys.has(kid)) state.unknown.set(kid, fetched.fetchedAt)
  return { ...state, ...fetched, failure: undefined, failures: 0 }
}

export const recordFailure = (state: KeyState, error: PublicKeys.KeysUnavailable, time: number): KeyState => ({
  ...state,
  failure: { error, isSilent: time - state.requestedAt >= hangingMillis },
  // A circuit that is open says nothing new.
  failures: error.retryAfterMillis === undefined ? state.failures + 1 : state.failures
})

/** A fetch has not found the key of an id. */
export const recordMiss = (state: KeyState, kid: string, time: number): KeyState => {
  state.unknown.set(kid, time)
  return { ...state, lastMissAt: time }
}

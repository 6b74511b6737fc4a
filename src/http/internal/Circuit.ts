/**
 * The state of one circuit, and its rules. It decides which requests pass, and learns from how they end.
 *
 * - **Closed:** all requests pass. The circuit opens if 3 requests hang and none was answered for 3 seconds, or if half
 *   of at least 10 recent ones failed.
 * - **Open:** no request passes, for 2 seconds at first, and twice as long after each failed probe, up to 30 seconds.
 * - **Half-open:** one request passes, as a probe. Its answer closes the circuit. If requests hung, a late answer to
 *   one of them also closes it.
 *
 * Nothing runs in the background: each request checks the circuit.
 */
import type * as Clock from "effect/Clock"

/** A request without an answer counts as hanging after this time, in milliseconds. */
export const hangingMillis = 3000
/** The circuit opens when this many requests hang, unless others were answered meanwhile. */
export const maxHanging = 3
/** Fewer requests than this do not open a circuit by failing. */
export const minRequests = 10
/** Requests count for one to two times this long, in milliseconds. */
export const windowMillis = 10_000
/** How long a circuit is open at first, in milliseconds. */
export const openMillis = 2000
/** How long it is open at most, after probes that failed, in milliseconds. */
export const maxOpenMillis = 30_000

/** A request on its way. */
export interface Attempt {
  readonly _tag: "Passed"
  readonly startedMillis: number
}

/** The answer to a request that may not pass. */
export interface Refusal {
  readonly _tag: "Refused"
  /** How much longer no request may pass. */
  readonly retryAfterMillis: number
}

const makeRefusal = (retryAfterMillis: number): Refusal => ({ _tag: "Refused", retryAfterMillis })

export type AttemptOutcome = "answered" | "failed" | "hanging" | "abandoned"

interface Tally {
  requests: number
  failed: number
}

const makeTally = (): Tally => ({ requests: 0, failed: 0 })

/** The circuit of one service. */
export class Circuit {
  readonly clock: Clock.Clock
  /** How often it has opened since it was closed: 0 while it is closed. */
  openings = 0
  /** Until when it lets nothing pass, by the monotonic clock. */
  untilMillis = 0
  /** When other processes were last asked whether the circuit is open. */
  askedMillis = -Infinity
  /** Requests on their way that do not count as hanging yet, the oldest first. */
  readonly #waiting = new Set<Attempt>()
  /** How many requests have hung since the last answer. */
  #hanging = 0
  #answeredMillis = -Infinity
  #window = makeTally()
  #previousWindow = makeTally()
  #windowStartedMillis = -Infinity
  /** A late answer then closes it. */
  #openedByHanging = false
  #probe: Attempt | undefined

  constructor(clock: Clock.Clock) {
    this.clock = clock
  }

  /** Lets a request pass, or refuses it. */
  enter(now: number, random: () => number): Attempt | Refusal {
    for (const attempt of this.#waiting) {
      if (!isHanging(attempt, now)) break
      this.#waiting.delete(attempt)
      this.#hanging++
      // Counted from when this request began to hang, because nothing checks the circuit between two requests.
      this.#openIfUnhealthy(attempt.startedMillis + hangingMillis, random)
      if (this.openings > 0) break
    }
    const attempt: Attempt = { _tag: "Passed", startedMillis: now }
    // A probe that hangs has failed, even if its caller still waits for it.
    if (this.#probe !== undefined && isHanging(this.#probe, now)) {
      this.#open("hanging", this.#probe.startedMillis + hangingMillis, random)
    }
    if (this.openings === 0) {
      this.#waiting.add(attempt)
      return attempt
    }
    if (now < this.untilMillis) return makeRefusal(Math.ceil(this.untilMillis - now))
    if (this.#probe !== undefined) return makeRefusal(hangingMillis - (now - this.#probe.startedMillis))
    this.#probe = attempt
    return attempt
  }

  /** A request has ended. */
  leave(attempt: Attempt, reported: AttemptOutcome, now: number, random: () => number): void {
    const outcome = reported === "abandoned" && isHanging(attempt, now) ? "hanging" : reported
    const wasWaiting = this.#waiting.delete(attempt)
    if (attempt === this.#probe) {
      this.#probe = undefined
      if (outcome === "answered") this.#close(now)
      // An abandoned call does not show whether the service is healthy: the next request is the probe.
      else if (outcome !== "abandoned") {
        // The end of a time limit says nothing new about a probe that has hung for long.
        this.#open(outcome, Math.min(now, attempt.startedMillis + hangingMillis), random)
      }
    } else if (this.openings > 0) {
      if (outcome === "answered" && this.#openedByHanging) this.#close(now)
    } else if (outcome !== "abandoned") {
      this.#rotateWindow(now)
      this.#window.requests++
      if (outcome === "answered") {
        this.#hanging = 0
        this.#answeredMillis = now
      } else this.#window.failed++
      if (outcome === "hanging" && wasWaiting) this.#hanging++
      this.#openIfUnhealthy(now, random)
    }
  }

  /** Opens because another process has found out that the service does not answer. */
  openFor(openForMillis: number, now: number): void {
    this.openings = 1
    this.untilMillis = now + Math.min(openForMillis, maxOpenMillis)
    this.#openedByHanging = true
    this.#waiting.clear()
  }

  #rotateWindow(now: number): void {
    const past = now - this.#windowStartedMillis
    if (past < windowMillis) return
    this.#previousWindow = past < 2 * windowMillis ? this.#window : makeTally()
    this.#window = makeTally()
    this.#windowStartedMillis = now
  }

  #openIfUnhealthy(now: number, random: () => number): void {
    const requests = this.#window.requests + this.#previousWindow.requests
    const failed = this.#window.failed + this.#previousWindow.failed
    const becomesSilent = this.#hanging >= maxHanging && now - this.#answeredMillis >= hangingMillis
    if (becomesSilent || (requests >= minRequests && failed * 2 >= requests)) {
      this.#open(becomesSilent ? "hanging" : "failed", now, random)
    }
  }

  #open(outcome: "hanging" | "failed", now: number, random: () => number): void {
    this.#openedByHanging = outcome === "hanging"
    this.#probe = undefined
    this.#waiting.clear()
    const longest = Math.min(openMillis * 2 ** this.openings, maxOpenMillis)
    // Processes retry at different times.
    this.untilMillis = now + longest * (0.75 + 0.25 * random())
    this.openings++
  }

  #close(now: number): void {
    this.openings = 0
    this.#probe = undefined
    this.#hanging = 0
    this.#answeredMillis = now
    this.#window = makeTally()
    this.#previousWindow = makeTally()
  }
}

const isHanging = ({ startedMillis }: Attempt, now: number): boolean => now - startedMillis >= hangingMillis

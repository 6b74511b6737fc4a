/** Faults that are planted in the sources, to see that the exploration finds them. */
import type { Plant } from "./planted.ts"

/** A flight that has failed stays, and everybody who comes later gets its failure. */
const failedFlightsStay = (isFailed: string): Plant["changes"] => [
  [
    "concurrency/SingleFlight.ts",
    "              if (flights.get(key) === flight) {\n                flights.delete(key)",
    `              if (flights.get(key) === flight && !(${isFailed})) {\n                flights.delete(key)`
  ]
]

/** The faults by what they are, each with the invariants that may find it. */
export const plants: Readonly<Record<string, Plant & { readonly invariants: RegExp }>> = {
  "a refused access token is not noted": {
    topology: "session",
    invariants: /^I31$/,
    changes: [["session/internal/AccessTokenLifetimes.ts", "keep(accessToken, ended)", "void accessToken"]]
  },
  "a tab does not note a refused access token": {
    topology: "tabs",
    invariants: /^I(2|31)$/,
    changes: [["session/internal/AccessTokenLifetimes.ts", "keep(accessToken, ended)", "void accessToken"]]
  },
  "an access token that replaces a refused one is not noted when it is refused, too": {
    topology: "session",
    invariants: /^I2$/,
    changes: [["session/AuthorizedTransport.ts", "session.reject(second)", "Effect.void"]]
  },
  "a refresh that has failed stays, and later calls join it": {
    topology: "session",
    invariants: /^I31$/,
    changes: failedFlightsStay("String(JSON.stringify(exit)).includes('Unavailable')")
  },
  "a refresh that has failed stays in a server, and later requests join it": {
    topology: "proxy",
    invariants: /^I31$/,
    changes: failedFlightsStay("exit._tag === 'Failure'")
  },
  "an access token is used until it ends": {
    topology: "session",
    invariants: /^I2$/,
    changes: [["session/Freshness.ts", "export const freshnessMillis = 20_000", "export const freshnessMillis = 0"]]
  },
  "a provider without a token signs its user out": {
    topology: "session",
    invariants: /^I8$/,
    changes: [
      ["token/ExternalTokenStore.ts", "if (text === undefined) break", "if (text === undefined) return undefined"]
    ]
  },
  "the answer of a provider counts for the session before, too": {
    topology: "session",
    invariants: /^I19$/,
    changes: [
      [
        "token/ExternalTokenStore.ts",
        "taken the place of this one.\n        if (readTokens()?.external.id !== id) return undefined",
        "taken the place of this one."
      ]
    ]
  },
  "the difference between the clocks of device and service is ignored": {
    topology: "session",
    invariants: /^I(23|31)$/,
    changes: [
      [
        "session/internal/AccessTokenLifetimes.ts",
        "skewMillis = clock.currentTimeMillisUnsafe() - claims.iat * 1000",
        "void skewMillis"
      ]
    ]
  },
  "waits between attempts go past the time limit of a call": {
    topology: "promises",
    invariants: /^I11$/,
    changes: [
      [
        "http/internal/Call.ts",
        "deadline.within(wait(call, step, failure), () => Effect.succeed(false))",
        "wait(call, step, failure)"
      ],
      ["http/RetryPolicy.ts", "<= failed.limitMillis * 0.9", "<= Infinity"]
    ]
  },
  "a refresh that servers share is kept after a sign-out": {
    topology: "responses",
    invariants: /^I4$/,
    changes: [
      [
        "backend/middleware/SharedRefreshes.ts",
        "      answers.delete(key)\n      answers.deleteWhere(",
        "      void answers.deleteWhere("
      ]
    ]
  },
  "a read of the cache of React does not look whose entry it has": {
    topology: "react",
    invariants: /^I20$/,
    changes: [
      [
        "react/AuthClient.ts",
        "Effect.andThen(checkLater, Effect.ensuring(effect, checkLater))",
        "(void checkLater, effect)"
      ]
    ]
  },
  "a flow is taken by an answer for another project": {
    topology: "flows",
    invariants: /^I17$/,
    changes: [["oauth/OAuthCallback.ts", "flow.projectId === app.project.projectId &&", ""]]
  },
  "a flow is taken by an answer for another page": {
    topology: "flows",
    invariants: /^I17$/,
    changes: [["oauth/OAuthCallback.ts", "    isAtRedirectUri(url, flow)\n", "    url !== undefined\n"]]
  },
  "tabs refresh without their lock": {
    topology: "tabs",
    invariants: /^I1$/,
    changes: [["session/internal/Refreshes.ts", "lockName === undefined ? refresh", "lockName !== '' ? refresh"]]
  },
  "a server has no circuit breaker": {
    topology: "outages",
    invariants: /^I32$/,
    changes: [["http/CircuitBreaker.ts", "defaultValue: () => true", "defaultValue: () => false"]]
  },
  "a probe that has ended is never released": {
    topology: "outages",
    invariants: /^I33$/,
    changes: [
      ["http/internal/Circuit.ts", "    if (attempt === this.#probe) {\n", "    if (attempt === undefined) {\n"]
    ]
  },
  "a circuit that is open counts as the end of a session": {
    topology: "outages",
    invariants: /^I8$/,
    changes: [
      [
        "backend/verify/Failures.ts",
        "  const refused = failUnavailable(problem.message, findRetryAfter(problem))",
        "  if (findRetryAfter(problem) !== undefined) return Effect.fail(new Unauthorized({ reason: 'expired' }))\n  const refused = failUnavailable(problem.message)"
      ]
    ]
  },
  "the budget of retries is never filled again": {
    topology: "outages",
    invariants: /^I33$/,
    changes: [
      ["http/internal/RetryBudget.ts", "this.#retries + (nowMillis - this.#atMillis) / 1000", "this.#retries"],
      ["http/internal/RetryBudget.ts", "this.#retries += 0.2", "this.#retries += 0"]
    ]
  },
  "a tab never gives its lock back": {
    topology: "tabs",
    invariants: /^I11$/,
    changes: [["platform/Locks.ts", "            release?.()\n", ""]]
  }
}

/**
 * What this package counts and times on servers, by name. `docs/guides/observability.md`
 * lists them; the names follow OpenTelemetry's conventions, seconds included.
 */
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Calls of the service take milliseconds to seconds; checks in this process take microseconds to milliseconds. */
const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const localSeconds = [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.1, 1]

const counter = (name: string, description: string) => Metric.counter(name, { description, incremental: true })

/** Refreshes of sessions, by `gatefold.outcome`: `refreshed`, `rejected`, `unavailable`. */
export const refreshes = counter("gatefold.session.refreshes", "Access tokens that were asked for by a refresh token")
/** Sessions whose refresh token the service has refused. */
export const sessionsLost = counter("gatefold.session.lost", "Sessions that ended because their refresh was refused")
/** Requests that were sent again, by `error.type`. */
export const retries = counter("gatefold.http.retries", "Requests to the service that were sent once more")
/** Fetches of public keys, by `gatefold.outcome`. */
export const keyFetches = counter("gatefold.jwks.fetches", "Fetches of the project's public keys")
/** Checks of API keys, by `gatefold.outcome`: `hit`, `shared`, `miss`. */
export const apiKeyChecks = counter("gatefold.api_key.checks", "API keys that were checked")
/** Decisions on rate limits, by `gatefold.outcome`: `allowed`, `refused`. */
export const rateLimits = counter("gatefold.rate_limit.decisions", "Requests that a rate limit let pass or refused")
/** Reads of what a fleet shares, by `gatefold.cache` and `gatefold.outcome`. */
export const sharedReads = counter("gatefold.fleet.reads", "Look-ups in what the processes share")
/** How often the store of a fleet did not do what was asked, and is left alone for a while. */
export const fleetFailures = counter("gatefold.fleet.failures", "Failures of the store that the processes share")
/** How long it takes to verify an access token, by `gatefold.outcome`. */
export const verification = Metric.histogram("gatefold.verify.duration", {
  description: "Time to verify an access token",
  attributes: { unit: "s" },
  boundaries: localSeconds
})
/** How long one attempt of a request to the service takes. */
export const requests = Metric.histogram("http.client.request.duration", {
  description: "Time of one request to the service",
  attributes: { unit: "s" },
  boundaries: callSeconds
})

/** All of them, in the order of the guide. */
export const all: ReadonlyArray<Metric.Metric<number, unknown>> = [
  refreshes,
  sessionsLost,
  retries,
  requests,
  keyFetches,
  verification,
  apiKeyChecks,
  rateLimits,
  sharedReads,
  fleetFailures
]

/** Counts one more, with attributes. */
export const count = (
  metric: Metric.Counter<number>,
  attributes: Readonly<Record<string, string>> = {}
): Effect.Effect<void> => Metric.update(Metric.withAttributes(metric, attributes), 1)

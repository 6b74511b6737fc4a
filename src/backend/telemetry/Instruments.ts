/**
 * The metrics of this package on servers, as listed in `docs/guides/observability.md`. Names and units (seconds) follow
 * OpenTelemetry's conventions.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Calls of the service take milliseconds to seconds; checks in this process take microseconds to milliseconds. */
const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const localSeconds = [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.1, 1]

export type Attributes = Readonly<Record<string, string>>

/** A metric, with one series for each set of attributes. */
export interface Instrument {
  readonly id: string
  /** The upper bounds of a histogram's buckets, but for the last one. */
  readonly boundaries: ReadonlyArray<number>
  readonly series: (attributes: Attributes) => Metric.Metric<number, unknown>
}

/** Series are cached: finding one takes a tenth of the time of making it. Attributes have few values. */
const makeInstrument = (
  id: string,
  make: (attributes: Attributes) => Metric.Metric<number, unknown>,
  boundaries: ReadonlyArray<number> = []
): Instrument => {
  const cache = new Map<string, Metric.Metric<number, unknown>>()
  return {
    id,
    boundaries,
    series: (attributes) => {
      const key = JSON.stringify(attributes)
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const metric = make(attributes)
      if (cache.size < 1000) cache.set(key, metric)
      return metric
    }
  }
}

const makeCounter = (id: string, description: string) =>
  makeInstrument(id, (attributes) => Metric.counter(id, { description, attributes, incremental: true }))

const makeGauge = (id: string, description: string) =>
  makeInstrument(id, (attributes) => Metric.gauge(id, { description, attributes }))

const makeHistogram = (id: string, description: string, boundaries: ReadonlyArray<number>) =>
  makeInstrument(
    id,
    (attributes) => Metric.histogram(id, { description, attributes: { ...attributes, unit: "s" }, boundaries }),
    boundaries
  )

/** Refreshes of sessions, by `gatefold.outcome`: `refreshed`, `rejected`, `unavailable`. */
export const refreshes = makeCounter(
  "gatefold.session.refreshes",
  "Access tokens that were asked for by a refresh token"
)
/** Sessions whose refresh token the service has refused. */
export const sessionsLost = makeCounter(
  "gatefold.session.lost",
  "Sessions that ended because their refresh was refused"
)
/** Repeated requests, by `error.type`. */
export const retries = makeCounter("gatefold.http.retries", "Requests to the service that were sent once more")
/** Calls that were not repeated because the budget of retries was spent. */
export const retriesDenied = makeCounter("gatefold.http.retries_denied", "Requests that no retry was left for")
/** The state of a circuit, by `server.address`: 0 closed, 1 half-open, 2 open. */
export const circuitState = makeGauge("gatefold.circuit.state", "Whether requests to the service are sent")
/** How often a circuit opened, or failed a probe, by `server.address`. */
export const circuitOpens = makeCounter("gatefold.circuit.opens", "Openings of the circuit to the service")
/** Requests that an open circuit did not send, by `server.address`. */
export const circuitRefusals = makeCounter("gatefold.circuit.refusals", "Requests that an open circuit did not send")
/** Work in progress when a backend ended, by `gatefold.work` and `gatefold.outcome`: `finished`, `cut`. */
export const drained = makeCounter("gatefold.drained", "Work that was under way when the backend ended")
/** Fetches of public keys, by `gatefold.outcome`. */
export const keyFetches = makeCounter("gatefold.jwks.fetches", "Fetches of the project's public keys")
/** Checks of API keys, by `gatefold.outcome`: `hit`, `shared`, `miss`. */
export const apiKeyChecks = makeCounter("gatefold.api_key.checks", "API keys that were checked")
/** Decisions on rate limits, by `gatefold.outcome`: `allowed`, `refused`. */
export const rateLimits = makeCounter("gatefold.rate_limit.decisions", "Requests that a rate limit let pass or refused")
/** Reads of shared values of a fleet, by `gatefold.cache` and `gatefold.outcome`. */
export const sharedReads = makeCounter("gatefold.fleet.reads", "Look-ups in what the processes share")
/** Failures of a fleet's store, each of which opens the circuit. */
export const fleetFailures = makeCounter("gatefold.fleet.failures", "Failures of the store that the processes share")
/** How long it takes to verify an access token, by `gatefold.outcome`. */
export const verification = makeHistogram("gatefold.verify.duration", "Time to verify an access token", localSeconds)
/** The instruments that measure how long an operation takes, by its name. */
export const durations: Readonly<Record<string, Instrument>> = { "AccessTokenVerifier.verify": verification }
/** How long one attempt of a request to the service takes. */
export const requests = makeHistogram("http.client.request.duration", "Time of one request to the service", callSeconds)

/** All of them, in the order of the guide. */
export const all: ReadonlyArray<Instrument> = [
  refreshes,
  sessionsLost,
  retries,
  retriesDenied,
  requests,
  circuitState,
  circuitOpens,
  circuitRefusals,
  drained,
  keyFetches,
  verification,
  apiKeyChecks,
  rateLimits,
  sharedReads,
  fleetFailures
]

/**
 * The name of a metric in Prometheus, without the suffixes of a histogram's parts: the same name that Prometheus and
 * the OpenTelemetry Collector give to what OTLP exports. Names of other metrics stay as they are.
 *
 * @example
 * ```ts
 * const Metrics = PrometheusMetrics.layerHttp({ metricNameMapper: Telemetry.prometheusName })
 * ```
 */
export const toPrometheusName = (id: string): string => {
  const instrument = all.find((candidate) => candidate.id === id)
  return instrument === undefined ? id : id.replaceAll(".", "_") + (suffixes[instrument.series({}).type] ?? "")
}

/** The suffix of each type of metric. All histograms measure seconds. */
const suffixes: Partial<Record<Metric.Metric.Type, string>> = { Counter: "_total", Histogram: "_seconds" }

export const add = (instrument: Instrument, value: number, attributes: Attributes = {}): Effect.Effect<void> =>
  Metric.update(instrument.series(attributes), value)

/** Increments a counter with attributes. */
export const count = (instrument: Instrument, attributes?: Attributes): Effect.Effect<void> =>
  add(instrument, 1, attributes)

/** Adds to a metric of the registry that the fiber has. */
export const record = (
  context: Context.Context<never>,
  instrument: Instrument,
  value: number,
  attributes: Attributes
): void => instrument.series(attributes).updateUnsafe(value, context)

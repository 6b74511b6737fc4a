/**
 * The panels of the dashboard over the metrics that `docs/guides/observability.md` lists. A test parses the queries,
 * and compares metrics, labels and paths with the sources (`test/backend/telemetry/dashboardQueries.test.ts`).
 */

/** One line, or one set of lines, of a panel. */
export interface Query {
  readonly expr: string
  /** The name of each line, with labels in double braces. */
  readonly legend: string
}

export interface Panel {
  readonly title: string
  /** Its meaning, in a sentence. */
  readonly about: string
  /** A unit of Grafana: `reqps`, `s`, `percentunit`, `short`. */
  readonly unit: "reqps" | "s" | "percentunit" | "short"
  readonly queries: ReadonlyArray<Query>
}

export interface Row {
  readonly title: string
  readonly panels: ReadonlyArray<Panel>
}

/** The rate of a counter, summed by labels. `$job` is a variable of the dashboard. */
const makeRate = (metric: string, by: string, matchers = ""): Query => ({
  expr: `sum by (${by}) (rate(${metric}{job=~"$job"${matchers === "" ? "" : `, ${matchers}`}}[$__rate_interval]))`,
  legend: by
    .split(", ")
    .map((label) => `{{${label}}}`)
    .join(" ")
})

/** Quantiles of a histogram of seconds. */
const makeQuantiles = (metric: string, ...of: ReadonlyArray<number>): ReadonlyArray<Query> =>
  of.map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (le) (rate(${metric}_bucket{job=~"$job"}[$__rate_interval])))`,
    legend: `p${100 * quantile}`
  }))

export const rows: ReadonlyArray<Row> = [
  {
    title: "Sessions",
    panels: [
      {
        title: "Sign-ins",
        about: "Sign-ins and sign-ups that this backend sends. Those of browsers go to the service directly.",
        unit: "reqps",
        queries: [
          makeRate(
            "http_client_request_duration_seconds_count",
            "url_template, http_response_status_code, gatefold_error_code",
            'http_request_method="POST", url_template=~"/api/v1/auth/.+/sign-(in|up)"'
          )
        ]
      },
      {
        title: "Refreshes",
        about: "Access tokens that are renewed. `unavailable` keeps the session, `rejected` ends it.",
        unit: "reqps",
        queries: [makeRate("gatefold_session_refreshes_total", "gatefold_outcome")]
      },
      {
        title: "Sessions lost",
        about: "Sessions whose refresh token the service refused. Compare with sign-outs on other devices.",
        unit: "short",
        queries: [
          {
            expr: 'sum(increase(gatefold_session_lost_total{job=~"$job"}[5m]))',
            legend: "in 5 minutes"
          }
        ]
      },
      {
        title: "Tokens refused",
        about: "Access tokens that failed verification, by reason. Expired ones are normal.",
        unit: "reqps",
        queries: [
          makeRate(
            "gatefold_verify_duration_seconds_count",
            "error_type, gatefold_error_code",
            'gatefold_outcome="failure"'
          )
        ]
      }
    ]
  },
  {
    title: "Checks in this backend",
    panels: [
      {
        title: "Time to verify a token",
        about: "Below a millisecond, except for the first token after keys have changed.",
        unit: "s",
        queries: makeQuantiles("gatefold_verify_duration_seconds", 0.5, 0.99)
      },
      {
        title: "Fetches of public keys",
        about: "A few an hour. After a day without keys, nobody can sign in to the backend.",
        unit: "reqps",
        queries: [makeRate("gatefold_jwks_fetches_total", "gatefold_outcome")]
      },
      {
        title: "API key checks",
        about: "`hit` and `shared` are answered from caches, `miss` asks the service.",
        unit: "reqps",
        queries: [makeRate("gatefold_api_key_checks_total", "gatefold_outcome")]
      },
      {
        title: "Rate limits",
        about: "Requests that the rate limits of this backend allow and refuse.",
        unit: "reqps",
        queries: [makeRate("gatefold_rate_limit_decisions_total", "gatefold_outcome")]
      }
    ]
  },
  {
    title: "Requests to the service",
    panels: [
      {
        title: "Requests",
        about: "Attempts by status. Attempts without an answer have no status.",
        unit: "reqps",
        queries: [makeRate("http_client_request_duration_seconds_count", "http_response_status_code")]
      },
      {
        title: "Time of a request",
        about: "One attempt, from the request to the end of its answer.",
        unit: "s",
        queries: makeQuantiles("http_client_request_duration_seconds", 0.5, 0.95, 0.99)
      },
      {
        title: "Slowest paths",
        about: "The five slowest endpoints, by their 95th percentile.",
        unit: "s",
        queries: [
          {
            expr: 'topk(5, histogram_quantile(0.95, sum by (le, http_request_method, url_template) (rate(http_client_request_duration_seconds_bucket{job=~"$job"}[$__rate_interval]))))',
            legend: "{{http_request_method}} {{url_template}}"
          }
        ]
      },
      {
        title: "Failed requests",
        about: "No answer (`Network`, `Timeout`, `TooLarge`, `Redirect`), or a 5xx.",
        unit: "reqps",
        queries: [
          makeRate(
            "http_client_request_duration_seconds_count",
            "error_type, server_address",
            'error_type=~"Network|Timeout|TooLarge|Redirect|5.."'
          )
        ]
      },
      {
        title: "Share of retries",
        about: "Repeated attempts among all attempts. More than a fifth adds load to a service that fails.",
        unit: "percentunit",
        queries: [
          {
            expr: 'sum(rate(gatefold_http_retries_total{job=~"$job"}[$__rate_interval])) / sum(rate(http_client_request_duration_seconds_count{job=~"$job"}[$__rate_interval]))',
            legend: "retries"
          }
        ]
      },
      {
        title: "Retries by cause",
        about: "Why the previous attempt failed.",
        unit: "reqps",
        queries: [makeRate("gatefold_http_retries_total", "error_type")]
      },
      {
        title: "Retries denied",
        about: "Calls that failed at once, because the budget of retries was spent.",
        unit: "reqps",
        queries: [
          { expr: 'sum(rate(gatefold_http_retries_denied_total{job=~"$job"}[$__rate_interval]))', legend: "denied" }
        ]
      },
      {
        title: "Circuits",
        about: "0 is closed, 1 half-open, 2 open. While one is open, requests to that host fail at once.",
        unit: "short",
        queries: [
          {
            expr: 'max by (server_address) (gatefold_circuit_state{job=~"$job"})',
            legend: "{{server_address}}"
          }
        ]
      },
      {
        title: "Circuits at work",
        about: "How often circuits opened, and how many requests they did not send.",
        unit: "reqps",
        queries: [
          makeRate("gatefold_circuit_opens_total", "server_address"),
          makeRate("gatefold_circuit_refusals_total", "server_address")
        ]
      },
      {
        title: "Work at the end of a process",
        about: "`finished` ended in time; `cut` was still under way when the process ended.",
        unit: "reqps",
        queries: [makeRate("gatefold_drained_total", "gatefold_work, gatefold_outcome")]
      }
    ]
  },
  {
    title: "Fleet",
    panels: [
      {
        title: "Reads of the shared store",
        about: "`rejected` means that someone else writes to the store.",
        unit: "reqps",
        queries: [makeRate("gatefold_fleet_reads_total", "gatefold_cache, gatefold_outcome")]
      },
      {
        title: "Failures of the shared store",
        about: "After each one, the process works alone for 5 seconds.",
        unit: "short",
        queries: [
          {
            expr: 'sum by (instance) (increase(gatefold_fleet_failures_total{job=~"$job"}[5m]))',
            legend: "{{instance}}"
          }
        ]
      }
    ]
  }
]

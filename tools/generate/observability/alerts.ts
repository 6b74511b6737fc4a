/** The alert rules. Each has a section of the same name in `docs/guides/incidents.md`. */

export interface Alert {
  /** In words, as the runbook has it: `Service unreachable`. */
  readonly title: string
  /** The text of the alert, with the value where it helps. */
  readonly summary: string
  /** `page` wakes someone; `ticket` waits until morning. */
  readonly severity: "page" | "ticket"
  /** How long the condition holds first; absent: at once. */
  readonly for?: string
  readonly expr: string
}

const requests = "http_client_request_duration_seconds_count"

export const alerts: ReadonlyArray<Alert> = [
  {
    title: "Service unreachable",
    summary: "{{ $value | humanizePercentage }} of requests to the service fail.",
    severity: "page",
    for: "5m",
    expr: `sum by (job) (rate(${requests}{error_type=~"Network|Timeout|5.."}[5m]))
  / sum by (job) (rate(${requests}[5m])) > 0.1`
  },
  {
    title: "Service slow",
    summary: "The 95th percentile of requests to the service is {{ $value | humanizeDuration }}.",
    severity: "ticket",
    for: "10m",
    expr: `histogram_quantile(0.95, sum by (job, le) (rate(http_client_request_duration_seconds_bucket[5m]))) > 2`
  },
  {
    title: "Circuit open",
    summary: "A circuit has been open for a minute: requests to the service fail at once.",
    severity: "page",
    for: "1m",
    expr: `max by (job, server_address) (gatefold_circuit_state) == 2`
  },
  {
    title: "Too many retries",
    summary: "{{ $value | humanizePercentage }} of requests to the service are repetitions.",
    severity: "ticket",
    for: "10m",
    expr: `sum by (job) (rate(gatefold_http_retries_total[5m]))
  / sum by (job) (rate(${requests}[5m])) > 0.2`
  },
  {
    title: "Keys unavailable",
    summary: "No fetch of public keys succeeded for an hour. Verification stops a day after the last one.",
    severity: "page",
    for: "5m",
    expr: `sum by (job) (increase(gatefold_jwks_fetches_total{gatefold_outcome="failed"}[1h])) > 0
unless sum by (job) (increase(gatefold_jwks_fetches_total{gatefold_outcome="fetched"}[1h])) > 0`
  },
  {
    title: "Verification slow",
    summary: "The 99th percentile of token checks is {{ $value | humanizeDuration }}.",
    severity: "ticket",
    for: "10m",
    expr: `histogram_quantile(0.99, sum by (job, le) (rate(gatefold_verify_duration_seconds_bucket[5m]))) > 0.1`
  },
  {
    title: "Forged tokens",
    summary: "{{ $value | humanize }} access tokens a second are not of this project.",
    severity: "ticket",
    for: "5m",
    expr: `sum by (job) (rate(gatefold_verify_duration_seconds_count{gatefold_error_code="UNPARSABLE_ACCESS_TOKEN"}[5m])) > 1`
  },
  {
    title: "Refreshes fail",
    summary: "{{ $value | humanizePercentage }} of session refreshes get no answer.",
    severity: "page",
    for: "5m",
    expr: `sum by (job) (rate(gatefold_session_refreshes_total{gatefold_outcome="unavailable"}[5m]))
  / sum by (job) (rate(gatefold_session_refreshes_total[5m])) > 0.1`
  },
  {
    title: "Sessions lost",
    summary: "{{ $value | humanize }} sessions ended in 15 minutes, five times as many as yesterday.",
    severity: "page",
    expr: `sum by (job) (increase(gatefold_session_lost_total[15m])) > 20
and sum by (job) (increase(gatefold_session_lost_total[15m]))
  > 5 * (sum by (job) (increase(gatefold_session_lost_total[15m] offset 1d)) or sum by (job) (gatefold_session_lost_total) * 0)`
  },
  {
    title: "Rate limits refuse",
    summary: "Rate limits refuse {{ $value | humanizePercentage }} of the requests that they count.",
    severity: "ticket",
    for: "10m",
    expr: `sum by (job) (rate(gatefold_rate_limit_decisions_total{gatefold_outcome="refused"}[5m]))
  / sum by (job) (rate(gatefold_rate_limit_decisions_total[5m])) > 0.2`
  },
  {
    title: "API key checks miss",
    summary: "{{ $value | humanizePercentage }} of API key checks ask the service.",
    severity: "ticket",
    for: "15m",
    expr: `sum by (job) (rate(gatefold_api_key_checks_total{gatefold_outcome="miss"}[5m]))
  / sum by (job) (rate(gatefold_api_key_checks_total[5m])) > 0.5
and sum by (job) (rate(gatefold_api_key_checks_total[5m])) > 1`
  },
  {
    title: "Store of the fleet down",
    summary: "The store that the processes share fails.",
    severity: "ticket",
    for: "5m",
    expr: `sum by (job) (increase(gatefold_fleet_failures_total[5m])) > 0`
  },
  {
    title: "Store of the fleet tampered with",
    summary: "Someone else writes to the store that the processes share.",
    severity: "page",
    // A series that begins with its first event does not increase.
    expr: `sum by (job) (increase(gatefold_fleet_reads_total{gatefold_outcome="rejected"}[10m])) > 0
or sum by (job) (gatefold_fleet_reads_total{gatefold_outcome="rejected"}
  unless gatefold_fleet_reads_total{gatefold_outcome="rejected"} offset 10m) > 0`
  }
]

/** The name of the alert: `GatefoldServiceUnreachable`. */
export const formatAlertName = ({ title }: Alert): string =>
  `Gatefold${title.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}`

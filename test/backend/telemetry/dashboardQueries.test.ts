/** Dashboard and alerts: every query is about metrics, labels and paths that there are, and no metric is left out. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Instruments from "../../../src/backend/telemetry/Instruments.ts"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import { entries } from "../../../tools/catalog/endpoints.ts"
import { alerts, formatAlertName } from "../../../tools/generate/observability/alerts.ts"
import { listStale } from "../../../tools/generate/observability/main.ts"
import { rows } from "../../../tools/generate/observability/panels.ts"
import { parse } from "../../support/promql.ts"

const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8")
const guide = read("docs/guides/observability.md")
const runbook = read("docs/guides/incidents.md")

/* --------------------------------------------------- what the guide documents */

const readTable = (title: string): ReadonlyArray<readonly [name: string, second: string, third: string]> =>
  Array.from(
    guide
      .split(`\n## ${title}\n`)[1]!
      .split("\n## ")[0]!
      .matchAll(/^\| `([\w.]+)` \|(.*)\|(.*)\|$/gm),
    ([, name, second, third]) => [name!, second!.trim(), third!.trim()] as const
  )

const attributes = readTable("Attributes")
const ofRequests = attributes.flatMap(([name, of]) => (of.split(", ").includes("requests") ? [name] : []))

const codes = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code!)

/** The attributes of each metric, with their values where the guide lists them. */
const documented = new Map(
  readTable("Metrics").map(([metric, , by]) => {
    const named = codes(by).filter((code) => code.includes("."))
    const values = codes(by).filter((code) => !code.includes("."))
    const labels = by.startsWith("the attributes of requests") ? ofRequests : named
    return [metric, { labels, outcomes: values }] as const
  })
)

/** The series as Prometheus gets them, with their labels: from the metrics of the sources, in Effect's own format. */
const series = (() => {
  const registry = new Map()
  const context = Context.make(Metric.MetricRegistry, registry)
  for (const instrument of Instruments.all) {
    const labels = documented.get(instrument.id)?.labels ?? []
    instrument.series(Object.fromEntries(labels.map((label) => [label, "x"]))).updateUnsafe(1, context)
  }
  const text = PrometheusMetrics.formatUnsafe(context, { metricNameMapper: Telemetry.prometheusName })
  const found = new Map<string, ReadonlySet<string>>()
  for (const [, name, labels = ""] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    found.set(name!, new Set(Array.from(labels.matchAll(/(\w+)="/g), ([, label]) => label!)))
  }
  return found
})()

/** The metric of a series. */
const findInstrument = (name: string): Instruments.Instrument | undefined =>
  Instruments.all.find(({ id }) => {
    const plain = Telemetry.prometheusName(id)
    return [plain, `${plain}_bucket`, `${plain}_count`, `${plain}_sum`].includes(name)
  })

const paths = new Set(
  Object.values(entries)
    .flat()
    .map(({ endpoint }) => endpoint.path.replaceAll(/:(\w+)/g, "{$1}"))
)

/** Prometheus adds these to what it scrapes. */
const added = ["job", "instance"]

const outcomeLabel = "gatefold_outcome"

/** What is wrong with a query. */
const listProblems = (expr: string, legend = ""): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const { groups, selectors } = parse(expr)
  const hasLabel = (metric: string, label: string) => series.get(metric)?.has(label) === true || added.includes(label)
  for (const { matchers, metric } of selectors) {
    if (!series.has(metric)) problems.push(`no metric ${metric}`)
    const { outcomes = [] } = documented.get(findInstrument(metric)?.id ?? "") ?? {}
    for (const { label, op, value } of matchers) {
      if (!hasLabel(metric, label)) problems.push(`${metric} has no label ${label}`)
      if (label === outcomeLabel && op === "=" && outcomes.length > 0 && !outcomes.includes(value)) {
        problems.push(`${metric} has no outcome ${value}`)
      }
      if (label === "url_template" && ![...paths].some((one) => new RegExp(`^(?:${value})$`).test(one))) {
        problems.push(`no path ${value}`)
      }
    }
  }
  for (const { labels, metrics } of groups) {
    for (const label of labels) {
      for (const metric of metrics) if (!hasLabel(metric, label)) problems.push(`${metric} has no label ${label}`)
    }
  }
  const kept = new Set(groups.flatMap(({ labels }) => labels))
  for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g)) {
    if (!kept.has(label!)) problems.push(`the legend has ${label!}, which the query drops`)
  }
  return problems
}

/* ---------------------------------------------------------------------- tests */

const panels = rows.flatMap((row) => row.panels)
const queries = panels.flatMap((panel) => panel.queries.map((query) => ({ ...query, title: panel.title })))

describe("docs/examples/observability", () => {
  it("is up to date (npm run generate -- observability)", () => {
    expect(listStale()).toStrictEqual([])
  })

  it("has queries that Prometheus can run, over metrics and labels that there are", () => {
    const problems = [...queries, ...alerts.map(({ expr, title }) => ({ expr, title, legend: "" }))].flatMap(
      ({ expr, legend, title }) => listProblems(expr, legend).map((problem) => `${title}: ${problem}`)
    )
    expect(problems).toStrictEqual([])
  })

  it("has a panel for each metric of the guide", () => {
    const shown = new Set(
      queries.flatMap(({ expr }) => parse(expr).selectors.map(({ metric }) => findInstrument(metric)?.id))
    )
    expect([...documented.keys()].filter((metric) => !shown.has(metric))).toStrictEqual([])
  })

  it("has a section of the runbook for each alert, and no other", () => {
    const sections = Array.from(runbook.matchAll(/^## (.+)\n\n`(\w+)`/gm), ([, title, name]) => [title, name])
    expect(sections).toStrictEqual(alerts.map((alert) => [alert.title, formatAlertName(alert)]))
  })

  it("explains its alerts by values that Prometheus fills in", () => {
    const values = alerts.flatMap(({ summary }) =>
      [...summary.matchAll(/\{\{(.*?)\}\}/g)].map(([, inner = ""]) => inner)
    )
    const unknown = values.filter((value) => !/^ \$value \| humanize(Percentage|Duration)? $/.test(value))
    expect(unknown).toStrictEqual([])
  })
})

describe("the check of queries", () => {
  it.each([
    ["a metric that is not there", "sum(gatefold_session_losts_total)", "no metric gatefold_session_losts_total"],
    ["a name without its suffix", "rate(gatefold_session_lost[5m])", "no metric gatefold_session_lost"],
    [
      "a label that is not there",
      'rate(gatefold_session_refreshes_total{gatefold_cache="jwks"}[5m])',
      "gatefold_session_refreshes_total has no label gatefold_cache"
    ],
    [
      "a value that is never counted",
      'rate(gatefold_session_refreshes_total{gatefold_outcome="failed"}[5m])',
      "gatefold_session_refreshes_total has no outcome failed"
    ],
    [
      "a group by a label that is not there",
      "sum by (le) (rate(gatefold_verify_duration_seconds_count[5m]))",
      "gatefold_verify_duration_seconds_count has no label le"
    ],
    [
      "a path that is not there",
      'rate(http_client_request_duration_seconds_count{url_template=~"/api/v1/auth/.+/signin"}[5m])',
      "no path /api/v1/auth/.+/signin"
    ]
  ])("finds %s", (_, expr, problem) => {
    expect(listProblems(expr)).toStrictEqual([problem])
  })

  it("finds a legend of a label that the query drops", () => {
    const expr = "sum by (job) (rate(gatefold_session_lost_total[5m]))"
    expect(listProblems(expr, "{{job}}")).toStrictEqual([])
    expect(listProblems(expr, "{{instance}}")).toHaveLength(1)
  })

  it.each([
    "rate(gatefold_session_lost_total)",
    "sum(gatefold_session_lost_total[5m])",
    "sum(rate(gatefold_session_lost_total[5m])",
    "sum by () (gatefold_session_lost_total)",
    "rates(gatefold_session_lost_total[5m])",
    "gatefold_session_lost_total{job}",
    'gatefold_session_lost_total{job=~"("}',
    "gatefold_session_lost_total or 1",
    "histogram_quantile(gatefold_verify_duration_seconds_bucket)",
    "gatefold_session_lost_total > ",
    "1 + 1",
    ""
  ])("refuses to read: %s", (expr) => {
    expect(() => parse(expr)).toThrow()
  })
})

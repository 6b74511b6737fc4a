/**
 * Writes docs/examples/observability: a dashboard for Grafana and alert rules for Prometheus.
 *
 * `--check` writes nothing and fails when a file is out of date.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { type Alert, alerts, formatAlertName } from "./alerts.ts"
import { type Panel, rows } from "./panels.ts"

const folder = path.resolve(import.meta.dirname, "../../../docs/examples/observability")

/* ---------------------------------------------------------------- dashboard */

const datasource = { type: "prometheus", uid: "${datasource}" }
const width = 12
const height = 8

const makePanel = ({ about, queries, title, unit }: Panel, id: number, x: number, y: number) => ({
  id,
  type: "timeseries",
  title,
  description: about,
  datasource,
  gridPos: { x, y, w: width, h: height },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: "never" } }, overrides: [] },
  options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
  targets: queries.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode(65 + index),
    datasource,
    expr,
    legendFormat: legend,
    ...(expr.includes("_bucket{") ? { exemplar: true } : {})
  }))
})

const makePanels = () => {
  let id = 0
  let y = 0
  return rows.flatMap((row) => {
    const header = { id: ++id, type: "row", title: row.title, collapsed: false, gridPos: { x: 0, y: y++, w: 24, h: 1 } }
    const below = row.panels.map((panel, n) => makePanel(panel, ++id, (n % 2) * width, y + Math.floor(n / 2) * height))
    y += Math.ceil(row.panels.length / 2) * height
    return [header, ...below]
  })
}

const makeDashboard = () => ({
  uid: "gatefold",
  title: "Gatefold",
  description: "Authentication in a backend: sessions, token checks, requests to the service, fleet.",
  tags: ["gatefold", "authentication"],
  schemaVersion: 39,
  version: 1,
  editable: true,
  timezone: "browser",
  time: { from: "now-6h", to: "now" },
  refresh: "1m",
  templating: {
    list: [
      { name: "datasource", label: "Data source", type: "datasource", query: "prometheus", current: {}, hide: 0 },
      {
        name: "job",
        label: "Service",
        type: "query",
        datasource,
        query: { query: "label_values(http_client_request_duration_seconds_count, job)", refId: "job" },
        refresh: 2,
        sort: 1,
        includeAll: true,
        allValue: ".*",
        multi: true,
        current: {}
      }
    ]
  },
  annotations: { list: [] },
  panels: makePanels()
})

/* ------------------------------------------------------------------- alerts */

/** JSON strings are also YAML strings. */
const quote = (text: string): string => JSON.stringify(text)

const makeAnchor = ({ title }: Alert): string => title.toLowerCase().replaceAll(" ", "-")

const printRule = (alert: Alert): ReadonlyArray<string> => [
  `      - alert: ${formatAlertName(alert)}`,
  "        expr: |-",
  ...alert.expr.split("\n").map((line) => `          ${line}`),
  ...(alert.for === undefined ? [] : [`        for: ${alert.for}`]),
  "        labels:",
  `          severity: ${alert.severity}`,
  "        annotations:",
  `          title: ${quote(alert.title)}`,
  `          summary: ${quote(alert.summary)}`,
  `          runbook_url: ${quote(`docs/guides/incidents.md#${makeAnchor(alert)}`)}`
]

const printRules = (): string =>
  ["groups:", "  - name: gatefold", "    interval: 30s", "    rules:", ...alerts.flatMap(printRule), ""].join("\n")

/* -------------------------------------------------------------------- files */

/** The files by their names. */
export const files = (): ReadonlyMap<string, string> =>
  new Map([
    ["dashboard.json", `${JSON.stringify(makeDashboard(), null, 2)}\n`],
    ["alerts.yml", printRules()]
  ])

/** The names of files that differ or are missing. */
export const listStale = (): ReadonlyArray<string> =>
  [...files()].flatMap(([name, text]) => {
    const file = path.join(folder, name)
    return fs.existsSync(file) && fs.readFileSync(file, "utf8") === text ? [] : [name]
  })

if (import.meta.main) {
  const names = listStale()
  if (process.argv.includes("--check")) {
    for (const name of names) {
      console.error(`docs/examples/observability/${name} is out of date: npm run generate -- observability`)
    }
    process.exitCode = names.length === 0 ? 0 : 1
  } else {
    fs.mkdirSync(folder, { recursive: true })
    for (const [name, text] of files()) fs.writeFileSync(path.join(folder, name), text)
    console.log(`${names.length} files changed`)
  }
}

/** The tables of a run, as text. */
import * as Arr from "effect/Array"
import type { Costs } from "./costs.ts"
import type { Asked, Cell, Load } from "./load.ts"
import type { Assumptions, Line, Measured } from "./model.ts"

type Value = string | number

/** Few digits, and separators where there are many. */
export const figure = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : Math.abs(value) >= 10
      ? value.toFixed(0)
      : String(Number(value.toPrecision(2)))

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

/** A table in Markdown, so that it can be copied into the page. */
const table = (title: string, head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Value>>): string => {
  const cells = [head, ...rows.map((row) => row.map((value) => (typeof value === "number" ? figure(value) : value)))]
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((text, column) => text.padEnd(widths[column]!)).join(" | ")} |`
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`
  const [first, ...others] = cells.map(line)
  return [`\n${title}\n`, first, rule, ...others].join("\n")
}

const nameGroup = ({ processes, tokens, users }: Cell): string =>
  `${processes} ${processes === 1 ? "process" : "processes"}, ${users.toLocaleString("en")} users, ${tokens} tokens`

const loadTables = ({ asked, cells }: Load): ReadonlyArray<string> => [
  ...Object.entries(Arr.groupBy(cells, nameGroup)).map(([group, all]) =>
    table(
      group,
      ["", "requests/s", "p50 ms", "p99 ms", "CPU µs", "driver CPU µs", "heap MB", "process MB"],
      all.map((cell) => [
        cell.subject,
        cell.perSecond,
        cell.p50,
        cell.p99,
        cell.cpuMicros,
        cell.driverMicros,
        megabytes(cell.heap),
        megabytes(cell.rss)
      ])
    )
  ),
  requestsTable(asked)
]

const requestsTable = (asked: ReadonlyArray<Asked>): string => {
  const processes = [...new Set(asked.map(({ processes }) => processes))]
  return table(
    "Requests to the service, from the start to the end",
    ["", ...processes.map((count) => `${count} ${count === 1 ? "process" : "processes"}`)],
    Object.entries(Arr.groupBy(asked, ({ subject }) => subject)).map(([subject, all]) => [
      subject,
      ...all.map(({ requests }) => requests)
    ])
  )
}

const storeRows = (fleet: Costs["fleet"]): ReadonlyArray<ReadonlyArray<Value>> => {
  const row = (name: string, { counts, reads, writes }: Costs["fleet"]["first"]) => [name, reads, writes, counts]
  return [
    row("first process that starts", fleet.first),
    row("each of the others", fleet.other),
    row("request with a token", fleet.token),
    row("API key, first process", fleet.apiKey),
    row("API key, each of the others", fleet.apiKeyOfOther),
    row("API key again, all processes", fleet.apiKeySeen),
    row("request that a rate limit counts", fleet.limited)
  ]
}

const costTables = ({
  apiKeys,
  fleet,
  keys,
  operations,
  processBytes,
  refreshes,
  tokens
}: Costs): ReadonlyArray<string> => [
  table(
    "Access tokens",
    ["users", "tokens", "new µs", "seen µs", "seen, large cache µs", "heap MB", "large cache MB", "key fetches"],
    tokens.map((costs) => [
      costs.users,
      costs.tokens,
      costs.newMicros,
      costs.seenMicros,
      costs.seenInLargeCacheMicros,
      megabytes(costs.heap),
      megabytes(costs.heapOfLargeCache),
      costs.fetches
    ])
  ),
  table(
    "Public keys",
    ["keys", "usable", "bytes", "load µs", "new token µs"],
    keys.map(({ bytes, keys, loadMicros, newMicros, usable }) => [keys, usable, bytes, loadMicros, newMicros])
  ),
  table(
    "API keys",
    ["keys", "new µs", "seen µs", "heap MB"],
    apiKeys.map(({ heap, keys, newMicros, seenMicros }) => [keys, newMicros, seenMicros, megabytes(heap)])
  ),
  table(
    "Sessions that a server renews",
    ["sessions", "µs", "heap MB"],
    refreshes.map(({ heap, micros, sessions }) => [sessions, micros, megabytes(heap)])
  ),
  table(
    "Teams of a user",
    ["teams", "token characters", "list requests", "list bytes", "check requests", "check bytes"],
    operations.teams.map((costs) => [
      costs.teams,
      costs.tokenLength,
      costs.listRequests,
      costs.listBytes,
      costs.checkRequests,
      costs.checkBytes
    ])
  ),
  table(
    "A walk through all users",
    ["users", "requests", "µs a user", "heap MB"],
    operations.walks.map(({ heap, microsPerUser, requests, users }) => [
      users,
      requests,
      microsPerUser,
      megabytes(heap)
    ])
  ),
  table(`Operations of the store of ${fleet.processes} processes`, ["", "reads", "writes", "counts"], storeRows(fleet)),
  `\nA process of a backend: ${megabytes(processBytes)} MB`
]

const flat = (values: Measured): ReadonlyArray<readonly [string, Value]> =>
  Object.entries(values).map(([name, value]): readonly [string, Value] =>
    typeof value === "number" ? [name, value] : [name, `${value.byFirst}, and ${value.byOther} of each other process`]
  )

const modelTables = (assumed: Assumptions, measured: Measured, lines: ReadonlyArray<Line>): ReadonlyArray<string> => [
  table(
    "Assumed",
    ["", "value"],
    Object.entries(assumed).map(([name, value]) => [name, String(value)])
  ),
  table("Measured", ["", "value"], flat(measured)),
  table(
    "The busiest hour",
    ["", "value", "unit", "formula"],
    lines.map(({ formula, name, unit, value }) => [name, value, unit, formula])
  )
]

/** Everything that a run has measured. */
export interface Results {
  readonly load?: Load
  readonly costs?: Costs
  readonly model?: {
    readonly assumed: Assumptions
    readonly measured: Measured
    readonly lines: ReadonlyArray<Line>
  }
}

export const printResults = ({ costs, load, model }: Results): string =>
  [
    ...(load === undefined ? [] : loadTables(load)),
    ...(costs === undefined ? [] : costTables(costs)),
    ...(model === undefined ? [] : modelTables(model.assumed, model.measured, model.lines))
  ].join("\n")

/**
 * Reads queries of Prometheus: the part of PromQL that dashboards and alerts of this repository use. Anything else is
 * an error, as is what Prometheus would refuse: a rate of no range, a range that nobody takes, a label list of no
 * labels.
 */

/** A condition on a label. */
export interface Matcher {
  readonly label: string
  readonly op: "=" | "!=" | "=~" | "!~"
  readonly value: string
}

/** What a query is about. */
export interface Query {
  readonly selectors: ReadonlyArray<{ readonly metric: string; readonly matchers: ReadonlyArray<Matcher> }>
  /** For each aggregation: the labels that it keeps, and the metrics below it. */
  readonly groups: ReadonlyArray<{ readonly labels: ReadonlyArray<string>; readonly metrics: ReadonlyArray<string> }>
}

type Kind = "scalar" | "vector" | "range"

const functions: Readonly<Record<string, { readonly takes: ReadonlyArray<Kind>; readonly gives: Kind }>> = {
  rate: { takes: ["range"], gives: "vector" },
  increase: { takes: ["range"], gives: "vector" },
  histogram_quantile: { takes: ["scalar", "vector"], gives: "vector" },
  abs: { takes: ["vector"], gives: "vector" },
  absent: { takes: ["vector"], gives: "vector" },
  clamp_min: { takes: ["vector", "scalar"], gives: "vector" },
  max_over_time: { takes: ["range"], gives: "vector" }
}

/** Aggregations, with how many scalars come first. */
const aggregations: Readonly<Record<string, number>> = { sum: 0, max: 0, min: 0, avg: 0, count: 0, topk: 1, bottomk: 1 }

/** Operators from the loosest to the tightest. */
const levels = [["or"], ["and", "unless"], ["==", "!=", ">", "<", ">=", "<="], ["+", "-"], ["*", "/", "%"]]
const setOperators = new Set(["or", "and", "unless"])

const pattern =
  /\s*(?:(?<duration>\d+(?:ms|[smhdwy])|\$__rate_interval)|(?<number>\d+(?:\.\d+)?)|(?<name>[a-zA-Z_:][\w:]*)|(?<text>"(?:[^"\\]|\\.)*")|(?<sign>=~|!~|==|!=|>=|<=|[-+*/%(){}[\],=><]))/y

interface Token {
  readonly kind: "duration" | "number" | "name" | "text" | "sign" | "end"
  readonly text: string
}

const listTokens = (query: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < query.trimEnd().length) {
    const at = pattern.lastIndex
    const groups = pattern.exec(query)?.groups
    const found = Object.entries(groups ?? {}).find(([, text]) => text !== undefined)
    if (found === undefined) throw new Error(`unreadable from "${query.slice(at, at + 20)}"`)
    tokens.push({ kind: found[0] as Token["kind"], text: found[1]! })
  }
  return tokens
}

/** Reads a query; throws what is wrong with it. */
export const parse = (query: string): Query => {
  const tokens = listTokens(query)
  const selectors: Array<Query["selectors"][number]> = []
  const groups: Array<Query["groups"][number]> = []
  let at = 0

  const peek = (): Token => tokens[at] ?? { kind: "end", text: "the end" }
  const isNext = (...texts: ReadonlyArray<string>) => peek().kind !== "text" && texts.includes(peek().text)
  const take = (what: Token["kind"] | (string & {})): string => {
    const { kind, text } = peek()
    if (kind !== what && text !== what) throw new Error(`${what} expected, not ${text}`)
    at++
    return text
  }
  const list = <A>(open: string, close: string, item: () => A): ReadonlyArray<A> => {
    const items: Array<A> = []
    take(open)
    while (!isNext(close)) {
      items.push(item())
      if (!isNext(close)) take(",")
    }
    take(close)
    return items
  }
  const want = (kind: Kind, wanted: Kind, what: string) => {
    if (kind !== wanted) throw new Error(`${what} takes a ${wanted}, not a ${kind}`)
  }

  const matcher = (): Matcher => {
    const label = take("name")
    if (!isNext("=", "!=", "=~", "!~")) throw new Error(`no matcher of ${label}: ${peek().text}`)
    const op = take("sign") as Matcher["op"]
    const value = JSON.parse(take("text")) as string
    if (op.endsWith("~")) "".search(value) // throws for what is no pattern
    return { label, op, value }
  }

  const selector = (metric: string): Kind => {
    selectors.push({ metric, matchers: isNext("{") ? list("{", "}", matcher) : [] })
    let kind: Kind = "vector"
    if (isNext("[")) {
      take("[")
      take("duration")
      take("]")
      kind = "range"
    }
    if (isNext("offset")) {
      take("offset")
      take("duration")
    }
    return kind
  }

  const aggregation = (name: string, scalars: number): Kind => {
    const before = isNext("by") ? (take("by"), list("(", ")", () => take("name"))) : undefined
    const from = selectors.length
    const kinds = list("(", ")", () => expression(0))
    if (kinds.length !== scalars + 1) throw new Error(`${name} takes ${scalars + 1} arguments, not ${kinds.length}`)
    kinds.forEach((kind, index) => want(kind, index < scalars ? "scalar" : "vector", name))
    const labels = before ?? (isNext("by") ? (take("by"), list("(", ")", () => take("name"))) : undefined)
    if (labels?.length === 0) throw new Error(`${name} by no label`)
    groups.push({ labels: labels ?? [], metrics: selectors.slice(from).map(({ metric }) => metric) })
    return "vector"
  }

  const call = (name: string): Kind => {
    const { gives, takes } = functions[name]!
    const kinds = list("(", ")", () => expression(0))
    if (kinds.length !== takes.length) throw new Error(`${name} takes ${takes.length} arguments, not ${kinds.length}`)
    kinds.forEach((kind, index) => want(kind, takes[index]!, name))
    return gives
  }

  const operand = (): Kind => {
    const { kind } = peek()
    if (isNext("(")) {
      take("(")
      const inner = expression(0)
      take(")")
      return inner
    }
    if (kind === "number") {
      take("number")
      return "scalar"
    }
    const name = take("name")
    if (Object.hasOwn(aggregations, name)) return aggregation(name, aggregations[name]!)
    if (Object.hasOwn(functions, name)) return call(name)
    if (isNext("(")) throw new Error(`no function ${name}`)
    return selector(name)
  }

  const expression = (level: number): Kind => {
    const operators = levels[level]
    if (operators === undefined) return operand()
    let left = expression(level + 1)
    while (isNext(...operators)) {
      const operator = take(peek().kind)
      const right = expression(level + 1)
      for (const side of [left, right]) {
        if (side === "range" || (setOperators.has(operator) && side !== "vector")) {
          throw new Error(`${operator} takes no ${side}`)
        }
      }
      left = left === "scalar" && right === "scalar" ? "scalar" : "vector"
    }
    return left
  }

  if (expression(0) !== "vector") throw new Error("not a vector")
  take("end")
  return { selectors, groups }
}

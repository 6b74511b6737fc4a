/** The texts that came out, by where they came out, and the secrets in them. */
import * as Secrets from "./Secrets.ts"

/** Where texts come out. */
export interface Sink {
  readonly texts: number
  readonly characters: number
}

/** A secret where it may not be. */
export interface Finding {
  readonly kind: string
  readonly sink: string
  /** What was done. */
  readonly where: string
  /** The text around it. */
  readonly text: string
}

type Pattern = string | RegExp

/** A secret that may be somewhere, and why. */
export interface Allowance {
  readonly kind: Pattern | ReadonlyArray<Pattern>
  readonly sink: Pattern
  /** What has to be done for it; anything by default. */
  readonly where?: RegExp
  readonly because: string
}

const fits = (pattern: Pattern, text: string) => (typeof pattern === "string" ? pattern === text : pattern.test(text))

const matches = ({ kind, sink, where }: Allowance, finding: Finding): boolean =>
  [kind].flat().some((one) => fits(one, finding.kind)) &&
  fits(sink, finding.sink) &&
  where?.test(finding.where) !== false

/** Collects what is found. */
export const make = (allowances: ReadonlyArray<Allowance> = []) => {
  const sinks = new Map<string, { texts: number; characters: number }>()
  const findings: Array<Finding> = []
  const used = new Set<Allowance>()
  const countedAt = (sink: string) => {
    const counted = sinks.get(sink) ?? { texts: 0, characters: 0 }
    sinks.set(sink, counted)
    return counted
  }
  const judge = (finding: Finding) => {
    const allowance = allowances.find((one) => matches(one, finding))
    if (allowance === undefined) findings.push(finding)
    else used.add(allowance)
  }
  const see = (sink: string, where: string, text: string, kinds: ReadonlyArray<string>) => {
    const counted = countedAt(sink)
    counted.texts++
    counted.characters += text.length
    for (const kind of kinds) judge({ kind, sink, where, text: Secrets.excerpt(text) })
  }
  return {
    sinks: sinks as ReadonlyMap<string, Sink>,
    findings: findings as ReadonlyArray<Finding>,
    /** Looks at a text that came out at a sink. */
    look: (sink: string, where: string, text: string): void => see(sink, where, text, Secrets.find(text)),
    /** Adds what another process has seen. */
    add: (other: {
      readonly sinks: Iterable<readonly [string, Sink]>
      readonly findings: ReadonlyArray<Finding>
    }): void => {
      for (const [sink, { characters, texts }] of other.sinks) {
        const counted = countedAt(sink)
        counted.texts += texts
        counted.characters += characters
      }
      other.findings.forEach(judge)
    },
    /** The same for secrets that came about during the run. */
    lookForIssued: (sink: string, where: string, text: string): void =>
      see(sink, where, text, Secrets.findIssued(text)),
    /** What is allowed and was not found: the reason is out of date. */
    unused: (): ReadonlyArray<Allowance> => allowances.filter((allowance) => !used.has(allowance))
  }
}

/** What {@link make} makes. */
export type Search = ReturnType<typeof make>

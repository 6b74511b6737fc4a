/** Rules in use: which requests they fit, which of those they choose, and what those get. */
import * as Duration from "effect/Duration"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as HttpServerResponses from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Randomness from "../../crypto/Randomness.ts"
import * as Answer from "../../http/Answer.ts"
import { removeRoot } from "../../http/ApiPath.ts"
import { type FaultRule, type FaultRuleError, invalidRule } from "../FaultRule.ts"
import * as KnownErrorAnswer from "./KnownErrorAnswer.ts"
import * as PathPattern from "./PathPattern.ts"

interface Facts {
  readonly method: string
  readonly paths: ReadonlyArray<string>
  readonly level: string | null
  readonly projectId: string | null
}

export const readFacts = ({ headers, method, url }: Request): Facts => {
  const { pathname } = new URL(url)
  const readHeader = (name: string) => headers.get(`x-hexclave-${name}`) ?? headers.get(`x-stack-${name}`)
  return {
    method,
    paths: [pathname, removeRoot(pathname)],
    level: readHeader("access-type"),
    projectId: readHeader("project-id")
  }
}

/** The answer that replaces the service's; `isOwn` if the service itself could return it. */
export interface Replacement {
  readonly response: HttpServerResponse
  readonly isOwn: boolean
}

export interface ActiveRule extends RuleState {
  readonly rule: FaultRule & { readonly id: string }
  readonly fits: (facts: Facts, now: number) => boolean
  readonly isChosen: (count: number) => boolean
  readonly delay: () => number
  readonly replacement: Replacement | undefined
}

/** The state of a rule that changes while it is in use. */
export interface RuleState {
  readonly addedAt: number
  matched: number
  hits: number
  /** How many numbers its chance has drawn. */
  draws: number
}

export const toMillis = (input: Duration.Input | undefined): number | undefined =>
  input === undefined ? undefined : Duration.toMillis(input)

const defaultSeed = "faults"

/** Numbers from 0 to 1, the same for the same text, after those that the state says were drawn before. */
const makeRandomNumbers = (seed: string, state: RuleState): (() => number) => {
  const { bytes } = Randomness.fromSeed(seed)
  const draw = () => new DataView(bytes(4).buffer).getUint32(0) / 2 ** 32
  for (let i = 0; i < state.draws; i++) draw()
  return () => {
    state.draws++
    return draw()
  }
}

const makeFits = (rule: FaultRule, addedAt: number): ActiveRule["fits"] => {
  const methods = rule.method === undefined ? undefined : [rule.method].flat().map((method) => method.toUpperCase())
  const isPath = rule.path === undefined ? undefined : PathPattern.make(rule.path)
  const from = addedAt + (toMillis(rule.after) ?? 0)
  const until = from + (toMillis(rule.for) ?? Infinity)
  return ({ level, method, paths, projectId }, now) =>
    (methods === undefined ? method !== "OPTIONS" : methods.includes(method)) &&
    (isPath === undefined || paths.some(isPath)) &&
    (rule.level === undefined || rule.level === level) &&
    (rule.projectId === undefined || rule.projectId === projectId) &&
    now >= from &&
    now < until
}

const makeIsChosen = ({ every, first, nth, probability }: FaultRule, next: () => number): ActiveRule["isChosen"] => {
  if (nth !== undefined) return (count) => count === nth
  if (every !== undefined) return (count) => count % every === 0
  if (first !== undefined) return (count) => count <= first
  if (probability !== undefined) return () => next() < probability
  return () => true
}

const withoutBody = [204, 205, 304]

const makeBodyResponse = ({ body, id, status = 200 }: FaultRule): HttpServerResponse => {
  if (withoutBody.includes(status)) return HttpServerResponses.empty({ status })
  if (body instanceof Uint8Array) return HttpServerResponses.uint8Array(body, { status })
  return Answer.text(status, body ?? `Status ${status}, of the rule for faults ${id}.`)
}

/** The answer of the platforms that host the service. */
const infiniteLoop = Answer.text(508, "INFINITE_LOOP_DETECTED")

const makeReplacement = (rule: FaultRule): Result.Result<Replacement | undefined, FaultRuleError> => {
  if (rule.fault === "infinite-loop") return Result.succeed({ response: infiniteLoop, isOwn: false })
  if (rule.status === undefined && rule.error === undefined) return Result.succeed(undefined)
  const isOwn = rule.error !== undefined
  const answered =
    rule.error === undefined
      ? Result.succeed(makeBodyResponse(rule))
      : Result.map(KnownErrorAnswer.make(rule.error, rule.details), Answer.knownError)
  const headers = { ...(rule.retryAfter !== undefined && { "retry-after": String(rule.retryAfter) }), ...rule.headers }
  return Result.flatMap(answered, (response) =>
    Result.try({
      // `Headers` rejects names and values that cannot be sent.
      try: () => ({ response: HttpServerResponses.setHeaders(response, [...new Headers(headers)]), isOwn }),
      catch: () => invalidRule("headers: These cannot be sent.")
    })
  )
}

/** Activates a rule, with the state of an earlier use, if any. */
export const activate = (
  rule: ActiveRule["rule"],
  { addedAt, draws, hits, matched }: Readonly<RuleState>
): Result.Result<ActiveRule, FaultRuleError> => {
  const state: RuleState = { addedAt, matched, hits, draws }
  const next = makeRandomNumbers(`${rule.randomSeed ?? defaultSeed}:${rule.id}`, state)
  const [latency, jitter] = [toMillis(rule.latency) ?? 0, toMillis(rule.jitter)]
  return Result.map(makeReplacement(rule), (replacement) =>
    Object.assign(state, {
      rule,
      fits: makeFits(rule, addedAt),
      isChosen: makeIsChosen(rule, next),
      delay: () => latency + (jitter === undefined ? 0 : jitter * next()),
      replacement
    })
  )
}

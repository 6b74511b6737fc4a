/**
 * Faults on purpose: rules say which requests are slow, are answered wrongly or lose their connection, so that an app
 * can be tested where things go wrong.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as HttpServerResponses from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Randomness from "../crypto/Randomness.ts"
import * as Answer from "../http/Answer.ts"
import { pathBelowRoot } from "../http/ApiPath.ts"
import { StateParts } from "../runtime/StateParts.ts"
import { BrokenConnection } from "./BrokenConnection.ts"
import { type FaultRule, type FaultRuleError, parse, invalidRule } from "./FaultRule.ts"
import * as FaultyBody from "./internal/FaultyBody.ts"
import * as KnownErrorAnswer from "./internal/KnownErrorAnswer.ts"
import * as PathPattern from "./internal/PathPattern.ts"

/** A rule in use. */
export interface ActiveFault {
  readonly id: string
  readonly rule: FaultRule
  /** When it was added, by the emulator's clock. */
  readonly addedAt: number
  /** How many requests have fitted. */
  readonly matched: number
  /** How many of them were hit. */
  readonly hits: number
}

/** The faults that apply to one request. */
export interface Hit extends FaultyBody.Flaw {
  /** The rules that have hit it. */
  readonly rules: ReadonlyArray<string>
  readonly delayMillis: number
  /** Whether the service carries it out. */
  readonly isCarriedOut: boolean
  /** The answer that replaces the service's; `isOwn` if the service itself could return it. */
  readonly instead: { readonly response: HttpServerResponse; readonly isOwn: boolean } | undefined
}

/** The rules of one emulator. */
export class Faults extends Context.Service<
  Faults,
  {
    /** Adds a rule. It counts from now on. */
    readonly add: (rule: FaultRule) => Effect.Effect<ActiveFault, FaultRuleError>
    /** The rules in use, in the order in which they were added. */
    readonly list: Effect.Effect<ReadonlyArray<ActiveFault>>
    /** Removes a rule; false if no rule has this id. */
    readonly remove: (id: string) => Effect.Effect<boolean>
    /** Removes all rules. */
    readonly clear: Effect.Effect<void>
    /**
     * Applies the rules to a request and its answer. A deliberate delay fails with {@link BrokenConnection} when the
     * signal aborts because the caller has left, or when the emulator ends.
     */
    readonly around: (
      request: Request,
      signal: AbortSignal,
      answer: (hit: Hit | undefined) => Effect.Effect<Response, BrokenConnection>
    ) => Effect.Effect<Response, BrokenConnection>
  }
>()("gatefold/emulator/faults/Faults") {}

/** A request as rules see it. */
interface Facts {
  readonly method: string
  readonly paths: ReadonlyArray<string>
  readonly level: string | null
  readonly projectId: string | null
}

const factsOf = ({ headers, method, url }: Request): Facts => {
  const { pathname } = new URL(url)
  const headerOf = (name: string) => headers.get(`x-hexclave-${name}`) ?? headers.get(`x-stack-${name}`)
  return {
    method,
    paths: [pathname, pathBelowRoot(pathname)],
    level: headerOf("access-type"),
    projectId: headerOf("project-id")
  }
}

interface Rule extends RuleState {
  readonly rule: FaultRule & { readonly id: string }
  readonly fits: (facts: Facts, now: number) => boolean
  readonly isChosen: (count: number) => boolean
  readonly delay: () => number
  readonly instead: Hit["instead"]
}

/** The state of a rule that changes while it is in use. */
interface RuleState {
  readonly addedAt: number
  matched: number
  hits: number
  /** How many numbers its chance has drawn. */
  draws: number
}

/** A rule as JSON can hold it. */
interface CapturedRule extends Readonly<RuleState> {
  readonly rule: Omit<FaultRule, "body"> & { readonly body?: string | undefined }
  readonly bodyBase64?: string | undefined
}

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A captured rule of a snapshot. */
const CapturedSchema = Schema.Struct({
  addedAt: Schema.Finite,
  draws: Count,
  hits: Count,
  matched: Count,
  rule: Schema.StructWithRest(Schema.Struct({ id: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)]),
  bodyBase64: Schema.optional(Schema.String.check(Schema.isBase64()))
}).check(
  Schema.makeFilter(({ bodyBase64, rule }) => {
    const parsed = parse({ ...rule, ...(bodyBase64 !== undefined && { body: "" }) })
    return Result.isSuccess(parsed) || parsed.failure.message
  })
)

const millisOf = (input: Duration.Input | undefined): number | undefined =>
  input === undefined ? undefined : Duration.toMillis(input)

const defaultSeed = "faults"

/** Numbers from 0 to 1, the same for the same text; `kept` says how many were drawn before. */
const numbersOf = (seed: string, state: RuleState): (() => number) => {
  const { bytes } = Randomness.seeded(seed)
  const draw = () => new DataView(bytes(4).buffer).getUint32(0) / 2 ** 32
  for (let i = 0; i < state.draws; i++) draw()
  return () => {
    state.draws++
    return draw()
  }
}

const fitting = (rule: FaultRule, addedAt: number): Rule["fits"] => {
  const methods = rule.method === undefined ? undefined : [rule.method].flat().map((method) => method.toUpperCase())
  const isPath = rule.path === undefined ? undefined : PathPattern.make(rule.path)
  const from = addedAt + (millisOf(rule.after) ?? 0)
  const until = from + (millisOf(rule.for) ?? Infinity)
  return ({ level, method, paths, projectId }, now) =>
    (methods === undefined ? method !== "OPTIONS" : methods.includes(method)) &&
    (isPath === undefined || paths.some(isPath)) &&
    (rule.level === undefined || rule.level === level) &&
    (rule.projectId === undefined || rule.projectId === projectId) &&
    now >= from &&
    now < until
}

const choosing = ({ every, first, nth, probability }: FaultRule, next: () => number): Rule["isChosen"] => {
  if (nth !== undefined) return (count) => count === nth
  if (every !== undefined) return (count) => count % every === 0
  if (first !== undefined) return (count) => count <= first
  if (probability !== undefined) return () => next() < probability
  return () => true
}

const withoutBody = [204, 205, 304]

const bodyOf = ({ body, id, status = 200 }: FaultRule): HttpServerResponse => {
  if (withoutBody.includes(status)) return HttpServerResponses.empty({ status })
  if (body instanceof Uint8Array) return HttpServerResponses.uint8Array(body, { status })
  return Answer.text(status, body ?? `Status ${status}, of the rule for faults ${id}.`)
}

/** The answer of the platforms that host the service. */
const infiniteLoop = Answer.text(508, "INFINITE_LOOP_DETECTED")

const insteadOf = (rule: FaultRule): Result.Result<Hit["instead"], FaultRuleError> => {
  if (rule.fault === "infinite-loop") return Result.succeed({ response: infiniteLoop, isOwn: false })
  if (rule.status === undefined && rule.error === undefined) return Result.succeed(undefined)
  const isOwn = rule.error !== undefined
  const answered =
    rule.error === undefined
      ? Result.succeed(bodyOf(rule))
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
const activate = (
  rule: Rule["rule"],
  { addedAt, draws, hits, matched }: Readonly<RuleState>
): Result.Result<Rule, FaultRuleError> => {
  const state: RuleState = { addedAt, matched, hits, draws }
  const next = numbersOf(`${rule.randomSeed ?? defaultSeed}:${rule.id}`, state)
  const [latency, jitter] = [millisOf(rule.latency) ?? 0, millisOf(rule.jitter)]
  return Result.map(insteadOf(rule), (instead) =>
    Object.assign(state, {
      rule,
      fits: fitting(rule, addedAt),
      isChosen: choosing(rule, next),
      delay: () => latency + (jitter === undefined ? 0 : jitter * next()),
      instead
    })
  )
}

const spans = ["after", "for", "latency", "jitter"] as const

const captured = ({ addedAt, draws, hits, matched, rule }: Rule): CapturedRule => {
  const { body, ...rest } = rule
  const millis = Object.fromEntries(
    spans.flatMap((name) => (rest[name] === undefined ? [] : [[name, millisOf(rest[name])]]))
  )
  return {
    addedAt,
    draws,
    hits,
    matched,
    rule: { ...rest, ...millis, ...(typeof body === "string" && { body }) },
    ...(body instanceof Uint8Array && { bodyBase64: Base64.encode(body) })
  }
}

/** Throws for what was never captured. */
const restored = ({ bodyBase64, rule, ...state }: CapturedRule): Rule => {
  const body = bodyBase64 === undefined ? rule.body : Result.getOrThrow(Base64.decode(bodyBase64))
  const parsed = parse({ ...rule, ...(body !== undefined && { body }) })
  return Result.getOrThrow(Result.flatMap(parsed, (one) => activate({ ...one, id: String(one.id) }, state)))
}

const toActiveFault = ({ addedAt, hits, matched, rule }: Rule): ActiveFault => ({
  id: rule.id,
  rule,
  addedAt,
  matched,
  hits
})

const isLost = (fault: FaultRule["fault"]): boolean => fault === "offline" || fault === "reset" || fault === "drop"

/** Starts with the given rules. */
export const layer = (initialRules: ReadonlyArray<FaultRule>): Layer.Layer<Faults, FaultRuleError, StateParts> =>
  Layer.effect(
    Faults,
    Effect.gen(function* () {
      let rules: ReadonlyArray<Rule> = []
      let count = 0
      let over = Deferred.makeUnsafe<never, BrokenConnection>()
      const endWaits = () => {
        Deferred.doneUnsafe(over, Effect.fail(new BrokenConnection("reset")))
        over = Deferred.makeUnsafe<never, BrokenConnection>()
      }
      yield* Effect.addFinalizer(() => Effect.sync(endWaits))

      const add = Effect.fnUntraced(function* (input: FaultRule) {
        const rule = yield* Effect.fromResult(parse(input))
        const id = rule.id ?? `fault-${count + 1}`
        if (rules.some((other) => other.rule.id === id))
          return yield* invalidRule(`There is a rule with the id ${id} already.`)
        const addedAt = yield* Clock.currentTimeMillis
        const added = yield* Effect.fromResult(activate({ ...rule, id }, { addedAt, matched: 0, hits: 0, draws: 0 }))
        count++
        rules = [...rules, added]
        return toActiveFault(added)
      })

      /** Delays add up; of the rest, the first rule that has one decides. */
      const find = (request: Request, now: number): Hit | undefined => {
        const facts = factsOf(request)
        const hitting = rules.filter((rule) => rule.fits(facts, now) && rule.isChosen(++rule.matched))
        if (hitting.length === 0) return undefined
        hitting.forEach((rule) => rule.hits++)
        const deciding = hitting.find(({ instead, rule }) => instead !== undefined || rule.fault !== undefined)
        const fault = deciding?.rule.fault
        return {
          rules: hitting.map(({ rule }) => rule.id),
          delayMillis: hitting.reduce((sum, rule) => sum + rule.delay(), 0),
          isCarriedOut: deciding?.rule.carriedOut ?? !(isLost(fault) || deciding?.instead !== undefined),
          instead: deciding?.instead,
          fault,
          bytesPerSecond: hitting.find(({ rule }) => rule.bytesPerSecond !== undefined)?.rule.bytesPerSecond
        }
      }

      /** Waits, at most until the caller has gone, the state is replaced, or the emulator ends. */
      const waiting = (signal: AbortSignal, effect: Effect.Effect<void>): Effect.Effect<void, BrokenConnection> =>
        Effect.raceAllFirst([
          effect,
          Deferred.await(over),
          Effect.callback<never, BrokenConnection>((resume) => {
            const abandon = () => resume(Effect.fail(new BrokenConnection("abandoned", signal.reason)))
            if (signal.aborted) return abandon()
            signal.addEventListener("abort", abandon, { once: true })
            return Effect.sync(() => signal.removeEventListener("abort", abandon))
          })
        ])

      const strike = Effect.fnUntraced(function* (
        hit: Hit,
        signal: AbortSignal,
        answer: Effect.Effect<Response, BrokenConnection>
      ) {
        const { bytesPerSecond, delayMillis, fault } = hit
        if (delayMillis > 0) yield* waiting(signal, Effect.sleep(delayMillis))
        const response = yield* answer
        if (fault === "offline" || fault === "reset") return yield* Effect.fail(new BrokenConnection(fault))
        if (fault === "drop") yield* waiting(signal, Effect.never)
        const isFlawed = bytesPerSecond !== undefined || fault !== undefined
        return isFlawed ? yield* FaultyBody.make(response, hit) : response
      })

      yield* Effect.forEach(initialRules, add, { discard: true })
      const parts = yield* StateParts
      parts.add<{ readonly count: number; readonly rules: ReadonlyArray<CapturedRule> }>({
        name: "faults",
        schema: Schema.Struct({ count: Count, rules: Schema.Array(CapturedSchema) }),
        capture: () => ({ count, rules: rules.map(captured) }),
        restore: (state) => {
          rules = state.rules.map(restored)
          count = state.count
          endWaits()
        }
      })
      return {
        add,
        list: Effect.sync(() => rules.map(toActiveFault)),
        remove: (id) =>
          Effect.sync(() => {
            const before = rules
            rules = rules.filter(({ rule }) => rule.id !== id)
            return rules.length < before.length
          }),
        clear: Effect.sync(() => {
          rules = []
        }),
        around: (request, signal, answer) =>
          rules.length === 0
            ? answer(undefined)
            : Effect.flatMap(Clock.currentTimeMillis, (now) => {
                const hit = find(request, now)
                return hit === undefined ? answer(undefined) : strike(hit, signal, answer(hit))
              })
      }
    })
  )

/**
 * Faults on purpose: rules say which requests are slow, are answered wrongly or lose their connection, so that an app
 * can be tested where things go wrong.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { waitForAbort } from "../http/AbortSignals.ts"
import { StateParts } from "../storage/StateParts.ts"
import { BrokenConnection } from "./BrokenConnection.ts"
import * as FaultRule from "./FaultRule.ts"
import { activate, type ActiveRule, readFacts, type Replacement } from "./internal/ActiveRule.ts"
import * as CapturedRule from "./internal/CapturedRule.ts"
import * as FaultyBody from "./internal/FaultyBody.ts"

/** A rule in use. */
export interface ActiveFault {
  readonly id: string
  readonly rule: FaultRule.FaultRule
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
  /** The answer that replaces the service's. */
  readonly replacement: Replacement | undefined
}

/** The rules of one emulator. */
export class Faults extends Context.Service<
  Faults,
  {
    /** Adds a rule. It counts from now on. */
    readonly add: (rule: FaultRule.FaultRule) => Effect.Effect<ActiveFault, FaultRule.FaultRuleError>
    /** The rules in use, in the order in which they were added. */
    readonly list: Effect.Effect<ReadonlyArray<ActiveFault>>
    /** Removes a rule; false if no rule has this id. */
    readonly remove: (id: string) => Effect.Effect<boolean>
    readonly clear: Effect.Effect<void>
    /**
     * Applies the rules to a request and its answer. A deliberate delay, also between the parts of a body, fails
     * with {@link BrokenConnection} when the signal aborts because the caller has left, or when the emulator ends.
     */
    readonly around: (
      request: Request,
      signal: AbortSignal,
      answer: (hit: Hit | undefined) => Effect.Effect<Response, BrokenConnection>
    ) => Effect.Effect<Response, BrokenConnection>
  }
>()("gatefold/emulator/faults/Faults") {}

const toActiveFault = ({ addedAt, hits, matched, rule }: ActiveRule): ActiveFault => ({
  id: rule.id,
  rule,
  addedAt,
  matched,
  hits
})

const isLost = (fault: FaultRule.FaultRule["fault"]): boolean =>
  fault === "offline" || fault === "reset" || fault === "drop"

/** Waits, at most until the caller has gone, the state is replaced, or the emulator ends. */
const failWhenAborted =
  (signal: AbortSignal, end: Deferred.Deferred<never, BrokenConnection>) =>
  (effect: Effect.Effect<void>): Effect.Effect<void, BrokenConnection> =>
    Effect.raceAllFirst([
      effect,
      Deferred.await(end),
      Effect.flatMap(waitForAbort(signal), () => Effect.fail(new BrokenConnection("abandoned", signal.reason)))
    ])

/** Counts a request for each rule. Delays add up; of the rest, the first rule that has one decides. */
const takeHit = (rules: ReadonlyArray<ActiveRule>, request: Request, now: number): Hit | undefined => {
  const facts = readFacts(request)
  const fitting = rules.filter((rule) => rule.fits(facts, now))
  for (const rule of fitting) rule.matched++
  const hitting = fitting.filter((rule) => rule.isChosen(rule.matched))
  if (hitting.length === 0) return undefined
  for (const rule of hitting) rule.hits++
  const deciding = hitting.find(({ replacement, rule }) => replacement !== undefined || rule.fault !== undefined)
  const fault = deciding?.rule.fault
  return {
    rules: hitting.map(({ rule }) => rule.id),
    delayMillis: hitting.reduce((sum, rule) => sum + rule.delay(), 0),
    isCarriedOut: deciding?.rule.carriedOut ?? !(isLost(fault) || deciding?.replacement !== undefined),
    replacement: deciding?.replacement,
    fault,
    bytesPerSecond: hitting.find(({ rule }) => rule.bytesPerSecond !== undefined)?.rule.bytesPerSecond
  }
}

const applyHit = Effect.fnUntraced(function* (
  hit: Hit,
  wait: (effect: Effect.Effect<void>) => Effect.Effect<void, BrokenConnection>,
  answer: Effect.Effect<Response, BrokenConnection>
) {
  const { bytesPerSecond, delayMillis, fault } = hit
  if (delayMillis > 0) yield* wait(Effect.sleep(delayMillis))
  const response = yield* answer
  if (fault === "offline" || fault === "reset") return yield* Effect.fail(new BrokenConnection(fault))
  if (fault === "drop") yield* wait(Effect.never)
  const isFlawed = bytesPerSecond !== undefined || fault !== undefined
  return isFlawed ? yield* FaultyBody.make(response, hit, wait) : response
})

const make = Effect.fnUntraced(function* (initialRules: ReadonlyArray<FaultRule.FaultRule>) {
  let rules: ReadonlyArray<ActiveRule> = []
  let count = 0
  let ended = Deferred.makeUnsafe<never, BrokenConnection>()
  const endWaits = () => {
    Deferred.doneUnsafe(ended, Effect.fail(new BrokenConnection("reset")))
    ended = Deferred.makeUnsafe<never, BrokenConnection>()
  }
  yield* Effect.addFinalizer(() => Effect.sync(endWaits))

  const add = Effect.fnUntraced(function* (input: FaultRule.FaultRule) {
    const rule = yield* Effect.fromResult(FaultRule.parse(input))
    const isTaken = (id: string) => rules.some((active) => active.rule.id === id)
    while (rule.id === undefined && isTaken(`fault-${count + 1}`)) count++
    const id = rule.id ?? `fault-${count + 1}`
    if (isTaken(id)) return yield* FaultRule.invalidRule(`There is a rule with the id ${id} already.`)
    const addedAt = yield* Clock.currentTimeMillis
    const added = yield* Effect.fromResult(activate({ ...rule, id }, { addedAt, matched: 0, hits: 0, draws: 0 }))
    count++
    rules = [...rules, added]
    return toActiveFault(added)
  })

  yield* Effect.forEach(initialRules, add, { discard: true })
  const parts = yield* StateParts
  parts.add({
    name: "faults",
    schema: Schema.Struct({ count: CapturedRule.Count, rules: Schema.Array(CapturedRule.CapturedRule) }),
    capture: () => ({ count, rules: rules.map(CapturedRule.capture) }),
    restore: (state) => {
      rules = state.rules.map(CapturedRule.restore)
      count = state.count
      endWaits()
    }
  })
  return Faults.of({
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
            const hit = takeHit(rules, request, now)
            return hit === undefined ? answer(undefined) : applyHit(hit, failWhenAborted(signal, ended), answer(hit))
          })
  })
})

/** Starts with the given rules. */
export const layer = (initialRules: ReadonlyArray<FaultRule.FaultRule>) => Layer.effect(Faults, make(initialRules))

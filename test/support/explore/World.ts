/**
 * What a seed decides, each part by a stream of its own: without one operation or one fault, or with fewer steps of the
 * scheduler, everything else stays as it was. That makes a failing history smaller.
 */
import { createHash } from "node:crypto"
import { type Invariant, readInvariant, type Premise, Violation } from "./invariants.ts"
import { makeRandom } from "./schedule.ts"

/** One history of a topology. */
export interface Case {
  readonly seed: number
  /** The operations that are left; all where it is absent. */
  readonly operations?: ReadonlyArray<number> | undefined
  /** The faults that are left, by the numbers of requests. */
  readonly faults?: ReadonlyArray<number> | undefined
  /** See `Schedule.Options`. */
  readonly steps?: number | undefined
}

/** A stream of chance. */
export interface Dice {
  readonly random: () => number
  readonly chance: (probability: number) => boolean
  /** A whole number below this one. */
  readonly upTo: (limit: number) => number
  readonly pick: <A>(items: ReadonlyArray<A>) => A
}

/** One operation of a history: when it begins, and what decides the rest of it. */
export interface Operation extends Dice {
  readonly index: number
  readonly atMillis: number
}

/** What a topology works with. */
export interface World extends Dice {
  readonly dice: (...name: ReadonlyArray<string | number>) => Dice
  /**
   * Operations of the history, so many of them, each at most so long after the one before. Short histories are more
   * frequent than long ones: most of what breaks does in a few operations, and a long one takes the time of several.
   */
  readonly operations: (least: number, most: number, apartMillis: number) => ReadonlyArray<Operation>
  /** The fault of a request by its number, if it has one. */
  readonly drawFault: <A>(n: number, choose: (dice: Dice) => A | undefined) => A | undefined
  readonly note: (what: string) => void
  readonly violate: (invariant: Invariant, detail: string) => void
  /** What an invariant speaks of has happened. */
  readonly met: (premise: Premise) => void
  /** This history does not check what follows from these, so they do not count. */
  readonly waive: (...premises: ReadonlyArray<Premise>) => void
  /** Something that an invariant speaks of has happened, and whether the invariant held. */
  readonly expect: (premise: Premise, holds: boolean, detail: () => string) => void
}

/** What a history has come to. */
export interface Record {
  readonly trace: Array<string>
  readonly operations: Set<number>
  readonly faults: Set<number>
  violation: Violation | undefined
  /** How often each premise was met. */
  readonly met: Map<Premise, number>
}

const makeDice = (random: () => number): Dice => ({
  random,
  chance: (probability) => random() < probability,
  upTo: (limit) => Math.floor(random() * limit),
  pick: (items) => items[Math.floor(random() * items.length)]!
})

/** A stream of numbers for a part of a history. */
export const makeStream = (seed: number, ...name: ReadonlyArray<string | number>) => {
  let state = seed | 0
  for (const char of name.join("/")) state = (Math.imul(state, 31) + char.charCodeAt(0)) | 0
  return makeRandom(Math.imul(state ^ (state >>> 16), 0x45d9f3b))
}

/** The world of a case, and the record of what happens in it. */
export const make = ({ faults, operations, seed }: Case): World & { readonly record: Record } => {
  const record: Record = { trace: [], operations: new Set(), faults: new Set(), violation: undefined, met: new Map() }
  const dice: World["dice"] = (...name) => makeDice(makeStream(seed, ...name))
  // The first is kept: what it breaks afterwards does not matter.
  const violate: World["violate"] = (invariant, detail) => {
    record.violation ??= new Violation({ invariant, detail })
  }
  const waived = new Set<Premise>()
  const met: World["met"] = (premise) => {
    if (!waived.has(premise)) record.met.set(premise, (record.met.get(premise) ?? 0) + 1)
  }
  return {
    ...dice("setting"),
    record,
    dice,
    operations: (least, most, apartMillis) => {
      const { upTo } = dice("length")
      const more = most - least + 1
      let atMillis = 0
      return Array.from({ length: least + Math.min(upTo(more), upTo(more)) }, (_, index): Operation => {
        const own = dice("operation", index)
        atMillis += own.upTo(apartMillis)
        return { ...own, index, atMillis }
      }).filter(({ index }) => {
        const isLeft = operations?.includes(index) !== false
        if (isLeft) record.operations.add(index)
        return isLeft
      })
    },
    drawFault: (n, choose) => {
      if (faults?.includes(n) === false) return undefined
      const fault = choose(dice("fault", n))
      if (fault !== undefined) record.faults.add(n)
      return fault
    },
    note: (what) => void record.trace.push(what),
    violate,
    met,
    waive: (...premises) => premises.forEach((premise) => waived.add(premise)),
    expect: (premise, holds, detail) => {
      met(premise)
      if (!holds) violate(readInvariant(premise), detail())
    }
  }
}

/** A trace in a few characters. */
export const makeDigest = (trace: ReadonlyArray<string>): string =>
  createHash("sha256").update(trace.join("\n")).digest("base64url").slice(0, 12)

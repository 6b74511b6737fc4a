/** Many histories of one topology. */
import { type Premise } from "../../support/explore/invariants.ts"
import { everywhere, explore, type Topology } from "../../support/explore/Topology.ts"
import { makeDigest } from "../../support/explore/World.ts"

/** Every so many seeds a history is run twice: the same seed gives the same history (I24). */
const twiceEvery = 50

/** How often each premise was met. */
export type Met = ReadonlyMap<Premise, number>

/** Runs seeds one after another; answers digests of what happened, the seeds that failed, and what was met. */
export const exploreSeeds = async (topology: Topology, first: number, count: number) => {
  const traces: Array<string> = []
  const failed: Array<number> = []
  let met: Met = new Map()
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await explore(topology, { seed })
    const digest = makeDigest(outcome.trace)
    const isTwice = seed % twiceEvery === 0
    const isSame = !isTwice || digest === makeDigest((await explore(topology, { seed })).trace)
    met = sum(met, isTwice ? new Map([...outcome.met, ["I24", 1]]) : outcome.met)
    traces.push(digest)
    if (outcome.violation !== undefined || !isSame) failed.push(seed)
  }
  return { traces, failed, met }
}

/** What was met in two runs. */
export const sum = (one: Met, other: Met): Met => {
  const all = new Map(one)
  for (const [premise, times] of other) all.set(premise, (all.get(premise) ?? 0) + times)
  return all
}

/** So few seeds need not meet everything. */
const fewestSeeds = 300

/** What a run of so many seeds claims to check, and never met. */
export const unmet = ({ checks }: Topology, seeds: number, met: Met): ReadonlyArray<Premise> =>
  seeds < fewestSeeds ? [] : [...everywhere, ...checks].filter((premise) => !met.has(premise))

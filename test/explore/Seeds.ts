/** Many histories of one topology. */
import { explore, type Topology } from "./Topology.ts"
import { digestOf } from "./World.ts"

/** Every so many seeds a history is run twice: the same seed gives the same history (I24). */
const twiceEvery = 50

/** Runs seeds one after another; answers digests of what happened, and the seeds that failed. */
export const exploreSeeds = async (topology: Topology, first: number, count: number) => {
  const traces: Array<string> = []
  const failed: Array<number> = []
  for (let seed = first; seed < first + count; seed++) {
    const { trace, violation } = await explore(topology, { seed })
    const digest = digestOf(trace)
    const isSame = seed % twiceEvery !== 0 || digest === digestOf((await explore(topology, { seed })).trace)
    traces.push(digest)
    if (violation !== undefined || !isSame) failed.push(seed)
  }
  return { traces, failed }
}

/** Makes a failing history smaller: fewer operations, fewer faults, fewer decisions of the scheduler. */
import { explore, type Outcome, type Topology } from "./Topology.ts"
import type { Case } from "./World.ts"

/** The smallest case found that breaks the same invariant, and what happens in it. */
export interface Shrunk {
  readonly replayed: Case
  readonly outcome: Outcome
}

/** Leaves out parts of a list as long as it fails without them: halves first, single ones last. */
const without = async (
  items: ReadonlyArray<number>,
  fails: (items: ReadonlyArray<number>) => Promise<boolean>
): Promise<ReadonlyArray<number>> => {
  let left = items
  for (let size = Math.ceil(items.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)]
      if (await fails(fewer)) left = fewer
      else at += size
    }
  }
  return left
}

/** Shrinks a case that fails. */
export const shrink = async (topology: Topology, failing: Case, outcome: Outcome): Promise<Shrunk> => {
  let best: Shrunk = { replayed: { ...failing, operations: outcome.operations, faults: outcome.faults }, outcome }
  const attempt = async (change: Partial<Case>): Promise<boolean> => {
    const replayed = { ...best.replayed, ...change }
    const found = await explore(topology, replayed)
    if (found.violation?.invariant !== outcome.violation?.invariant) return false
    best = { replayed, outcome: found }
    return true
  }
  for (let size = Infinity; ;) {
    await without(best.replayed.operations ?? [], (operations) => attempt({ operations }))
    await without(best.replayed.faults ?? [], (faults) => attempt({ faults }))
    for (let low = 0, high = Math.min(best.outcome.steps, best.replayed.steps ?? Infinity); low < high;) {
      const middle = Math.floor((low + high) / 2)
      if (await attempt({ steps: middle })) high = middle
      else low = middle + 1
    }
    const now = (best.replayed.operations?.length ?? 0) + (best.replayed.faults?.length ?? 0)
    if (now >= size) return best
    size = now
  }
}

/** The command that runs a case again. */
export const makeCommand = (topology: string, { faults, operations, seed, steps }: Case): string => {
  const list = (name: string, numbers: ReadonlyArray<number> | undefined) =>
    numbers === undefined ? [] : [`--${name} ${numbers.length === 0 ? "none" : numbers.join()}`]
  const options = [...list("operations", operations), ...list("faults", faults)]
  if (steps !== undefined) options.push(`--steps ${steps}`)
  return [`npm run prove -- explore --topology ${topology} --seed ${seed}`, ...options].join(" ")
}

/** A failing history for people to read. */
export const describe = (topology: string, { outcome, replayed }: Shrunk): string =>
  [
    `${topology}, seed ${replayed.seed}: ${outcome.violation?.message}`,
    ...outcome.trace.map((line) => `  ${line}`),
    `replay: ${makeCommand(topology, replayed)}`
  ].join("\n")

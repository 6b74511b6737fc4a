/** What a process holds: its heap after a collection, and what keeps it alive. */
import { setTimeout } from "node:timers/promises"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"

export interface Usage {
  readonly heapBytes: number
  /** Sockets, timers, files and so on, by their kind. */
  readonly resources: ReadonlyArray<string>
}

const collect = (globalThis as { readonly gc?: () => void }).gc

/** Collects as often as it takes for finalizers to have run. */
export const usage = async (): Promise<Usage> => {
  if (collect === undefined) throw new Error("run it with --expose-gc")
  for (let i = 0; i < 5; i++) {
    collect()
    await setTimeout(20)
  }
  return { heapBytes: process.memoryUsage().heapUsed, resources: process.getActiveResourcesInfo().toSorted() }
}

const mostBytes = 5_000_000

const megabytes = (bytes: number): string => `${bytes < 0 ? "" : "+"}${(bytes / 1e6).toFixed(2)} MB`

/** The growth from after the warm-up to the end. */
export const growth = (name: string, what: string, before: Usage, after: Usage): Verdict => {
  const bytes = after.heapBytes - before.heapBytes
  const left = after.resources.length - before.resources.length
  return holdsIf(
    name,
    bytes <= mostBytes && left <= 0,
    `${what}: heap ${megabytes(bytes)} on ${(before.heapBytes / 1e6).toFixed(0)} MB, ` +
      `${before.resources.length} handles before, ${after.resources.length} after` +
      (left > 0 ? ` (${after.resources.join(", ")})` : "")
  )
}

/** The middle of several values, and of several times: one that took long makes no difference. */
import { performance } from "node:perf_hooks"

export const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** How long a run takes, in milliseconds, as the median of several. */
export const medianMillis = async (count: number, run: () => Promise<unknown>): Promise<number> => {
  const times: Array<number> = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return median(times)
}

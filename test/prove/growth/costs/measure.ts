/** What work costs this process. Run it with `--expose-gc`. */

/** Microseconds of CPU, of all threads, since a call of `process.cpuUsage`. */
const microsSince = (before: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(before)
  return system + user
}

/** How many calls are under way at a time. */
const inFlight = 16

/** Runs work for each item, 16 at a time; returns the microseconds of CPU that one took. */
export const microsEach = async <A>(items: ReadonlyArray<A>, work: (item: A) => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  let next = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let index = next++; index < items.length; index = next++) await work(items[index]!)
    })
  )
  return microsSince(before) / items.length
}

/** Bytes of the heap without garbage. */
export const heapBytes = async (): Promise<number> => {
  for (let round = 0; round < 3; round++) {
    // What ends in the background first lets go of what it holds.
    await new Promise((resolve) => setTimeout(resolve, 50))
    globalThis.gc?.()
  }
  return process.memoryUsage().heapUsed
}

/** A copy of a text in memory of its own, as each request brings one. */
export const copied = (text: string): string => Buffer.from(text, "latin1").toString("latin1")

/**
 * Whether work grows faster than its input: compared for sizes, on the clock of this thread, and never with a limit.
 */

/** How long this thread has worked, which the rest of the machine does not add to. */
const workedMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

const measureMillis = async (work: () => unknown): Promise<number> => {
  const began = workedMillis()
  await work()
  return workedMillis() - began
}

/** Four times as much input is four times as much work; each part that looked at all others would make it 16 times. */
const limit = 10

/** The clock of a thread may tick only this often, in milliseconds: shorter work may count as none. */
const tick = 10

/** Work below this is too little to tell, in milliseconds: what grows with the square is far above it at 16,000. */
const floor = limit * tick

/**
 * The size at which work begins to grow faster than its input, or undefined. Each size is compared with a quarter of
 * it. Of several times the least counts: a collection of garbage is of no input.
 */
export const growsAt = async (
  run: (text: string) => unknown,
  text: (size: number) => string,
  sizes: ReadonlyArray<number>
): Promise<number | undefined> => {
  for (const size of sizes) {
    const [short, long] = [text(size / 4), text(size)]
    let [small, large] = [Infinity, Infinity]
    for (let round = 0; round < 5; round++) {
      large = Math.min(large, await measureMillis(() => run(long)))
      if (large < floor) break
      small = Math.min(small, await measureMillis(() => run(short)))
      if (large <= limit * Math.max(small, tick)) break
    }
    if (large >= floor && large > limit * Math.max(small, tick)) return size
  }
  return undefined
}

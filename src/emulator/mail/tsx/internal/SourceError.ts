/** Why a source cannot be rendered, and where. */
export class SourceError extends Error {
  /** The line, from 1. */
  readonly line: number

  constructor(problem: string, source: string, at: number) {
    const line = makeLineIndex(source)(at)
    super(`Line ${line}: ${problem}.`)
    this.line = line
  }
}

/** The lines of offsets, each found among where the lines end. */
export const makeLineIndex = (source: string): ((at: number) => number) => {
  const ends = Array.from(source.matchAll(/\n/g), ({ index }) => index)
  return (at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

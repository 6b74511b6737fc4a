/** Why a source cannot be rendered, and where. */
export class SourceError extends Error {
  /** The line, from 1. */
  readonly line: number

  constructor(problem: string, source: string, at: number) {
    const line = findLine(source, at)
    super(`Line ${line}: ${problem}.`)
    this.line = line
  }
}

export const findLine = (source: string, at: number): number => {
  let line = 1
  for (let i = source.indexOf("\n"); i !== -1 && i < at; i = source.indexOf("\n", i + 1)) line++
  return line
}

/** The lines of many offsets, each found among where the lines begin. */
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

/** Finds the name that someone may have meant. */

/** The Levenshtein distance: how many letters to change, add or remove to turn one text into the other. */
const measureDistance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [above, letter] of [...left].entries()) {
    const next = [above + 1]
    for (const [column, its] of [...right].entries()) {
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (letter === its ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}

export const findClosest = (text: string, names: ReadonlyArray<string>): string | undefined => {
  const [closest] = names
    // Names of another length are further away, and the text may be very long.
    .filter((name) => Math.abs(name.length - text.length) <= 2)
    .map((name) => ({ name, distance: measureDistance(text, name) }))
    .toSorted((a, b) => a.distance - b.distance)
  return closest !== undefined && closest.distance <= 2 ? closest.name : undefined
}

/** Lists of names as values of flags, such as `--providers github,google`. */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

/** The number of letters to change, add or leave out that make one text of the other (Levenshtein). */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (const [column, its] of [...other].entries()) {
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (letter === its ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}

/** The name that somebody may have meant. */
export const closestTo = (text: string, names: ReadonlyArray<string>): string | undefined => {
  const [closest] = names
    // the others are further away, and may be compared with a very long text
    .filter((name) => Math.abs(name.length - text.length) <= 2)
    .map((name) => ({ name, distance: distanceOf(text, name) }))
    .toSorted((a, b) => a.distance - b.distance)
  return closest !== undefined && closest.distance <= 2 ? closest.name : undefined
}

const partsOf = (text: string): ReadonlyArray<string> => text.split(",").map((part) => part.trim().toLowerCase())

const parse = <Name extends string>(text: string, names: ReadonlyArray<Name>): Option.Option<ReadonlyArray<Name>> => {
  const parts = partsOf(text)
  if (parts.length === 1 && parts[0] === "all") return Option.some(names)
  if (parts.length === 1 && parts[0] === "none") return Option.some([])
  const known = names.filter((name) => parts.includes(name))
  return parts.every((part) => names.some((name) => name === part)) ? Option.some(known) : Option.none()
}

/** What was expected; stands after the name of the flag and its value. */
const expectation = (text: string, names: ReadonlyArray<string>): string => {
  const unknown = partsOf(text).filter((part) => !names.includes(part))
  const hints = unknown.flatMap((part) => {
    const meant = closestTo(part, names)
    return meant === undefined ? [] : [` Did you mean ${meant} instead of ${part}?`]
  })
  return `names with commas between them (${names.join(", ")}), all, or none.${hints.join("")}`
}

/** A flag whose value is some of these names with commas between them, `all` or `none`. */
export const flag = <Name extends string>(name: string, names: ReadonlyArray<Name>): Flag.Flag<ReadonlyArray<Name>> =>
  Flag.String(name).pipe(
    Flag.withMetavar("names"),
    Flag.filterMap(
      (text) => parse(text, names),
      (text) => expectation(text, names)
    )
  )

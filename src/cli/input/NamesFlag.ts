/** A flag with a list of names, such as `--providers github,google`. */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { findClosest } from "./ClosestName.ts"

const splitNames = (text: string): ReadonlyArray<string> => text.split(",").map((part) => part.trim().toLowerCase())

const parse = <Name extends string>(text: string, names: ReadonlyArray<Name>): Option.Option<ReadonlyArray<Name>> => {
  const parts = splitNames(text)
  if (parts.length === 1 && parts[0] === "all") return Option.some(names)
  if (parts.length === 1 && parts[0] === "none") return Option.some([])
  const selected = names.filter((name) => parts.includes(name))
  return parts.every((part) => names.some((name) => name === part)) ? Option.some(selected) : Option.none()
}

/** Ends the message about unknown names with a hint, or with the known names. */
const describeExpectation = (text: string, names: ReadonlyArray<string>): string => {
  const unknown = splitNames(text).filter((part) => !names.includes(part))
  const hints = unknown.flatMap((part) => {
    const meant = findClosest(part, names)
    return meant === undefined ? [] : [` Did you mean ${meant} instead of ${part}?`]
  })
  return `all, none, or names separated by commas: ${names.join(", ")}.${hints.join("")}`
}

/** A flag with some of these names separated by commas, `all` or `none`. */
export const make = <Name extends string>(name: string, names: ReadonlyArray<Name>): Flag.Flag<ReadonlyArray<Name>> =>
  Flag.String(name).pipe(
    Flag.withMetavar("names"),
    Flag.filterMap(
      (text) => parse(text, names),
      (text) => describeExpectation(text, names)
    )
  )

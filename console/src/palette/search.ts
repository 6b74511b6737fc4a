/** How the palette finds its entries. */
import type { ReactNode } from "react"

/** Something to open or to run. */
export interface Entry {
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  /** Further words to find it by. */
  readonly words?: string
  readonly icon: ReactNode
  readonly to?: string
  /** Answers what to tell when it is done. */
  readonly run?: () => Promise<string | undefined>
}

/** Entries of one kind. */
export interface Group {
  readonly title: string
  readonly entries: ReadonlyArray<Entry>
  readonly limit: number
  /** The emulator has searched already. */
  readonly isFound?: boolean
}

/** How well an entry fits: 0 for not at all. Every word of the query must be in it. */
const scoreEntry = ({ detail = "", label, words = "" }: Entry, terms: ReadonlyArray<string>): number => {
  const name = label.toLowerCase()
  const text = `${name} ${detail} ${words}`.toLowerCase()
  if (!terms.every((word) => text.includes(word))) return 0
  const [first = ""] = terms
  if (name.startsWith(first)) return 3
  return name.includes(first) ? 2 : 1
}

/** The entries that fit a query, the best first, without empty groups. */
export const searchGroups = (query: string, groups: ReadonlyArray<Group>): ReadonlyArray<Group> => {
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  return groups
    .map((group) => {
      if (terms.length === 0 || group.isFound === true) {
        return { ...group, best: 1, entries: group.entries.slice(0, group.limit) }
      }
      const scored = group.entries
        .map((entry) => ({ entry, score: scoreEntry(entry, terms) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
      const entries = scored.slice(0, group.limit).map(({ entry }) => entry)
      return { ...group, best: scored[0]?.score ?? 0, entries }
    })
    .filter(({ entries }) => entries.length > 0)
}

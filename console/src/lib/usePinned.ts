import { useEffect, useState } from "react"

/** The entry that shows beside a list before one is opened: the first, and the same one while others arrive. */
export const usePinned = <Entry>(entries: ReadonlyArray<Entry>, keyOf: (entry: Entry) => string): Entry | undefined => {
  const [key, setKey] = useState<string>()
  const pinned = entries.find((entry) => keyOf(entry) === key) ?? entries[0]
  const next = pinned && keyOf(pinned)
  useEffect(() => setKey(next), [next])
  return pinned
}

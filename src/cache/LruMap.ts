/** A bounded map that drops the least recently used entry (LRU). */

/** Entries by key, at most as many as the capacity. */
export interface LruMap<K, V> {
  /** The value of a key, which counts as a use of it. */
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly delete: (key: K) => void
  /** The entries, the least recently used first. Reading them here does not count as a use. */
  readonly entries: ReadonlyMap<K, V>
}

/** Makes an empty map; one of capacity 0 keeps nothing. */
export const make = <K, V>(capacity: number): LruMap<K, V> => {
  // A Map keeps the order of insertion, so the first key is the least recently used one.
  const entries = new Map<K, V>()
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > capacity) entries.delete(entries.keys().next().value!)
    },
    delete: (key) => void entries.delete(key),
    entries
  }
}

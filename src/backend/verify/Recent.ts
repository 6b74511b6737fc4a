/**
 * A map that forgets what was not used for the longest time.
 */

/** A bounded map, least recently used out first. */
export interface Recent<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly delete: (key: K) => void
  readonly size: () => number
}

/** Makes an empty map; one of capacity 0 remembers nothing. */
export const make = <K, V>(capacity: number): Recent<K, V> => {
  // A Map keeps the order of insertion, so the first key is the oldest.
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
      if (entries.size <= capacity) return
      for (const oldest of entries.keys()) {
        entries.delete(oldest)
        return
      }
    },
    delete: (key) => void entries.delete(key),
    size: () => entries.size
  }
}

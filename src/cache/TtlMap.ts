/** A bounded map whose entries expire. */
import type * as Clock from "effect/Clock"
import { readMonotonicMillis } from "../concurrency/Timer.ts"

/** Entries by key, the oldest first. */
export interface TtlMap<K, V> {
  /** The value of a key, unless it has expired. */
  readonly get: (key: K) => V | undefined
  /** Sets the value of a key, and how long it is kept. Setting the value that the key has does not prolong it. */
  readonly set: (key: K, value: V, ttlMillis: number) => void
  readonly delete: (key: K) => void
  readonly deleteWhere: (matches: (value: V) => boolean) => void
}

/** Makes an empty map. It drops the oldest entries if they have expired, or if it is full. */
export const make = <K, V>(clock: Clock.Clock, capacity: number): TtlMap<K, V> => {
  const entries = new Map<K, { readonly value: V; readonly untilMillis: number }>()
  const get = (key: K): V | undefined => {
    const entry = entries.get(key)
    return entry !== undefined && readMonotonicMillis(clock) < entry.untilMillis ? entry.value : undefined
  }
  return {
    get,
    set: (key, value, ttlMillis) => {
      if (get(key) === value) return
      const now = readMonotonicMillis(clock)
      for (const [old, { untilMillis }] of entries) {
        if (entries.size < capacity && now < untilMillis) break
        entries.delete(old)
      }
      entries.delete(key)
      entries.set(key, { value, untilMillis: now + ttlMillis })
    },
    delete: (key) => void entries.delete(key),
    deleteWhere: (matches) => {
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key)
    }
  }
}

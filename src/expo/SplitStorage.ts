/**
 * One text of any length in `expo-secure-store`, whose values are limited.
 *
 * A text that fits is one value. A longer one is split into parts, in one of two places. Another value, the index,
 * names the place that counts. A write puts all parts into the other place and then switches the index, so that an
 * interrupted write leaves the former text as it was.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { hashShort } from "../domain/text/ShortHash.ts"
import type { Storage } from "../token/TokenStore.ts"

/** The part of `expo-secure-store` that is used. */
export interface SecureStore {
  getItemAsync(key: string): Promise<string | null>
  setItemAsync(key: string, value: string): Promise<void>
  deleteItemAsync(key: string): Promise<void>
}

/** The most bytes that `expo-secure-store` takes as a value. */
export const maxBytes = 2048

type Place = "a" | "b"

interface Index {
  readonly place: Place
  readonly count: number
  readonly hash: string
}

/** The first characters of the index: the whole text follows, or where its parts are. */
const whole = "="
const split = "/"

/** A text under a key, and under keys that begin with it and a dot. Reads and writes take turns. */
export const make = (store: SecureStore, key: string): Storage => {
  const turns = Semaphore.makeUnsafe(1)
  const runInTurn = <A>(step: () => Promise<A>) => turns.withPermit(Effect.tryPromise(step))
  const formatPartKey = (place: Place, part: number) => `${key}.${place}.${part}`

  const readParts = async ({ count, hash, place }: Index): Promise<string | undefined> => {
    const parts = await Promise.all(
      Array.from({ length: count }, (_, part) => store.getItemAsync(formatPartKey(place, part)))
    )
    const text = parts.join("")
    return hashShort(text) === hash ? text : undefined
  }

  /** Removes the parts in a place, the last one first, so that those left by an interruption are found next time. */
  const clear = async (place: Place, previous?: Index): Promise<void> => {
    // A part in the middle may be missing.
    let count = previous?.place === place ? previous.count : 0
    while ((await store.getItemAsync(formatPartKey(place, count))) !== null) count++
    while (count > 0) await store.deleteItemAsync(formatPartKey(place, --count))
  }

  const write = async (text: string): Promise<void> => {
    const previous = parseIndex(await store.getItemAsync(key))
    if (1 + countBytes(text) <= maxBytes) {
      await store.setItemAsync(key, whole + text)
    } else {
      const place = previous?.place === "a" ? "b" : "a"
      await clear(place)
      const parts = splitText(text)
      for (const [part, value] of parts.entries()) await store.setItemAsync(formatPartKey(place, part), value)
      await store.setItemAsync(key, `${split}${place}.${parts.length}.${hashShort(text)}`)
    }
    // The text counts by now. Parts that cannot be removed go before their place is used again.
    if (previous !== undefined) await clear(previous.place, previous).catch(() => undefined)
  }

  const remove = async (): Promise<void> => {
    const previous = parseIndex(await store.getItemAsync(key))
    await store.deleteItemAsync(key)
    await clear("a", previous)
    await clear("b", previous)
  }

  return {
    read: runInTurn(async () => {
      const value = await store.getItemAsync(key)
      if (value?.startsWith(whole) === true) return value.slice(whole.length)
      const index = parseIndex(value)
      return index === undefined ? undefined : await readParts(index)
    }),
    write: (text) => runInTurn(() => (text === undefined ? remove() : write(text)))
  }
}

/** Undefined for a text that is not split, and for anything else. */
const parseIndex = (value: string | null): Index | undefined => {
  const [match, place, count, hash] = /^\/([ab])\.(\d{1,4})\.(\w+)$/.exec(value ?? "") ?? []
  if (match === undefined) return undefined
  return { place: place as Place, count: Number(count), hash: hash! }
}

const countCharacterBytes = (character: string): number => {
  const code = character.codePointAt(0)!
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

const countBytes = (text: string): number => {
  let bytes = 0
  for (const character of text) bytes += countCharacterBytes(character)
  return bytes
}

/** Parts of at most {@link maxBytes} bytes in UTF-8. No character is torn apart. */
const splitText = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let part = ""
  let bytes = 0
  for (const character of text) {
    const more = countCharacterBytes(character)
    if (bytes + more > maxBytes) {
      parts.push(part)
      part = ""
      bytes = 0
    }
    part += character
    bytes += more
  }
  return [...parts, part]
}

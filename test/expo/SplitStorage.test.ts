/** One text of any length over values of 2048 bytes. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SplitStorage from "../../src/expo/SplitStorage.ts"
import * as TokenStore from "../../src/token/TokenStore.ts"
import { makeSecureStore } from "./phone.ts"

const key = "gatefold.session"

const makeText = (length: number, seed = "a") =>
  Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7 + seed.charCodeAt(0)) % 26))).join("")

/** What a new app finds. */
const found = ({ restart, store }: ReturnType<typeof makeSecureStore>) => {
  restart()
  return Effect.runPromise(SplitStorage.make(store, key).read)
}

const write = (storage: TokenStore.Storage, text: string | undefined) => Effect.runPromise(storage.write(text))

describe("a text in the secure store", () => {
  it("comes back in every length", async () => {
    const place = makeSecureStore()
    const storage = SplitStorage.make(place.store, key)
    expect(await found(place)).toBeUndefined()
    for (const length of [0, 1, 2046, 2047, 2048, 2049, 4095, 4096, 4097, 9000, 100, 0, 5000, 2048]) {
      const text = makeText(length, String(length))
      await write(storage, text)
      expect(await found(place), String(length)).toBe(text)
    }
    await write(storage, undefined)
    expect(await found(place)).toBeUndefined()
    expect([...place.values]).toStrictEqual([])
  })

  it("is one value if it fits, and never more than the limit", async () => {
    const place = makeSecureStore()
    const storage = SplitStorage.make(place.store, key)
    await write(storage, makeText(2047))
    expect([...place.values.keys()]).toStrictEqual([key])
    await write(storage, makeText(2048))
    expect([...place.values.keys()].sort()).toStrictEqual([key, `${key}.a.0`])
    await write(storage, makeText(5000))
    expect([...place.values.keys()].sort()).toStrictEqual([key, `${key}.b.0`, `${key}.b.1`, `${key}.b.2`])
    await write(storage, "short")
    expect([...place.values]).toStrictEqual([[key, "=short"]])
  })

  it.each(["é", "漢", "🔑", "a🔑"])("is measured in bytes, and no character is torn apart: $0", async (character) => {
    const place = makeSecureStore()
    const storage = SplitStorage.make(place.store, key)

    for (const length of [500, 682, 683, 1023, 1024, 2000]) {
      const text = character.repeat(length)
      await write(storage, text)
      expect(await found(place), `${length} of ${character}`).toBe(text)
    }
  })

  it("is the former or the next one wherever a write ends, and the one after it is whole", async () => {
    const former = [undefined, makeText(100, "b"), makeText(5000, "c"), makeText(9000, "d")]
    const next = [undefined, makeText(200, "e"), makeText(4500, "f"), makeText(12_000, "g")]
    let interruptions = 0
    for (const before of former) {
      for (const after of next) {
        for (let changes = 0; ; changes++) {
          const name = `ended after ${changes} changes`
          const place = makeSecureStore()
          // Two writes, so that either place has been in use.
          for (const text of [makeText(4200, "h"), before]) await write(SplitStorage.make(place.store, key), text)
          place.endAfter(changes)
          const isDone = await Promise.race([
            write(SplitStorage.make(place.store, key), after).then(() => true),
            new Promise<false>((resolve) => setTimeout(() => resolve(false), 2))
          ])
          const text = await found(place)
          expect(text === before || text === after, name).toBe(true)
          if (isDone) {
            expect(text, name).toBe(after)
            break
          }
          interruptions++
          // What is left over neither disturbs the next text nor stays for ever.
          const storage = SplitStorage.make(place.store, key)
          await write(storage, makeText(6000, "i"))
          expect(await found(place), name).toBe(makeText(6000, "i"))
          await write(storage, undefined)
          expect([...place.values], name).toStrictEqual([])
        }
      }
    }
    expect(interruptions).toBeGreaterThan(60)
  })

  it("is never mixed by reads and writes at the same time", async () => {
    const place = makeSecureStore()
    const storage = SplitStorage.make(place.store, key)
    const texts = Array.from({ length: 12 }, (_, at) => makeText(at % 3 === 0 ? 50 : 3000 + at * 500, String(at)))
    const seen = await Promise.all(
      texts.flatMap((text) => [write(storage, text), Effect.runPromise(storage.read), Effect.runPromise(storage.read)])
    )
    expect(seen.filter((text) => text !== undefined && !texts.includes(text))).toStrictEqual([])
    expect(await found(place)).toBe(texts.at(-1))
  })

  it.each<readonly [damage: string, apply: (values: Map<string, string>) => void]>([
    ["its digest is wrong", (values) => values.set(key, "/a.2.0")],
    ["its place does not exist", (values) => values.set(key, "/c.3.abc")],
    ["it has too many parts", (values) => values.set(key, "/a.999999.abc")],
    ["its head is empty", (values) => values.set(key, "")],
    ["its head is of another format", (values) => values.set(key, "{}")],
    ["a part is missing", (values) => values.delete(`${key}.a.1`)],
    ["a part is of another text", (values) => values.set(`${key}.a.1`, "of another text")],
    ["its head is missing", (values) => values.delete(key)]
  ])("counts as absent, and is replaced by the next one, if %s", async (_, damage) => {
    const place = makeSecureStore()
    const storage = SplitStorage.make(place.store, key)
    await write(storage, makeText(6000))
    damage(place.values)
    expect(await found(place)).toBeUndefined()
    await write(storage, makeText(7000))
    expect(await found(place)).toBe(makeText(7000))
    await write(storage, undefined)
    expect([...place.values]).toStrictEqual([])
  })

  it("leaves the former one if it cannot be written", async () => {
    const place = makeSecureStore()
    const storage = SplitStorage.make(place.store, key)
    await write(storage, makeText(5000))
    const broken = SplitStorage.make(
      {
        ...place.store,
        setItemAsync: (key, value) =>
          key.endsWith(".1") ? Promise.reject(new Error("locked")) : place.store.setItemAsync(key, value)
      },
      key
    )
    await Effect.runPromise(Effect.flip(broken.write(makeText(6000))))
    expect(await found(place)).toBe(makeText(5000))
  })
})

describe("a session in the secure store", () => {
  it.effect("is read once, and written before it counts", () =>
    Effect.gen(function* () {
      const place = makeSecureStore()
      const store = yield* TokenStore.make(SplitStorage.make(place.store, key))
      const tokens = { refreshToken: Redacted.make("r"), accessToken: Redacted.make(makeText(4000)) }
      yield* store.set(tokens)
      place.restart()
      const again = yield* TokenStore.make(SplitStorage.make(place.store, key))
      const reads = place.calls.length
      const kept = yield* Effect.replicateEffect(again.get, 3)
      expect(kept.map((tokens) => Redacted.value(tokens!.accessToken!))).toStrictEqual(Array(3).fill(makeText(4000)))
      expect(place.calls.length).toBe(reads)
      yield* again.clear
      expect([...place.values]).toStrictEqual([])
    })
  )
})

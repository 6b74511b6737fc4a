/** Inputs for the comparison of compiled code with schemas: valid ones, and valid ones with something wrong. */
import * as Redacted from "effect/Redacted"

/** A generator of numbers from a seed: the same ones each time (mulberry32). */
export const makeRandom = (seed: string) => {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193), 0x811c9dc5)
  /** An integer below `limit`. */
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % limit
  }
}

type Random = ReturnType<typeof makeRandom>

const own = (name: string, value: unknown) => {
  const object = {}
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  return object
}

/** Values that are seldom right, all of which JSON can hold. */
const jsonValues: ReadonlyArray<() => unknown> = [
  () => null,
  () => "",
  () => "text",
  () => "true",
  () => "undefined",
  () => "me",
  () => "..",
  () => "a/b",
  () => "a\u0000b",
  () => "\ud800",
  () => "javascript:alert(1)",
  () => "https://example.org/a?b",
  () => "https://",
  () => "a@b",
  () => "a@b.example",
  () => "=?utf-8?q?a?=@example.org",
  () => "x".repeat(45),
  () => "x".repeat(70),
  () => "x".repeat(71),
  () => "💥".repeat(36),
  () => "x".repeat(254 - "@example.org".length) + "@example.org",
  () => "x".repeat(255 - "@example.org".length) + "@example.org",
  () => "x".repeat(256),
  () => "x".repeat(257),
  () => "bearer",
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e21,
  () => 8.64e15,
  () => 8.64e15 + 1,
  () => 65_536,
  () => 2 ** 53,
  () => Infinity,
  () => true,
  () => false,
  () => [],
  () => {
    return {}
  },
  () => [null],
  () => [{}],
  () => [["a"]],
  () => {
    return { type: "anonymous" }
  },
  () => own("__proto__", { polluted: true }),
  () => {
    return { a: own("__proto__", [1]) }
  }
]

/** The same with what only code can hold. */
const values: ReadonlyArray<() => unknown> = [
  ...jsonValues,
  () => undefined,
  () => NaN,
  () => -Infinity,
  () => new Date(0),
  () => new Date(1.6e12),
  () => new Date(NaN),
  () => Redacted.make("text"),
  () => Redacted.make("x".repeat(45)),
  () => Redacted.make(""),
  () => Redacted.make("\ud800"),
  () => Redacted.make(1),
  () => Symbol("a"),
  () => 1n,
  () => () => "text",
  () => new Map([["a", 1]]),
  () => Object.create(null),
  () => new (class Team {})(),
  () => Object.assign([], { 1: "sparse" }),
  () => {
    return { a: undefined }
  },
  () => new Proxy({}, {})
]

const isBranch = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Redacted.isRedacted(value) &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

const places = (value: unknown): number =>
  isBranch(value) ? 1 + Object.values(value).reduce<number>((sum, member) => sum + places(member), 0) : 1

const names = ["extra", "__proto__", "constructor", "items", "id", "type"]

/** A copy that is other at one place. */
const mutated = (value: unknown, random: Random, all: ReadonlyArray<() => unknown>): unknown => {
  const replace = () => all[random(all.length)]!()
  if (!isBranch(value)) return replace()
  const members = Object.entries(value)
  // Every place is as likely as any other.
  let chosen = random(places(value)) - 1
  if (chosen >= 0) {
    for (const [index, [name, member]] of members.entries()) {
      chosen -= places(member)
      if (chosen >= 0) continue
      if (random(4) === 0) {
        const others = members.toSpliced(index, 1)
        return Array.isArray(value) ? others.map(([, member]) => member) : fromEntries(others)
      }
      const changed = members.with(index, [name, mutated(member, random, all)])
      return Array.isArray(value) ? changed.map(([, member]) => member) : fromEntries(changed)
    }
  }
  switch (random(3)) {
    case 0:
      return replace()
    case 1:
      return Array.isArray(value)
        ? [...value, replace()]
        : fromEntries([...members, [names[random(names.length)]!, replace()]])
    default:
      return Array.isArray(value) ? [...value, ...value] : fromEntries(members.toReversed())
  }
}

const fromEntries = (entries: ReadonlyArray<readonly [string, unknown]>): object => {
  const object = {}
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

/** As many inputs as asked for: each sample as it is, and with up to three things changed. */
export const makeInputs = function* (
  samples: ReadonlyArray<unknown>,
  count: number,
  random: Random,
  kind: "json" | "any"
): Generator<unknown> {
  const all = kind === "json" ? jsonValues : values
  for (let index = 0; index < count; index++) {
    let input = samples[index % samples.length]
    const changes = index < samples.length ? 0 : 1 + random(3)
    for (let change = 0; change < changes; change++) input = mutated(input, random, all)
    yield input
  }
}

/** The value with what is hidden in it, so that values can be compared. */
export const revealed = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return { redacted: Redacted.value(value) }
  if (Array.isArray(value)) return value.map(revealed)
  return isBranch(value) ? fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member)])) : value
}

/**
 * The functions of the compiled contract. Each checks its input, and fails with a {@link Mismatch} that names the path.
 * None quotes a value, which may be a secret.
 */
import * as Redacted from "effect/Redacted"
import type { Json } from "../domain/text/Json.ts"

/** The name of a property, or an index. */
export type Key = string | number

export type Properties = Readonly<Record<string, unknown>>

/** Decodes a value; `key` is its place. */
export type Decode<A, Rest extends ReadonlyArray<unknown> = []> = (value: unknown, key?: Key, ...rest: Rest) => A

/** Encodes a value to JSON, or to text for parts of a URL. */
export type Encode = Decode<unknown>

/** A type whose members are writable. */
export type Mutable<A> = { -readonly [K in keyof A]: A[K] }

/** A step of a path as it is written in JavaScript. Other keys than names are quoted: a service may send any. */
const formatSegment = (key: Key): string =>
  typeof key === "string" && /^[A-Za-z_$][\w$]{0,99}$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`

/** A value does not match the contract. */
export class Mismatch {
  readonly expected: string
  readonly path: Array<Key> = []
  constructor(expected: string) {
    this.expected = expected
  }
  /** The path and the expectation, such as `items[2].email: Expected a string, got null`. */
  get message(): string {
    const at = this.path.map(formatSegment).join("").replace(/^\./, "")
    return at === "" ? this.expected : `${at}: ${this.expected}`
  }
}

const addKey = (failure: unknown, key: Key | undefined): unknown => {
  if (key !== undefined && failure instanceof Mismatch) failure.path.unshift(key)
  return failure
}

const fail = (expected: string, value: unknown, key: Key | undefined): never => {
  throw addKey(new Mismatch(`Expected ${expected}, got ${describeKind(value)}`), key)
}

const describeKind = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  return Array.isArray(value) ? "an array" : `a ${typeof value}`
}

export const string = (value: unknown, key?: Key): string =>
  typeof value === "string" ? value : fail("a string", value, key)

export const boolean = (value: unknown, key?: Key): boolean =>
  typeof value === "boolean" ? value : fail("a boolean", value, key)

/** A number, also NaN and infinities. */
export const number = (value: unknown, key?: Key): number =>
  typeof value === "number" ? value : fail("a number", value, key)

/** A number that JSON can have. */
export const finite = (value: unknown, key?: Key): number =>
  Number.isFinite(value) ? (value as number) : fail("a finite number", value, key)

/** A safe integer. */
export const int = (value: unknown, key?: Key): number =>
  Number.isSafeInteger(value) ? (value as number) : fail("an integer", value, key)

export const literal = <const A>(value: unknown, key: Key | undefined, only: A): A =>
  value === only ? only : fail(JSON.stringify(only), value, key)

export const oneOf = <const A>(value: unknown, key: Key | undefined, allowed: ReadonlyArray<A>): A =>
  allowed.includes(value as A) ? (value as A) : fail(`one of ${JSON.stringify(allowed)}`, value, key)

/** A value that passes the check `is`; a text that it returns is the expectation instead of `expected`. */
export const check = <A>(value: A, key: Key | undefined, is: (value: A) => boolean | string, expected: string): A => {
  const result = is(value)
  return result === true ? value : fail(result || expected, value, key)
}

/** The result of a conversion, if the original `value` passes the check. */
export const checkOriginal = <A, B>(
  made: B,
  value: A,
  key: Key | undefined,
  is: (value: A) => boolean | string,
  expected: string
): B => {
  check(value, key, is, expected)
  return made
}

export const matches = (value: string, key: Key | undefined, pattern: RegExp, expected: string): string =>
  pattern.test(value) ? value : fail(expected, value, key)

export const atMost = (value: string, key: Key | undefined, length: number): string =>
  value.length <= length ? value : fail(`at most ${length} characters`, value, key)

export const between = (value: number, key: Key | undefined, least: number, greatest: number): number =>
  value >= least && value <= greatest ? value : fail(`a number between ${least} and ${greatest}`, value, key)

export const dateOfMillis = (value: unknown, key?: Key): Date => requireValid(new Date(int(value, key)), key)

export const dateOfText = (value: unknown, key?: Key): Date => requireValid(new Date(string(value, key)), key)

export const toMillis = (value: unknown, key?: Key): number =>
  value instanceof Date ? requireValid(value, key).getTime() : fail("a date", value, key)

const requireValid = (date: Date, key: Key | undefined): Date =>
  Number.isNaN(date.getTime()) ? fail("a valid date", date, key) : date

export const reveal = (value: unknown, key?: Key): string =>
  Redacted.isRedacted(value) ? string(Redacted.value(value), key) : fail("a Redacted", value, key)

/** Any value but null and undefined. */
export const present = (value: unknown, key?: Key): {} => value ?? fail("something", value, key)

/** A required property with any value. */
export const readProperty = (properties: Properties, key: string): unknown =>
  key in properties ? properties[key] : fail("a property", undefined, key)

/** Any JSON, as it is. */
export const json = (value: unknown, key?: Key): Json => (isJson(value) ? value : fail("JSON", value, key))

const isJson = (value: unknown): value is Json => {
  if (typeof value !== "object") {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
  }
  if (value === null) return true
  if (Array.isArray(value)) {
    for (const item of value) if (!isJson(item)) return false
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  // The prototype of plain objects of another realm has none itself.
  if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  for (const key of Object.keys(value)) if (!isJson((value as Properties)[key])) return false
  return true
}

export const nullable = <A>(value: unknown, key: Key | undefined, read: Decode<A>): A | null =>
  value === null ? null : read(value, key)

export const optional = <A>(value: unknown, key: Key | undefined, read: Decode<A>): A | undefined =>
  value === undefined ? undefined : read(value, key)

export const nullish = <A>(value: unknown, key: Key | undefined, read: Decode<A>): A | null | undefined =>
  value === undefined || value === null ? value : read(value, key)

const readProperties = (value: unknown, key: Key | undefined): Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Properties)
    : fail("an object", value, key)

export const struct =
  <A>(make: (properties: Properties) => A): Decode<A> =>
  (value, key) => {
    const from = readProperties(value, key)
    try {
      return make(from)
    } catch (failure) {
      throw addKey(failure, key)
    }
  }

export const list =
  <A>(item: Decode<A>): Decode<ReadonlyArray<A>> =>
  (value, key) => {
    if (!Array.isArray(value)) return fail("an array", value, key)
    try {
      const items: Array<A> = []
      for (let index = 0; index < value.length; index++) items.push(item(value[index], index))
      return items
    } catch (failure) {
      throw addKey(failure, key)
    }
  }

/** A list of two, each with its own decoder. */
export const pair =
  <A, B>(first: Decode<A>, second: Decode<B>): Decode<readonly [A, B]> =>
  (value, key) => {
    if (!Array.isArray(value) || value.length !== 2) return fail("an array of two", value, key)
    try {
      return [first(value[0], 0), second(value[1], 1)]
    } catch (failure) {
      throw addKey(failure, key)
    }
  }

/** An object whose keys are data. */
export const record =
  <A>(item: Decode<A>): Decode<Readonly<Record<string, A>>> =>
  (value, key) => {
    const from = readProperties(value, key)
    const made: Record<string, A> = {}
    try {
      for (const name of Object.keys(from)) assign(made, name, item(from[name], name))
    } catch (failure) {
      throw addKey(failure, key)
    }
    return made
  }

/** Takes over the properties that are not `known`. All of them must be JSON. */
export const rest = <A extends object>(made: A, from: Properties, known: ReadonlyArray<string>): A => {
  for (const name of Object.keys(from)) {
    const value = json(from[name], name)
    if (!known.includes(name)) assign(made, name, value)
  }
  return made
}

/** `__proto__` is an ordinary key, and does not set a prototype. */
const assign = (made: object, name: string, value: unknown): void => {
  Object.defineProperty(made, name, { value, configurable: true, enumerable: true, writable: true })
}

/** The first of several forms that matches. */
export const either =
  <A>(...forms: ReadonlyArray<Decode<A>>): Decode<A> =>
  (value, key) => {
    let failure: unknown
    for (const form of forms) {
      try {
        return form(value, key)
      } catch (mismatch) {
        if (!(mismatch instanceof Mismatch)) throw mismatch
        failure = mismatch
      }
    }
    throw failure
  }

/**
 * The values of templates. None of them is an object of the surrounding JavaScript: maps store the fields, and only the
 * interpreter calls functions, so a source can reach nothing outside these values.
 */

import type { Meter } from "./Meter.ts"

export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<Value>
  | Fields
  | Callable
  | Element
  | Markup
  | Instant
  | VariablesType

export class Fields {
  readonly entries: ReadonlyMap<string, Value>

  constructor(entries: Iterable<readonly [string, Value]>) {
    this.entries = new Map(entries)
  }
}

/** How many attributes and declarations of a style there are to look at. */
export const measureSize = (attributes: ReadonlyMap<string, Value>): number => {
  const style = attributes.get("style")
  return attributes.size + (style instanceof Fields ? style.entries.size : 0)
}

export class Callable {
  readonly call: (args: ReadonlyArray<Value>) => Value
  // Created on demand, because a source creates many functions, and few of them get properties.
  #properties: Map<string, Value> | undefined

  constructor(call: (args: ReadonlyArray<Value>) => Value) {
    this.call = call
  }

  /** Its properties, such as the values for previews. */
  get(property: string): Value {
    return this.#properties?.get(property)
  }

  set(property: string, value: Value): void {
    this.#properties ??= new Map()
    this.#properties.set(property, value)
  }
}

/** An element that was not rendered yet; a fragment has the tag "". */
export class Element {
  readonly tag: string | Callable
  /** `children` among them. */
  readonly attributes: Fields
  /** Its location in the source; `undefined` if a component of a package created it. */
  readonly at: number | undefined

  constructor(tag: string | Callable, attributes: Fields, at?: number) {
    this.tag = tag
    this.attributes = attributes
    this.at = at
  }
}

/** HTML that is finished. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

export class Instant {
  readonly millis: number

  constructor(millis: number) {
    this.millis = millis
  }
}

/** The type of a template's variables; undefined for a type that is not checked. */
export class VariablesType {
  readonly definition: Value

  constructor(definition: Value) {
    this.definition = definition
  }
}

export const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

export const isNothing = (value: Value): value is null | undefined => value === null || value === undefined

/** A value of what JSON can say; of other objects its own fields. */
export const fromJson = (json: unknown): Value => {
  switch (typeof json) {
    case "boolean":
    case "number":
    case "string":
      return json
    case "object":
      if (json === null) return null
      if (Array.isArray(json)) return json.map(fromJson)
      return new Fields(Object.entries(json).map(([key, value]) => [key, fromJson(value)]))
    default:
      return undefined
  }
}

export const describeKind = (value: Value): string => {
  if (value === null || value === undefined) return String(value)
  if (isList(value)) return "a list"
  if (value instanceof Callable) return "a function"
  if (value instanceof Element || value instanceof Markup) return "an element"
  if (value instanceof Instant) return "a date"
  if (value instanceof VariablesType) return "a type"
  return value instanceof Fields ? "an object" : `a ${typeof value}`
}

export const getType = (value: Value): string =>
  value instanceof Callable || value instanceof VariablesType ? "function" : typeof value

export class ValueError extends Error {}

/** Concatenates texts. Counts their lengths first, so that the limit applies before the allocation. */
export const joinTexts = (texts: ReadonlyArray<string>, separator: string, meter: Meter): string => {
  meter.reserve(texts.reduce((sum, text) => sum + text.length + separator.length, 0))
  return texts.join(separator)
}

export const isSame = (left: Value, right: Value, meter: Meter): boolean => {
  if (typeof left === "string" && typeof right === "string" && left.length === right.length) meter.read(left.length)
  return left === right
}

/** The text of a value, as `String(value)` returns it. Fails for values without a text. */
export const toText = (value: Value, meter: Meter): string => {
  if (isList(value)) return joinTexts(toTexts(value, meter), ",", meter)
  if (value instanceof Instant) return new Date(value.millis).toISOString()
  if (typeof value === "object" && value !== null) throw new ValueError(`${describeKind(value)} has no text`)
  return String(value)
}

/** The texts of a list; null and undefined become empty. */
export const toTexts = (list: ReadonlyArray<Value>, meter: Meter): ReadonlyArray<string> => {
  meter.step(list.length)
  return list.map((item) => (item === null || item === undefined ? "" : toText(item, meter)))
}

/** The number of a value, as `Number(value)` returns it for texts, numbers and empty values. */
export const toNumber = (value: Value, meter: Meter): number => {
  if (typeof value === "string") meter.read(value.length)
  if (value instanceof Instant) return value.millis
  if (typeof value === "object" && value !== null) throw new ValueError(`${describeKind(value)} is not a number`)
  return Number(value)
}

/** The items of a list, or the characters of a text. */
export const toList = (value: Value, meter: Meter): ReadonlyArray<Value> => {
  if (typeof value !== "string" && !isList(value)) throw new ValueError(`${describeKind(value)} is not a list`)
  meter.step(value.length)
  return typeof value === "string" ? [...value] : value
}

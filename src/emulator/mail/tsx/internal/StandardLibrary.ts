/** The JavaScript that a template may use: members of values, and a few functions. */
import type { Meter } from "./Meter.ts"
import {
  Callable,
  Fields,
  Instant,
  isList,
  isSame,
  joinTexts,
  describeKind,
  toNumber,
  toText,
  toTexts,
  ValueError,
  type Value,
  VariablesType
} from "./Values.ts"

type Method<Of> = (self: Of, args: ReadonlyArray<Value>, meter: Meter) => Value

const makeMethods = <Of>(table: Readonly<Record<string, Method<Of>>>): ReadonlyMap<string, Method<Of>> =>
  new Map(Object.entries(table))

const readOptionalNumber = (value: Value, meter: Meter): number | undefined =>
  value === undefined ? undefined : toNumber(value, meter)

const readNumberOr = (value: Value, fallback: number, meter: Meter): number =>
  readOptionalNumber(value, meter) ?? fallback

const requireFunction = (value: Value): Callable => {
  if (!(value instanceof Callable)) throw new ValueError(`${describeKind(value)} is not a function`)
  return value
}

/** The decimals that JavaScript writes at most. */
const maxDecimals = 100

/** Exceeds the number of steps that a template may take. */
const maxPieces = 1_000_000

/** The steps to count for one `Intl` format, which takes about as long. */
const intlSteps = 500

/** No name of a locale, a time zone or a style is longer. */
const maxName = 100

/** Options of `Intl`: strings, numbers and booleans. Times default to UTC. */
const readIntlOptions = (value: Value, meter: Meter): Record<string, string | number | boolean> => {
  const options: Record<string, string | number | boolean> = {}
  meter.step(intlSteps)
  if (!(value instanceof Fields)) return options
  meter.step(value.entries.size)
  for (const [name, option] of value.entries) {
    if (typeof option === "string" && option.length > maxName) throw new ValueError("an option is too long")
    if (typeof option === "string" || typeof option === "number" || typeof option === "boolean") {
      Object.defineProperty(options, name, { value: option, enumerable: true })
    }
  }
  return options
}

const readLocale = (value: Value): string => {
  if (typeof value !== "string") return "en-US"
  if (value.length > maxName) throw new ValueError("the name of a locale is too long")
  return value
}

/** Turns `Intl` errors about an unknown locale or option into failures of the template. */
const withIntl = (format: () => string): string => {
  try {
    return format()
  } catch (error) {
    throw new ValueError(error instanceof Error ? error.message : "the format is not known")
  }
}

const pad = (self: string, [length, filler]: ReadonlyArray<Value>, meter: Meter): readonly [number, string] => {
  const requested = readNumberOr(length, 0, meter)
  // Reserves `NaN` as well, which the meter rejects. A text that is long enough needs no new characters.
  meter.reserve(requested <= self.length ? 0 : requested)
  return [requested, filler === undefined ? " " : toText(filler, meter)]
}

/** The arguments of a replacement, charged in advance: `$` patterns may insert as much as the whole text. */
const replaceText = (self: string, [requested, replacement]: ReadonlyArray<Value>, meter: Meter, times?: number) => {
  if (replacement instanceof Callable) throw new ValueError("a replacement is a text")
  const [old, text] = [toText(requested, meter), toText(replacement, meter)]
  meter.search(self, old)
  meter.read(text.length)
  const count = times ?? self.split(old, maxPieces).length
  meter.step(count)
  meter.reserve(self.length + count * (text.length + (text.split("$", maxPieces).length - 1) * self.length))
  return [old, text] as const
}

const readText = (value: Value, meter: Meter): string => {
  const text = toText(value, meter)
  meter.read(text.length)
  return text
}

const searchText = (self: string, value: Value, meter: Meter): string => {
  const part = toText(value, meter)
  meter.search(self, part)
  return part
}

const chargeTrimmed = (self: string, text: string, meter: Meter): string => {
  meter.read(self.length)
  return meter.text(text)
}

/** Whether a list has a value, and where; -1 if it has not. */
const findIndex = (list: ReadonlyArray<Value>, requested: Value, meter: Meter): number => {
  meter.step(list.length)
  return list.findIndex((item) => isSame(item, requested, meter))
}

/** Concatenates lists. Counts all items first, so that the limit applies before the allocation. */
const flattenOnce = (items: ReadonlyArray<Value>, meter: Meter): ReadonlyArray<Value> => {
  meter.step(items.reduce<number>((sum, item) => sum + (isList(item) ? item.length : 1), 0))
  return items.flatMap((item) => (isList(item) ? item : [item]))
}

const stringMethods = makeMethods<string>({
  at: (self, [index], meter) => self.at(readNumberOr(index, 0, meter)),
  charAt: (self, [index], meter) => self.charAt(readNumberOr(index, 0, meter)),
  concat: (self, rest, meter) => joinTexts([self, ...rest.map((value) => toText(value, meter))], "", meter),
  endsWith: (self, [text], meter) => self.endsWith(readText(text, meter)),
  includes: (self, [text], meter) => self.includes(searchText(self, text, meter)),
  indexOf: (self, [text], meter) => self.indexOf(searchText(self, text, meter)),
  padEnd: (self, args, meter) => self.padEnd(...pad(self, args, meter)),
  padStart: (self, args, meter) => self.padStart(...pad(self, args, meter)),
  repeat: (self, [count], meter) => {
    const times = readNumberOr(count, 0, meter)
    if (!(times >= 0 && times < Number.POSITIVE_INFINITY)) throw new ValueError("a text is repeated 0 times or more")
    meter.reserve(self.length * times)
    return self.repeat(times)
  },
  replace: (self, args, meter) => self.replace(...replaceText(self, args, meter, 1)),
  replaceAll: (self, args, meter) => self.replaceAll(...replaceText(self, args, meter)),
  slice: (self, [start, end], meter) =>
    meter.text(self.slice(readNumberOr(start, 0, meter), readOptionalNumber(end, meter))),
  split: (self, [separator, limit], meter) => {
    const requested = readNumberOr(limit, maxPieces, meter)
    // JavaScript treats a negative limit as a large one.
    const maximum = requested < 0 ? maxPieces : Math.min(requested, maxPieces)
    const pieces = separator === undefined ? [self] : self.split(searchText(self, separator, meter), maximum)
    meter.step(pieces.length)
    return pieces
  },
  startsWith: (self, [text], meter) => self.startsWith(readText(text, meter)),
  substring: (self, [start, end], meter) =>
    meter.text(self.substring(readNumberOr(start, 0, meter), readOptionalNumber(end, meter))),
  toLowerCase: (self, _, meter) => meter.text(self.toLowerCase()),
  toString: (self: string) => self,
  toUpperCase: (self, _, meter) => meter.text(self.toUpperCase()),
  trim: (self, _, meter) => chargeTrimmed(self, self.trim(), meter),
  trimEnd: (self, _, meter) => chargeTrimmed(self, self.trimEnd(), meter),
  trimStart: (self, _, meter) => chargeTrimmed(self, self.trimStart(), meter)
})

const numberMethods = makeMethods<number>({
  toFixed: (self, [digits], meter) => self.toFixed(Math.min(Math.max(readNumberOr(digits, 0, meter), 0), maxDecimals)),
  toLocaleString: (self: number, [locale, options]: ReadonlyArray<Value>, meter: Meter) =>
    withIntl(() => self.toLocaleString(readLocale(locale), readIntlOptions(options, meter))),
  toString: (self: number) => String(self)
})

const makeDateFormat =
  (format: (date: Date, locale: string, options: Intl.DateTimeFormatOptions) => string): Method<Instant> =>
  ({ millis }, [locale, options], meter) =>
    withIntl(() =>
      format(new Date(millis), readLocale(locale), { timeZone: "UTC", ...readIntlOptions(options, meter) })
    )

const instantMethods = makeMethods<Instant>({
  getDate: ({ millis }) => new Date(millis).getUTCDate(),
  getDay: ({ millis }) => new Date(millis).getUTCDay(),
  getFullYear: ({ millis }) => new Date(millis).getUTCFullYear(),
  getMonth: ({ millis }) => new Date(millis).getUTCMonth(),
  getTime: ({ millis }) => millis,
  toISOString: ({ millis }) => withIntl(() => new Date(millis).toISOString()),
  toLocaleDateString: makeDateFormat((date, locale, options) => date.toLocaleDateString(locale, options)),
  toLocaleString: makeDateFormat((date, locale, options) => date.toLocaleString(locale, options)),
  toLocaleTimeString: makeDateFormat((date, locale, options) => date.toLocaleTimeString(locale, options))
})

type List = ReadonlyArray<Value>

/** Calls a function with each item, its index and the list. */
const makeVisitor = (list: List, callback: Value, meter: Meter): ((item: Value, index: number) => Value) => {
  const { call } = requireFunction(callback)
  meter.step(list.length)
  return (item, index) => call([item, index, list])
}

const listMethods = makeMethods<List>({
  at: (self, [index], meter) => self.at(readNumberOr(index, 0, meter)),
  concat: (self, rest, meter) => flattenOnce([self, ...rest], meter),
  every: (self, [test], meter) => self.every(makeVisitor(self, test, meter)),
  filter: (self, [test], meter) => self.filter(makeVisitor(self, test, meter)),
  find: (self, [test], meter) => self.find(makeVisitor(self, test, meter)),
  flatMap: (self, [map], meter) => flattenOnce(self.map(makeVisitor(self, map, meter)), meter),
  includes: (self, [item], meter) => findIndex(self, item, meter) !== -1 || (Number.isNaN(item) && self.includes(item)),
  indexOf: (self, [item], meter) => findIndex(self, item, meter),
  join: (self, [separator], meter) =>
    joinTexts(toTexts(self, meter), separator === undefined ? "," : toText(separator, meter), meter),
  map: (self, [map], meter) => self.map(makeVisitor(self, map, meter)),
  reduce: (self, args, meter) => {
    const { call } = requireFunction(args[0])
    meter.step(self.length)
    if (args.length < 2 && self.length === 0) throw new ValueError("an empty list is reduced to nothing")
    const [first, rest] = args.length < 2 ? [self[0], self.slice(1)] : [args[1], self]
    return rest.reduce<Value>((sum, item, index) => call([sum, item, index]), first)
  },
  slice: (self, [start, end], meter) => {
    meter.step(self.length)
    return self.slice(readNumberOr(start, 0, meter), readOptionalNumber(end, meter))
  },
  some: (self, [test], meter) => self.some(makeVisitor(self, test, meter)),
  toReversed: (self, _, meter) => {
    meter.step(self.length)
    return self.toReversed()
  }
})

const bindMethod = <Of>(self: Of, table: ReadonlyMap<string, Method<Of>>, name: string, meter: Meter): Value => {
  const method = table.get(name)
  return method && new Callable((args) => method(self, args, meter))
}

const parseIndex = (key: Value): number | undefined => {
  const index = typeof key === "string" && /^\d{1,9}$/.test(key) ? Number(key) : key
  return typeof index === "number" ? index : undefined
}

/** The member of a value; undefined if it has none of this name. */
export const getMember = (value: Value, key: Value, meter: Meter): Value => {
  if (value === undefined || value === null) {
    throw new ValueError(`${toText(key, meter)} of ${describeKind(value)} cannot be read`)
  }
  const index = parseIndex(key)
  const name = readText(key, meter)
  if (typeof value === "string") {
    if (name === "length") return value.length
    return index === undefined ? bindMethod(value, stringMethods, name, meter) : value[index]
  }
  if (isList(value)) {
    if (name === "length") return value.length
    return index === undefined ? bindMethod(value, listMethods, name, meter) : value[index]
  }
  if (typeof value === "number") return bindMethod(value, numberMethods, name, meter)
  if (typeof value === "boolean") return undefined
  if (value instanceof Instant) return bindMethod(value, instantMethods, name, meter)
  if (value instanceof Fields) return value.entries.get(name)
  if (value instanceof Callable) return value.get(name)
  // An operation on a type returns a type again, which is not checked.
  if (value instanceof VariablesType) return new VariablesType(undefined)
  throw new ValueError(`${name} of ${describeKind(value)} cannot be read`)
}

const listFields = (value: Value, meter: Meter): ReadonlyArray<readonly [string, Value]> => {
  if (!(value instanceof Fields)) throw new ValueError(`${describeKind(value)} has no fields`)
  meter.step(value.entries.size)
  return [...value.entries]
}

const makeFunctions = (table: Readonly<Record<string, (args: ReadonlyArray<Value>) => Value>>): Fields =>
  new Fields(Object.entries(table).map(([name, call]) => [name, new Callable(call)]))

/** The names that a source can use without an import. */
export const makeGlobals = (meter: Meter): ReadonlyMap<string, Value> => {
  const makeMath = (calculate: (...values: ReadonlyArray<number>) => number) => (args: ReadonlyArray<Value>) => {
    meter.step(args.length)
    return calculate(...args.map((value) => toNumber(value, meter)))
  }
  return new Map<string, Value>([
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    [
      "Math",
      makeFunctions({
        abs: makeMath((x = Number.NaN) => Math.abs(x)),
        ceil: makeMath((x = Number.NaN) => Math.ceil(x)),
        floor: makeMath((x = Number.NaN) => Math.floor(x)),
        max: makeMath(Math.max),
        min: makeMath(Math.min),
        round: makeMath((x = Number.NaN) => Math.round(x))
      })
    ],
    [
      "Object",
      makeFunctions({
        entries: ([value]) => listFields(value, meter).map(([name, field]) => [name, field]),
        keys: ([value]) => listFields(value, meter).map(([name]) => name),
        values: ([value]) => listFields(value, meter).map(([, field]) => field)
      })
    ],
    ["Array", makeFunctions({ isArray: ([value]) => isList(value) })],
    ["Boolean", new Callable(([value]) => Boolean(value))],
    ["Number", new Callable(([value]) => toNumber(value, meter))],
    ["String", new Callable(([value]) => toText(value, meter))],
    [
      "encodeURIComponent",
      new Callable(([value]) => {
        const text = toText(value, meter)
        // At most three escapes for each character.
        meter.reserve(text.length * 9)
        return withIntl(() => encodeURIComponent(text))
      })
    ]
  ])
}

/** Evaluates `new name(…)` at a given time. */
export const construct = (name: string, args: ReadonlyArray<Value>, now: number, meter: Meter): Value => {
  const [first] = args
  if (name === "Error") return new Fields([["message", first === undefined ? "" : first]])
  if (name !== "Date") throw new ValueError(`new ${name} cannot be rendered`)
  if (args.length > 1) throw new ValueError("a date is made of one text or number")
  if (first === undefined) return new Instant(now)
  if (typeof first !== "string") return new Instant(toNumber(first, meter))
  meter.read(first.length)
  return new Instant(Date.parse(first))
}

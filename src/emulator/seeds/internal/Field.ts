/** Fields of a seed: each has its schema and its columns, and one rule writes and reads it. */
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { dayMillis } from "../../../domain/Time.ts"
import { sha256 } from "../../crypto/Hashing.ts"

export type Cell = string | number | null

export type Row = Readonly<Record<string, Cell>>

/** The source of generated values, for fields that a seed omits. */
export interface Generators {
  readonly now: number
  readonly uuid: () => string
}

export interface Field<S extends Schema.Top = Schema.Top> {
  readonly schema: S
  /** The columns of a value; `undefined` if the seed has none. */
  write(value: S["Type"] | undefined, generators: Generators): Row
  /** The value in a row; `undefined` if the seed needs none. */
  readonly read: (row: Row) => unknown
}

type OptionalField<S extends Schema.Top> = Field<Schema.optional<S>>

/** Such as a fixed text, or a generated id. */
type Default = Cell | ((generators: Generators) => Cell)

const Uuid = Schema.String.check(Schema.isUUID())

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "64 hexadecimal digits" }))

/** A time in ISO 8601, such as `2026-01-31T12:00:00.000Z`. */
const Time = Schema.String.check(
  Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a time such as 2026-01-31T12:00:00Z")
)

/** A key or token: the text itself, or what the emulator stores of it. */
const Secret = Schema.Union([
  Schema.String.check(Schema.isMinLength(1)),
  Schema.Struct({
    sha256: Schema.optional(Sha256),
    lastFour: Schema.optional(Schema.String),
    tailSha256: Schema.optional(Sha256)
  })
])

const makeField = <S extends Schema.Top>(
  schema: S,
  column: string,
  fallback: Default,
  write: (value: S["Type"]) => Cell,
  read: (cell: string | number) => unknown
): OptionalField<S> => ({
  schema: Schema.optional(schema),
  write: (value, generators) => {
    const computeFallback = () => (typeof fallback === "function" ? fallback(generators) : fallback)
    return { [column]: value === undefined ? computeFallback() : write(value) }
  },
  read: (row) => {
    const cell = row[column] ?? null
    return cell === null || cell === fallback ? undefined : read(cell)
  }
})

/** A field that a seed cannot omit. */
export const required = <S extends Schema.Top>(optional: OptionalField<S>): Field<S> => ({
  ...optional,
  schema: Schema.required(optional.schema)
})

/** A text or number, stored unchanged. */
export const plain = <S extends Schema.Codec<string | number>>(
  schema: S,
  column: string,
  fallback: Default = null
): OptionalField<S> =>
  makeField(
    schema,
    column,
    fallback,
    (value) => value,
    (cell) => cell
  )

export const text = (column: string, fallback: Default = null) => plain(Schema.String, column, fallback)

export const count = (column: string, fallback: Default = null) =>
  plain(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), column, fallback)

export const reference = (column: string) => plain(Uuid, column)

export const generateId = ({ uuid }: Generators): Cell => uuid()

/** An id, generated if omitted. */
export const id = () => plain(Uuid, "id", generateId)

/** Yes or no; 1 and 0 in the table. */
export const flag = (column: string, fallback = false) =>
  makeField(Schema.Boolean, column, Number(fallback), Number, (cell) => cell === 1)

/** A moment; milliseconds in the table, ISO 8601 in a seed. */
export const time = (column: string, fallback: Default = null) =>
  makeField(Time, column, fallback, Date.parse, (millis) => new Date(millis).toISOString())

/** The time at which the seed is put into the tables, as a fallback. */
export const now = (generators: Generators): Cell => generators.now

/** A number of days after {@link now}, as a fallback. */
export const later =
  (days: number) =>
  (generators: Generators): Cell =>
    generators.now + days * dayMillis

/** JSON; its text in the table. */
export const json = <S extends Schema.Codec<Schema.Json>>(schema: S, column: string): OptionalField<S> =>
  makeField(schema, column, null, JSON.stringify, (cell) => JSON.parse(String(cell)))

/** A hash in hexadecimal digits, which the table holds as it is. */
export const hash = (column: string) => plain(Sha256, column)

/** A secret of which only the hash is stored, and sometimes its end. */
export const secret = (columns: {
  readonly hash: string
  readonly lastFour?: string
  /** The hash of the text after this many characters. */
  readonly tail?: readonly [column: string, skipped: number]
}): OptionalField<typeof Secret> => ({
  schema: Schema.optional(Secret),
  write: (value = {}) => {
    const { lastFour, tail } = columns
    const stored =
      typeof value === "string"
        ? { sha256: sha256(value), lastFour: value.slice(-4), tailSha256: sha256(value.slice(tail?.[1] ?? 0)) }
        : value
    return {
      [columns.hash]: stored.sha256 ?? null,
      ...(lastFour !== undefined && { [lastFour]: stored.lastFour ?? null }),
      ...(tail !== undefined && { [tail[0]]: stored.tailSha256 ?? null })
    }
  },
  read: (row) => {
    const read = (name: string, column: string | undefined) => {
      const cell = column === undefined ? null : (row[column] ?? null)
      return cell === null ? {} : { [name]: cell }
    }
    const stored = {
      ...read("sha256", columns.hash),
      ...read("lastFour", columns.lastFour),
      ...read("tailSha256", columns.tail?.[0])
    }
    return Equal.equals(stored, {}) ? undefined : stored
  }
})

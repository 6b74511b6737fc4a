/** Maps parts of a seed to tables: each field names its columns, and one rule reads and writes it. */
import * as Equal from "effect/Equal"
import { sha256 } from "../../crypto/Hashing.ts"

/** The value of a column. */
export type Cell = string | number | null

/** The columns of a row by name. */
export type Row = Readonly<Record<string, Cell>>

/** The source of generated values, for fields that a seed omits. */
export interface Generators {
  readonly now: number
  readonly uuid: () => string
}

/** A field of a part. */
export interface Field {
  /** The columns of a value; `undefined` if the seed has none. */
  readonly write: (value: unknown, generators: Generators) => Row
  /** The value in a row; `undefined` if the seed needs none. */
  readonly read: (row: Row) => unknown
}

/** A part of a seed: rows of a table. */
export interface Node {
  readonly table: string
  /** Under which name, and with which column, its own parts refer to it. */
  readonly key?: readonly [name: string, column: string]
  readonly order?: string
  readonly fields: Readonly<Record<string, Field>>
  readonly children?: Readonly<Record<string, Child>>
}

/** Parts of a part. */
export interface Child extends Node {
  /** Its columns that refer to what it is a part of, the closest last. */
  readonly links: ReadonlyArray<readonly [column: string, name: string]>
  /** One thing instead of a list. */
  readonly isOne?: boolean
  /** The only field of the part: the list contains its values directly. */
  readonly only?: string
}

type Default = Cell | ((generators: Generators) => Cell)

const resolve = (fallback: Default, generators: Generators): Cell =>
  typeof fallback === "function" ? fallback(generators) : fallback

const field = (
  column: string,
  fallback: Default,
  write: (value: unknown) => Cell,
  read: (cell: string | number) => unknown
): Field => ({
  write: (value, generators) => ({ [column]: value === undefined ? resolve(fallback, generators) : write(value) }),
  read: (row) => {
    const cell = row[column] ?? null
    return cell === null || cell === fallback ? undefined : read(cell)
  }
})

/** A text or number, stored unchanged. */
export const plain = (column: string, fallback: Default = null): Field =>
  field(
    column,
    fallback,
    // Texts and numbers, by the schema of seeds.
    (value) => value as Cell,
    (cell) => cell
  )

/** An id, generated if omitted. */
export const id = (column = "id"): Field => plain(column, ({ uuid }) => uuid())

/** Yes or no; 1 and 0 in the table. */
export const flag = (column: string, fallback = false): Field =>
  field(column, Number(fallback), Number, (cell) => cell === 1)

/** A moment; milliseconds in the table, ISO 8601 in a seed. */
export const time = (column: string, fallback: Default = null): Field =>
  field(
    column,
    fallback,
    (text) => Date.parse(String(text)),
    (millis) => new Date(millis).toISOString()
  )

/** The time at which the seed is put into the tables, as a fallback. */
export const now = ({ now }: Generators): Cell => now

/** Any JSON; its text in the table. */
export const json = (column: string, fallback: Default = null): Field =>
  field(
    column,
    fallback,
    (value) => JSON.stringify(value),
    (text) => JSON.parse(String(text))
  )

interface Stored {
  readonly sha256?: string | undefined
  readonly lastFour?: string | undefined
  readonly tailSha256?: string | undefined
}

/** A secret of which only the hash is stored, and sometimes its end. */
export const secret = (columns: {
  readonly hash: string
  readonly lastFour?: string
  /** The hash of the text after this many characters. */
  readonly tail?: readonly [column: string, skipped: number]
}): Field => ({
  write: (value) => {
    const { hash, lastFour, tail } = columns
    const stored: Stored =
      typeof value === "string"
        ? { sha256: sha256(value), lastFour: value.slice(-4), tailSha256: sha256(value.slice(tail?.[1] ?? 0)) }
        : // by the schema of seeds
          ((value ?? {}) as Stored)
    return {
      [hash]: stored.sha256 ?? null,
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

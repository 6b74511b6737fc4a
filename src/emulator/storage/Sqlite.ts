/** The port of the database: what the emulator uses of an SQLite connection, in the words of `node:sqlite`. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DatabaseError } from "./DatabaseError.ts"

export type Value = string | number | bigint | null | Uint8Array

/** A prepared statement. Errors of SQLite are exceptions with their extended result code as `errcode`. */
export interface Statement {
  readonly all: (...params: ReadonlyArray<Value>) => ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly get: (...params: ReadonlyArray<Value>) => Readonly<Record<string, unknown>> | undefined
  readonly run: (...params: ReadonlyArray<Value>) => unknown
}

export interface Connection {
  /** Runs several statements, separated by semicolons. */
  readonly exec: (text: string) => void
  readonly prepare: (text: string) => Statement
  /** A query without parameters, whose rows are arrays. */
  readonly prepareArrays: (text: string) => () => ReadonlyArray<ReadonlyArray<unknown>>
  readonly isTransaction: boolean
  /** The pages of a database, and a database of them; only where the platform has it. */
  readonly serialize?: (() => Uint8Array) | undefined
  readonly deserialize?: ((pages: Uint8Array) => void) | undefined
  /** Adds a function of one argument to SQL. */
  readonly function: (
    name: string,
    options: { readonly deterministic: boolean },
    call: (argument: unknown) => string | null
  ) => void
}

/** Runs statements that all count, or none of them. */
export const runInTransaction = (database: Pick<Connection, "exec" | "isTransaction">, run: () => void): void => {
  database.exec("BEGIN IMMEDIATE")
  try {
    run()
    database.exec("COMMIT")
  } catch (cause) {
    // Some failures have already ended the transaction.
    if (database.isTransaction) database.exec("ROLLBACK")
    throw cause
  }
}

export interface Opened {
  readonly database: Connection
  /** The absolute path of the file, or `:memory:`. */
  readonly file: string
  /** Whether no other user can read it. */
  readonly isPrivate: boolean
  readonly close: () => void
}

export const memory = ":memory:"

/** SQLite of this platform: that of Node, or one in WebAssembly. */
export class Sqlite extends Context.Service<
  Sqlite,
  {
    /** Opens a file, or {@link memory}, with its tables up to date. */
    readonly open: (name: string) => Effect.Effect<Opened, DatabaseError>
  }
>()("gatefold/emulator/storage/Sqlite") {}

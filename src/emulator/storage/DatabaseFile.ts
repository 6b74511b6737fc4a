/**
 * Opens the emulator's database file: a new one or one of Gatefold, undamaged, used by no other process, and readable
 * by its owner only.
 *
 * One process at a time uses a file. It holds a lock of the operating system on a second, empty file, which ends with
 * the process. The database itself is not locked, so that other tools can read it meanwhile.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DatabaseError, findReason } from "./DatabaseError.ts"
import * as Migrations from "./Migrations.ts"
import * as Sqlite from "./Sqlite.ts"

/** Only the owner may read the file: it contains password hashes and TOTP secrets. */
const fileMode = 0o600

/** "GTFD", in the header of the file; missing in files of version 0.1. */
const applicationId = 0x47_54_46_44

/** Tables of all files of version 0.1. */
const ourTables = ["migrations", "server_secrets"]

/** Creates a file unless it exists, with its mode from the beginning, independent of the umask. */
const create = (file: string): void => {
  try {
    const descriptor = fs.openSync(file, "wx", fileMode)
    fs.fchmodSync(descriptor, fileMode)
    fs.closeSync(descriptor)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
  }
}

const readSize = (file: string): number | undefined => fs.statSync(file, { throwIfNoEntry: false })?.size

/**
 * Creates a database. Its file gets its final name only with a header, so an empty file is never a new database. Only
 * for the holder of the lock.
 */
const createDatabase = (file: string): void => {
  const beside = `${file}-new`
  for (const name of [beside, `${file}-wal`, `${file}-shm`, `${file}-journal`]) fs.rmSync(name, { force: true })
  create(beside)
  const database = new DatabaseSync(beside)
  try {
    database.exec(`PRAGMA application_id = ${applicationId}`)
  } finally {
    database.close()
  }
  fs.renameSync(beside, file)
}

/**
 * Whether a file lost its content: it is empty, but Gatefold's log or lock is next to it. SQLite would treat it as a
 * new database, as it does a file of one byte, and remove the log.
 */
const isCutOff = (file: string): boolean =>
  (readSize(file) ?? 2) < 2 && ((readSize(`${file}-wal`) ?? 0) > 0 || readSize(`${file}-lock`) !== undefined)

/** Narrows the modes of existing files. Files that SQLite creates beside the database get its mode. */
const restrictAccess = (file: string): boolean => {
  for (const suffix of ["", "-wal", "-shm", "-journal", "-lock"]) {
    const name = file + suffix
    try {
      const mode = fs.statSync(name, { throwIfNoEntry: false })?.mode
      if (mode !== undefined && (mode & 0o777) !== fileMode) fs.chmodSync(name, fileMode)
    } catch {
      // A file of another user, or a file system without modes.
      return false
    }
  }
  return true
}

const isNoDatabase = (cause: unknown): boolean => cause instanceof Error && "errcode" in cause && cause.errcode === 26

/** Checks that a database is empty or belongs to Gatefold, and is undamaged, without changing it. */
const inspect = (database: DatabaseSync, fail: (reason: "Foreign" | "Newer" | "Corrupt") => DatabaseError): void => {
  const readValue = (text: string) => Object.values(database.prepare(text).get() ?? {})[0]
  const names = database
    .prepare("SELECT name FROM sqlite_schema")
    .all()
    .map(({ name }) => name)
  const id = readValue("PRAGMA application_id")
  const isOld = id === 0 && ourTables.every((name) => names.includes(name))
  const isEmpty = id === 0 && names.length === 0
  if (id !== applicationId && !isOld && !isEmpty) throw fail("Foreign")
  if (
    names.includes("migrations") &&
    Number(readValue("SELECT max(migration_id) FROM migrations")) > Migrations.latest
  ) {
    throw fail("Newer")
  }
  if (readValue("PRAGMA quick_check(1)") !== "ok") throw fail("Corrupt")
}

/** Holds the lock of a file until it is closed. */
const lock = (file: string): DatabaseSync => {
  const name = `${file}-lock`
  create(name)
  const holder = new DatabaseSync(name)
  try {
    // The lock is held by an open transaction, without a journal file.
    holder.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    return holder
  } catch (cause) {
    holder.close()
    // An unrelated file has that name.
    throw isNoDatabase(cause) ? new DatabaseError({ reason: "Foreign", file: name, cause }) : cause
  }
}

const settings = { enableForeignKeyConstraints: true } as const

const makeConnection = (database: DatabaseSync): Sqlite.Connection => ({
  exec: (text) => database.exec(text),
  prepare: (text) => database.prepare(text),
  prepareArrays: (text) => {
    const statement = database.prepare(text)
    statement.setReturnArrays(true)
    // `all` is typed for objects only.
    return () => statement.all() as unknown as ReadonlyArray<ReadonlyArray<unknown>>
  },
  get isTransaction() {
    return database.isTransaction
  },
  function: (name, options, call) => database.function(name, options, call),
  // The oldest supported Node lacks `serialize`.
  ...(typeof database.serialize === "function" && {
    serialize: () => database.serialize(),
    deserialize: (pages: Uint8Array) => database.deserialize(pages)
  })
})

const openFile = (file: string): Sqlite.Opened => {
  if (isCutOff(file)) throw new DatabaseError({ reason: "Corrupt", file })
  let holder = readSize(file) === undefined ? lock(file) : undefined
  let database: DatabaseSync | undefined
  const close = () => {
    database?.close()
    holder?.close()
  }
  try {
    // Another process may have created it before this one got the lock.
    if (readSize(file) === undefined) createDatabase(file)
    database = new DatabaseSync(file, settings)
    try {
      inspect(database, (reason) => new DatabaseError({ reason, file }))
    } catch (cause) {
      // The file is not a database. Later, the same code means that something overwrote Gatefold's header.
      throw isNoDatabase(cause) ? new DatabaseError({ reason: "Foreign", file, cause }) : cause
    }
    holder ??= lock(file)
    const isPrivate = restrictAccess(file)
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      BEGIN IMMEDIATE;
      PRAGMA application_id = ${applicationId};
      COMMIT;
    `)
    Migrations.migrate(database)
    return { database: makeConnection(database), file, isPrivate, close }
  } catch (cause) {
    close()
    throw cause
  }
}

/** Resolves links, also to missing files, so that one file has one lock. */
const resolveTarget = (file: string): string => {
  if (fs.statSync(file, { throwIfNoEntry: false }) !== undefined) return fs.realpathSync(file)
  const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? resolveTarget(path.resolve(path.dirname(file), fs.readlinkSync(file))) : file
}

/** Opens a file, or `:memory:`, and migrates its tables. Throws a {@link DatabaseError} for problems of the file. */
export const open = (name: string): Sqlite.Opened => {
  if (name === Sqlite.memory) {
    const database = new DatabaseSync(Sqlite.memory, settings)
    Migrations.create(database)
    return { database: makeConnection(database), file: Sqlite.memory, isPrivate: true, close: () => database.close() }
  }
  // Absolute, so that it stays the same file, and SQLite does not read it as a URI.
  const absolute = path.resolve(name)
  try {
    return openFile(resolveTarget(absolute))
  } catch (cause) {
    const reason = cause instanceof DatabaseError ? undefined : findReason(cause)
    throw reason === undefined ? cause : new DatabaseError({ reason, file: absolute, cause })
  }
}

/** The SQLite of Node: files, and databases in memory. */
export const layer: Layer.Layer<Sqlite.Sqlite> = Layer.succeed(Sqlite.Sqlite, {
  open: (name) =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(open(name))
      } catch (cause) {
        return cause instanceof DatabaseError ? Effect.fail(cause) : Effect.die(cause)
      }
    })
})

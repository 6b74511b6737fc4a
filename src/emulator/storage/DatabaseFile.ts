/**
 * Opens the file with the emulator's data: ours or new, whole, used by nobody
 * else, and readable by nobody else.
 *
 * One process at a time uses a file. What says so is a lock on a second, empty
 * file beside it, which is a lock of the operating system: it ends with the
 * process, however that ends. The database itself stays open to those who look
 * into it while the emulator runs.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { DatabaseError, reasonOf } from "./DatabaseError.ts"
import * as Migrations from "./Migrations.ts"

/** An open database. */
export interface DatabaseFile {
  readonly database: DatabaseSync
  /** The absolute path, or `:memory:`. */
  readonly file: string
  /** Whether the file system took the modes that keep other users out. */
  readonly isPrivate: boolean
  readonly close: () => void
}

const MEMORY = ":memory:"

/** Ours alone: it holds hashes of passwords, and secrets of second factors. */
const MODE = 0o600

/** "GTFD", in the header of the file. Files of version 0.1 have none. */
const APPLICATION_ID = 0x47_54_46_44

/** Tables that every file of version 0.1 has. */
const OUR_TABLES = ["migrations", "server_secrets"]

/** Creates a file unless there is one, in the right mode from its first moment, whatever the umask. */
const create = (file: string): void => {
  try {
    const descriptor = fs.openSync(file, "wx", MODE)
    fs.fchmodSync(descriptor, MODE)
    fs.closeSync(descriptor)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
  }
}

/** Narrows the modes of files that are there already. Those that SQLite makes beside the database get its mode. */
const restrict = (file: string): boolean => {
  for (const suffix of ["", "-wal", "-shm", "-journal", "-lock"]) {
    const name = file + suffix
    try {
      const mode = fs.statSync(name, { throwIfNoEntry: false })?.mode
      if (mode !== undefined && (mode & 0o777) !== MODE) fs.chmodSync(name, MODE)
    } catch {
      // somebody else's file, or a file system without modes
      return false
    }
  }
  return true
}

const isNoDatabase = (cause: unknown): boolean => cause instanceof Error && "errcode" in cause && cause.errcode === 26

/** Looks whether a database is one of ours or empty, and whole; changes nothing. */
const inspect = (database: DatabaseSync, fail: (reason: "Foreign" | "Newer" | "Corrupt") => DatabaseError): void => {
  const value = (text: string) => Object.values(database.prepare(text).get() ?? {})[0]
  const names = database
    .prepare("SELECT name FROM sqlite_schema")
    .all()
    .map(({ name }) => name)
  const id = value("PRAGMA application_id")
  const isOld = id === 0 && OUR_TABLES.every((name) => names.includes(name))
  const isEmpty = id === 0 && names.length === 0
  if (id !== APPLICATION_ID && !isOld && !isEmpty) throw fail("Foreign")
  if (names.includes("migrations") && Number(value("SELECT max(migration_id) FROM migrations")) > Migrations.latest) {
    throw fail("Newer")
  }
  if (value("PRAGMA quick_check(1)") !== "ok") throw fail("Corrupt")
}

/** Holds the lock of a file until it is closed. */
const lock = (file: string): DatabaseSync => {
  const name = `${file}-lock`
  create(name)
  const holder = new DatabaseSync(name)
  try {
    // the lock is taken in the open transaction; without a journal, which is a file of its own
    holder.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    return holder
  } catch (cause) {
    holder.close()
    // another file of that name, of which the database knows nothing
    throw isNoDatabase(cause) ? new DatabaseError({ reason: "Foreign", file: name, cause }) : cause
  }
}

const settings = { enableForeignKeyConstraints: true } as const

const openFile = (file: string): DatabaseFile => {
  create(file)
  const database = new DatabaseSync(file, settings)
  let holder: DatabaseSync | undefined
  const close = () => {
    database.close()
    holder?.close()
  }
  try {
    try {
      inspect(database, (reason) => new DatabaseError({ reason, file }))
    } catch (cause) {
      // no database at all; later, the same code means that the header of ours was overwritten
      throw isNoDatabase(cause) ? new DatabaseError({ reason: "Foreign", file, cause }) : cause
    }
    holder = lock(file)
    const isPrivate = restrict(file)
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      BEGIN IMMEDIATE;
      PRAGMA application_id = ${APPLICATION_ID};
      COMMIT;
    `)
    Migrations.migrate(database)
    return { database, file, isPrivate, close }
  } catch (cause) {
    close()
    throw cause
  }
}

/** What a link leads to, whether or not it is there yet, so that one file has one lock. */
const targetOf = (file: string): string => {
  if (fs.statSync(file, { throwIfNoEntry: false }) !== undefined) return fs.realpathSync(file)
  const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? targetOf(path.resolve(path.dirname(file), fs.readlinkSync(file))) : file
}

/** Opens a file, or `:memory:`, and brings its tables up to date. Throws a {@link DatabaseError} where the file is to blame. */
export const open = (name: string): DatabaseFile => {
  if (name === MEMORY) {
    const database = new DatabaseSync(MEMORY, settings)
    Migrations.create(database)
    return { database, file: MEMORY, isPrivate: true, close: () => database.close() }
  }
  // absolute, so that it stays the same file, and is no URI to SQLite
  const absolute = path.resolve(name)
  try {
    return openFile(targetOf(absolute))
  } catch (cause) {
    const reason = cause instanceof DatabaseError ? undefined : reasonOf(cause)
    throw reason === undefined ? cause : new DatabaseError({ reason, file: absolute, cause })
  }
}

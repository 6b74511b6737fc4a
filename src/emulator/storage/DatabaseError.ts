/** Errors of the emulator's database file, with advice. */
import * as Cause from "effect/Cause"
import { TaggedError } from "../../domain/errors/TaggedError.ts"

/**
 * The reason that a database file is unusable:
 *
 * - `InUse`: another emulator uses it, or another program holds a lock on it.
 * - `Foreign`: it is not a Gatefold database. It stays unchanged.
 * - `Newer`: a later version of Gatefold wrote it.
 * - `Corrupt`: its content is damaged.
 * - `Full`: the disk is full.
 * - `Inaccessible`: it cannot be opened or written.
 * - `Failed`: the disk failed to read or write it.
 * - `Closed`: the emulator has ended.
 */
export type Reason = "InUse" | "Foreign" | "Newer" | "Corrupt" | "Full" | "Inaccessible" | "Failed" | "Closed"

const texts: Readonly<Record<Reason, (file: string) => string>> = {
  InUse: (file) =>
    `The database file ${file} is in use, by another emulator or by a program that has locked it. End that one, or name another file.`,
  Foreign: (file) => `The file ${file} is not a database of the emulator, and was left as it is. Name another file.`,
  Newer: (file) =>
    `The database file ${file} was made by a later version of Gatefold. Use that version, or name another file.`,
  Corrupt: (file) =>
    `The database file ${file} is damaged. Restore a copy of it, or move it away to start with a new one.`,
  Full: (file) => `There is no space left to write the database file ${file}. Make some.`,
  Inaccessible: (file) =>
    `The database file ${file} cannot be opened for reading and writing. Its folder has to exist, and both have to be writable.`,
  Failed: (file) => `The disk failed to read or write the database file ${file}. Check the disk.`,
  Closed: () => "The emulator has ended."
}

interface Members {
  readonly reason: Reason
  /** The absolute path of the file, or `:memory:`. */
  readonly file: string
  /** The error of SQLite or the system. */
  readonly cause?: unknown
}

/** The file with the emulator's data cannot be used. The message contains its path, and advice. */
export class DatabaseError extends TaggedError("DatabaseError")<Members> {
  constructor(members: Members) {
    super(members)
    // Consoles print the members of an error that are enumerable.
    if (members.cause !== undefined) Object.defineProperty(this, "cause", { enumerable: true })
  }

  override get message() {
    return texts[this.reason](this.file)
  }

  /** The message for clients: without the folder. */
  get publicMessage() {
    return texts[this.reason](this.file.replace(/^.*[/\\]/s, ""))
  }
}

const sqliteReasons = new Map<number, Reason>([
  [3, "Inaccessible"], // PERM
  [5, "InUse"], // BUSY
  [6, "InUse"], // LOCKED
  [8, "Inaccessible"], // READONLY
  [10, "Failed"], // IOERR
  [11, "Corrupt"], // CORRUPT
  [13, "Full"], // FULL
  [14, "Inaccessible"], // CANTOPEN
  [26, "Corrupt"] // NOTADB
])

const systemReasons = new Map<unknown, Reason>([
  ["EACCES", "Inaccessible"],
  ["EISDIR", "Inaccessible"],
  ["ENOENT", "Inaccessible"],
  ["ENOTDIR", "Inaccessible"],
  ["EPERM", "Inaccessible"],
  ["EROFS", "Inaccessible"],
  ["ELOOP", "Inaccessible"],
  ["ENAMETOOLONG", "Inaccessible"],
  ["EDQUOT", "Full"],
  ["ENOSPC", "Full"],
  ["EIO", "Failed"],
  // The message of `node:sqlite` for a closed connection.
  ["ERR_INVALID_STATE", "Closed"]
])

/** The problem of the file in an exception of `node:sqlite` or `node:fs`; `undefined` if it is about a statement. */
export const findReason = (cause: unknown): Reason | undefined => {
  if (!(cause instanceof Error)) return undefined
  if ("errcode" in cause && typeof cause.errcode === "number") return sqliteReasons.get(cause.errcode & 0xff)
  return "code" in cause ? systemReasons.get(cause.code) : undefined
}

const maxDepth = 16

/** A failure and its causes, the outermost first. */
function* listCauses(failure: unknown): Generator<object> {
  let at = failure
  for (let depth = 0; depth < maxDepth && typeof at === "object" && at !== null; depth++) {
    yield at
    if (Cause.isCause(at)) at = Cause.squash(at)
    else if ("reason" in at) at = at.reason
    else at = "cause" in at ? at.cause : undefined
  }
}

export const find = (failure: unknown): DatabaseError | undefined => {
  for (const at of listCauses(failure)) if (at instanceof DatabaseError) return at
  return undefined
}

const sqliteConstraintForeignkey = 787

/** Whether a row could not be written because another one, which it is about, is not there any more. */
export const isOrphaned = (failure: unknown): boolean => {
  for (const at of listCauses(failure)) if ("errcode" in at && at.errcode === sqliteConstraintForeignkey) return true
  return false
}

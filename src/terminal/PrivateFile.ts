/**
 * Files that only their owner can read, in a folder that only their owner can enter. Windows has no such modes, and a
 * folder for each user.
 */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { isOlderThan } from "./internal/FileLocks.ts"
import { readErrorCode } from "./SystemError.ts"

const maxBytes = 65_536

const isOwn = ({ mode, uid }: fs.Stats): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)

/** Makes the folder if it is missing. Throws if others could read or change what is in it, or it is a link. */
export const ensureFolder = (folder: string): void => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = fs.lstatSync(folder)
  if (!stat.isDirectory()) throw new Error(`${folder} is a link; remove it`)
  if (!isOwn(stat)) throw new Error(`${folder} is open to other users; chmod 700 it, or remove it`)
}

const isOwnFolder = (folder: string): boolean => {
  const stat = fs.lstatSync(folder)
  return stat.isDirectory() && isOwn(stat)
}

/** The text of a file; undefined if it is missing, a link, too large, or could belong to another user. */
export const read = (file: string): string | undefined => {
  try {
    if (!isOwnFolder(path.dirname(file))) return undefined
    const opened = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    try {
      const stat = fs.fstatSync(opened)
      return stat.isFile() && isOwn(stat) && stat.size <= maxBytes ? fs.readFileSync(opened, "utf8") : undefined
    } finally {
      fs.closeSync(opened)
    }
  } catch {
    return undefined
  }
}

/** A writer that takes longer than that was killed, in milliseconds. */
const leftBehindMillis = 60_000

/** Removes files that killed writers have left next to a file, because they contain secrets. */
const sweep = (file: string): void => {
  const folder = path.dirname(file)
  for (const name of fs.readdirSync(folder)) {
    const isDraft = name.startsWith(`${path.basename(file)}.`) && name.endsWith(".tmp")
    if (isDraft && isOlderThan(path.join(folder, name), leftBehindMillis)) remove(path.join(folder, name))
  }
}

/** A text that is written beside a file, to take its place as a whole. */
export interface Draft {
  readonly descriptor: number
  readonly beside: string
  readonly file: string
}

export const begin = (file: string): Draft => {
  const beside = `${file}.${randomUUID()}.tmp`
  return { descriptor: fs.openSync(beside, "wx", 0o600), beside, file }
}

/** Puts a draft in its place. Its text is on the disk before. */
export const finish = ({ beside, descriptor, file }: Draft): void => {
  fs.fsyncSync(descriptor)
  fs.renameSync(beside, file)
}

/** Closes a draft, and removes it unless it is in its place. */
export const end = ({ beside, descriptor }: Draft): void => {
  fs.closeSync(descriptor)
  remove(beside)
}

/** Replaces a file as a whole, or not at all. Throws if it cannot be written. */
export const replace = (file: string, text: string): void => {
  const draft = begin(file)
  try {
    fs.writeFileSync(draft.descriptor, text)
    finish(draft)
  } finally {
    end(draft)
  }
}

/** Replaces a file in a folder that only its owner can enter. */
export const write = (file: string, text: string): void => {
  ensureFolder(path.dirname(file))
  sweep(file)
  replace(file, text)
}

/** Removes a file, if there is one. */
export const remove = (file: string): void => fs.rmSync(file, { force: true })

/** Why a file could not be written, without what is in it. */
export const writeProblem = (error: unknown): string => {
  const code = readErrorCode(error)
  return code === undefined && error instanceof Error ? error.message : `the system says ${code ?? "no"}`
}

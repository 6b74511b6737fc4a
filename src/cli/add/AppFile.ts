/**
 * Files of an app, written nowhere else: a link in it, of a file or of a folder above one, may point out of the app.
 */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { type CommandError, refused } from "../CommandError.ts"

const isWithin = (folder: string, file: string): boolean => {
  const relative = path.relative(folder, file)
  return relative === "" || (!path.isAbsolute(relative) && relative.split(path.sep)[0] !== "..")
}

const findRealPath = (file: string): string | undefined => {
  if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined
  if (fs.existsSync(file)) return fs.realpathSync(file)
  throw new Error(`${file} is a link to nowhere. Nothing is written there.`)
}

/** Where a file of the app really is, or will be. Throws if that is not in the app, or behind a link to nowhere. */
export const resolve = (app: string, file: string): string => {
  const root = fs.realpathSync(app)
  const target = path.resolve(app, file)
  let existing = target
  let real = findRealPath(existing)
  while (real === undefined) {
    existing = path.dirname(existing)
    real = findRealPath(existing)
  }
  if (isWithin(root, real)) return path.join(real, path.relative(existing, target))
  throw new Error(`${file} is not in the app: it leads to ${real}. Nothing is written there.`)
}

/**
 * Writes a file of the app, and makes its folders; one that is there only with `replaces`. The new file takes the place
 * of the old one, whose content may also belong to a file outside of the app, by a hard link.
 */
export const write = (app: string, file: string, text: string, { replaces = false } = {}): void => {
  fs.mkdirSync(path.dirname(resolve(app, file)), { recursive: true })
  // Once more, because the folders may be others by now.
  const target = resolve(app, file)
  if (!replaces) return fs.writeFileSync(target, text, { flag: "wx" })
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`)
  try {
    fs.writeFileSync(draft, text, { flag: "wx", mode: fs.statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666 })
    fs.renameSync(draft, target)
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

export const requirePackage = (app: string, code: string): Effect.Effect<void, CommandError> =>
  fs.existsSync(path.join(app, "package.json"))
    ? Effect.void
    : Effect.fail(refused(`${app} has no package.json. Run this command in the folder of your app.`, code))

/** Runs functions of this module; what they throw fails as an error of a command, with this code. */
export const attempt = <A>(code: string, run: () => A): Effect.Effect<A, CommandError> =>
  Effect.try({ try: run, catch: (cause) => refused(cause instanceof Error ? cause.message : String(cause), code) })

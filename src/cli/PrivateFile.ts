/** Files for their owner only, such as those with hashes of passwords: written as a whole, or left as they were. */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { type CommandError, refused } from "./CommandError.ts"
import { reasonOf } from "./Problem.ts"

/** Adds text to a file that is being written. */
export type Append = (text: string) => Effect.Effect<void, CommandError>

interface Draft {
  readonly descriptor: number
  /** Where the text is until it is whole; undefined for a pipe or a terminal, which takes it at once. */
  readonly beside: string | undefined
  readonly target: string
}

const begin = (file: string): Draft => {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isFile()) {
    return { descriptor: fs.openSync(file, "w"), beside: undefined, target: file }
  }
  const target = stat === undefined ? file : fs.realpathSync(file)
  const beside = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`)
  return { descriptor: fs.openSync(beside, "wx", 0o600), beside, target }
}

/** The text is on the disk before it takes the place of what was there. */
const finish = ({ beside, descriptor, target }: Draft): void => {
  if (beside === undefined) return
  fs.fsyncSync(descriptor)
  fs.renameSync(beside, target)
}

const end = ({ beside, descriptor }: Draft): void => {
  fs.closeSync(descriptor)
  // gone when it was renamed
  if (beside !== undefined) fs.rmSync(beside, { force: true })
}

/** Replaces a file by what `write` appends; when that fails or is interrupted, the file is as it was. */
export const replace = <A, E, R>(
  file: string,
  write: (append: Append) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | CommandError, R> => {
  const attempt = <B>(run: () => B) => Effect.try({ try: run, catch: problemOf(file) })
  return Effect.acquireUseRelease(
    attempt(() => begin(file)),
    (draft) =>
      write((text) => attempt(() => fs.writeFileSync(draft.descriptor, text))).pipe(
        Effect.tap(() => attempt(() => finish(draft)))
      ),
    (draft) => Effect.sync(() => end(draft))
  )
}

/** Replaces a file by a text. */
export const write = (file: string, text: string): Effect.Effect<void, CommandError> =>
  replace(file, (append) => append(text))

const problemOf = (file: string) => (cause: unknown) => refused(`Cannot write ${file}: ${reasonOf(cause)}.`)

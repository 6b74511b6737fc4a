/** The file that a command writes for its owner only: completely, or not at all. */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import * as PrivateFile from "../../terminal/PrivateFile.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { describeCause } from "./ProblemText.ts"

export type Append = (text: string) => Effect.Effect<void, CommandError>

/** A pipe or a terminal takes text at once. */
type Target = PrivateFile.Draft | { readonly descriptor: number }

const begin = (file: string): Target => {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  return stat === undefined || stat.isFile()
    ? PrivateFile.begin(stat === undefined ? file : fs.realpathSync(file))
    : { descriptor: fs.openSync(file, "w") }
}

const finish = (target: Target): void => {
  if ("beside" in target) PrivateFile.finish(target)
}

const end = (target: Target): void => {
  if ("beside" in target) PrivateFile.end(target)
  else fs.closeSync(target.descriptor)
}

/** Replaces a file by what `write` appends; when that fails or is interrupted, the file is as it was. */
export const replace = <A, E, R>(
  file: string,
  write: (append: Append) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | CommandError, R> => {
  const attempt = <B>(run: () => B) => Effect.try({ try: run, catch: toWriteError(file) })
  return Effect.acquireUseRelease(
    attempt(() => begin(file)),
    (target) =>
      write((text) => attempt(() => fs.writeFileSync(target.descriptor, text))).pipe(
        Effect.tap(() => attempt(() => finish(target)))
      ),
    (target) => Effect.sync(() => end(target))
  )
}

export const write = (file: string, text: string): Effect.Effect<void, CommandError> =>
  replace(file, (append) => append(text))

export const toWriteError = (file: string) => (cause: unknown) =>
  refused(`Cannot write ${file}: ${describeCause(cause)}.`)

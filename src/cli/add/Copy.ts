/** Files that are copied into an app, which owns them from then on. */
import * as fs from "node:fs"
import * as path from "node:path"
import type * as Effect from "effect/Effect"
import type { CommandError } from "../CommandError.ts"
import * as AppFile from "./AppFile.ts"
import type { ScreenFile } from "./Screens.ts"

export type FileState = "new" | "same" | "different" | "outdated"

export interface PlannedFile extends ScreenFile {
  readonly state: FileState
}

const compareFile = (target: string, { isGenerated, text }: ScreenFile): FileState => {
  if (!fs.existsSync(target)) return "new"
  if (fs.readFileSync(target, "utf8").replaceAll("\r\n", "\n") === text) return "same"
  return isGenerated ? "outdated" : "different"
}

/** Plans which files to copy into a folder of the app. Fails if a link leads out of the app. */
export const plan = (
  app: string,
  dir: string,
  files: ReadonlyArray<ScreenFile>
): Effect.Effect<ReadonlyArray<PlannedFile>, CommandError> =>
  AppFile.attempt("AddError", () =>
    files.map((file) => {
      const target = path.posix.join(dir, file.file)
      return { ...file, file: target, state: compareFile(AppFile.resolve(app, target), file) }
    })
  )

/** Writes files that are new or outdated, and with `force` those that differ. */
export const write = (
  app: string,
  files: ReadonlyArray<PlannedFile>,
  { force = false } = {}
): Effect.Effect<void, CommandError> =>
  AppFile.attempt("AddError", () => {
    for (const { file, state, text } of files) {
      if (state === "same" || (state === "different" && !force)) continue
      AppFile.write(app, file, text, { replaces: state !== "new" })
    }
  })

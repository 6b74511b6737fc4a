/** The arguments and flags of `gatefold add`. */
import * as Argument from "effect/cli/Argument"
import { dryRun, json, switchFlag, text } from "../input/Flags.ts"

export const addFlags = {
  screens: Argument.String("screen").pipe(
    Argument.withDescription("Screens, such as sign-in account user-button, or all"),
    Argument.variadic()
  ),
  dir: text("dir", "Target folder in your app (default: src/gatefold or components/gatefold)", "folder"),
  language: text(
    "language",
    "Languages to add to English, such as de,fr (default: the language of <html lang>)",
    "codes"
  ),
  dryRun,
  force: switchFlag("force", "Overwrite files that you changed"),
  shadcn: switchFlag("shadcn", "Print the screens as an item for npx shadcn add, and write nothing"),
  json
}

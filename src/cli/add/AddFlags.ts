/** The arguments and flags of `gatefold add`. */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { dryRun, json, switchFlag } from "../Flags.ts"

export const addFlags = {
  screens: Argument.String("screen").pipe(
    Argument.withDescription("Screens, such as sign-in account user-button, or all"),
    Argument.variadic()
  ),
  dir: Flag.String("dir").pipe(
    Flag.withMetavar("folder"),
    Flag.withDescription("Target folder in your app (default: src/gatefold or components/gatefold)"),
    Flag.optional
  ),
  language: Flag.String("language").pipe(
    Flag.withMetavar("codes"),
    Flag.withDescription("Languages to add to English, such as de,fr (default: the language of <html lang>)"),
    Flag.optional
  ),
  dryRun,
  force: switchFlag("force", "Overwrite files that you changed"),
  shadcn: switchFlag("shadcn", "Print the screens as an item for npx shadcn add, and write nothing"),
  json
}

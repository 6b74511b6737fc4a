/** The arguments and flags of `gatefold add`. */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { dryRun, json } from "../Flags.ts"

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
  force: Flag.Boolean("force").pipe(Flag.withDescription("Overwrite files that you changed"), Flag.withDefault(false)),
  shadcn: Flag.Boolean("shadcn").pipe(
    Flag.withDescription("Print the screens as an item for npx shadcn add, and write nothing"),
    Flag.withDefault(false)
  ),
  json
}

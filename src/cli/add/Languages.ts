/** The languages of an app's screens: those that it has, the one of its pages, and those that it asks for. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { type CommandError, refused } from "../CommandError.ts"
import { isLanguageFile, listLanguages } from "./Screens.ts"

/** Where a framework's template has `<html lang="…">`. */
const pages = ["index.html", "app/layout.tsx", "src/app/layout.tsx", "app/root.tsx", "src/root.tsx"]

/** The language of the app's pages, such as "de" for `<html lang="de-AT">`; undefined for English and unknown ones. */
export const detectLanguage = (app: string): string | undefined => {
  const page = pages.map((file) => path.join(app, file)).find((file) => fs.existsSync(file))
  if (page === undefined) return undefined
  const [, tag = ""] = /<html[^<>]*\slang=["']([\w-]+)["']/.exec(fs.readFileSync(page, "utf8")) ?? []
  const language = tag.toLowerCase().split("-")[0] ?? ""
  return listLanguages().includes(language) ? language : undefined
}

/** The languages whose files are in the app, including your own. */
const findLanguages = (app: string, dir: string): ReadonlyArray<string> => {
  const folder = path.join(app, dir, "text")
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter(isLanguageFile)
    .map((file) => path.basename(file, ".ts"))
}

/** The names in a list such as "de,fr". Fails for one that neither ships nor is in the app. */
export const resolve = (
  app: string,
  dir: string,
  requested: string | undefined
): Effect.Effect<ReadonlyArray<string>, CommandError> => {
  const there = findLanguages(app, dir)
  const names = (requested ?? detectLanguage(app) ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "en")
  const unknown = names.find((name) => !listLanguages().includes(name) && !there.includes(name))
  if (unknown !== undefined) {
    const message =
      `The screens have no texts in the language ${unknown}. There are: en, ${listLanguages().join(", ")}. ` +
      `To add it, translate enAuth.ts and en.ts of ${dir}/text into ${dir}/text/${unknown}.ts, and run this command again.`
    return Effect.fail(refused(message, "AddError"))
  }
  return Effect.succeed([...new Set([...there, ...names])].toSorted())
}

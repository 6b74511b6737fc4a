/** Fills in the files of `starters`, which `gatefold init` writes into apps. */
import * as fs from "node:fs"
import * as path from "node:path"
import { findPackageFolder } from "../PackageFolder.ts"
import { formatVariableAccess } from "../start/Framework.ts"
import type { App, StarterFile } from "./StarterApp.ts"

const printOptions = ({ brand, framework }: App): string => {
  const printVariable = (name: string) => formatVariableAccess(framework, brand, name)
  return `  apiUrl: ${printVariable("API_URL")},
  projectId: ${printVariable("PROJECT_ID")} ?? "",
  publishableClientKey: ${printVariable("PUBLISHABLE_CLIENT_KEY")}`
}

/**
 * Puts what stands between `{{texts}}` and `{{/texts}}` into a `Texts` element. Servers do not read `<html lang>`, so
 * their apps get the language of the screens in code.
 */
const wrapInTexts = (template: string, language: string | undefined): string => {
  const [before = "", rest = ""] = template.split("{{texts}}\n")
  const [block = "", after] = rest.split("\n{{/texts}}")
  if (after === undefined) return template
  const indent = /^ */.exec(block)?.[0] ?? ""
  const element =
    language === undefined
      ? block
      : `${indent}<Texts language="${language}">\n${block.replace(/^/gm, "  ")}\n${indent}</Texts>`
  return before + element + after
}

/** The values that a starter has besides those of every app, by their names in its files. */
type Values = Readonly<Record<string, string>>

const fill = (template: string, target: string, app: App, ownValues: Values): string => {
  const { language } = app
  const screens = path.posix.relative(path.posix.dirname(target), app.screens)
  const values: Values = {
    options: printOptions(app),
    screens,
    textsImport: language === undefined ? "" : `import { Texts } from "${screens}/text/Text"\n`,
    ...ownValues
  }
  return wrapInTexts(template, language).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "")
}

/** The files of a starter, by their paths in its folder. `place` says where in the app each of them goes. */
export const makeStarterFiles = (
  starter: string,
  app: App,
  files: ReadonlyArray<string>,
  { place = (file) => file, values = {} }: { readonly place?: (file: string) => string; readonly values?: Values } = {}
): ReadonlyArray<StarterFile> =>
  files.map((name) => {
    const file = place(name)
    const template = fs.readFileSync(path.join(findPackageFolder(), "starters", starter, name), "utf8")
    return { file, text: fill(template, file, app, values) }
  })

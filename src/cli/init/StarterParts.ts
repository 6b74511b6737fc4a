/** What the first files of an app are made of. */
import * as path from "node:path"
import { type Brand, type Framework, isBrowserApp, publicPrefixes } from "../start/Framework.ts"

/** A file, by its path in the app. */
export interface StarterFile {
  readonly file: string
  readonly text: string
}

/** The first files of an app, and the next steps. */
export interface Starter {
  /** The app as the command sees it. */
  readonly kind: string
  readonly files: ReadonlyArray<StarterFile>
  /** Whether it uses the screens of `gatefold add handler`. */
  readonly hasHandler: boolean
  /** The next steps, in files that exist already. */
  readonly byHand: ReadonlyArray<string>
}

/** The app as `init` sees it. */
export interface App {
  readonly framework: Framework
  readonly brand: Brand
  readonly dependencies: ReadonlyArray<string>
  /** Where its screens are. */
  readonly screens: string
  /** The language of its pages, if the screens support it and it is not English. */
  readonly language: string | undefined
  /** Whether it has a file or folder of this path. */
  readonly has: (path: string) => boolean
}

/** How code of the app reads a variable of the project. */
export const variableOf =
  ({ brand, framework }: App) =>
  (name: string): string =>
    `${isBrowserApp(framework) ? "import.meta" : "process"}.env.${publicPrefixes[framework]}${brand}_${name}`

/** The members that every app has. */
export const optionsOf = (app: App): string => {
  const variable = variableOf(app)
  return `  apiUrl: ${variable("API_URL")},
  projectId: ${variable("PROJECT_ID")} ?? "",
  publishableClientKey: ${variable("PUBLISHABLE_CLIENT_KEY")}`
}

/** How files of a folder import the screens. */
export const importFrom = (folder: string, { screens }: App): string => path.posix.relative(folder, screens)

/** Servers do not read `<html lang>`, so these apps get the language of the screens in code. */
export const textsImport = (folder: string, app: App): string =>
  app.language === undefined ? "" : `import { Texts } from "${importFrom(folder, app)}/text/Text"\n`

/** Lines of a page, in the language of the app. */
export const inTexts = (lines: string, { language }: App): string => {
  const indent = /^ */.exec(lines)?.[0] ?? ""
  return language === undefined
    ? lines
    : `${indent}<Texts language="${language}">\n${lines.replace(/^/gm, "  ")}\n${indent}</Texts>`
}

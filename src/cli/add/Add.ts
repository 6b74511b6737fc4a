/** `gatefold add`: copies screens into an app. */
import * as fs from "node:fs"
import * as path from "node:path"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CommandError, refused } from "../CommandError.ts"
import { findClosest } from "../input/ClosestName.ts"
import * as Output from "../output/Output.ts"
import * as Framework from "../start/Framework.ts"
import type { addFlags } from "./AddFlags.ts"
import * as AppFile from "./AppFile.ts"
import * as Copy from "./Copy.ts"
import * as Languages from "./Languages.ts"
import { readFiles, type Screen, screens, stylesheet } from "./Screens.ts"
import { toRegistryItem } from "./Shadcn.ts"

export const findScreensFolder = (app: string): string => {
  const has = (file: string) => fs.existsSync(path.join(app, file))
  const framework = Framework.detectFramework(app)
  if (framework === "React Router") return `${Framework.findAppFolder(has)}/gatefold`
  if (framework !== "Next.js") return has("src") || !has("app") ? "src/gatefold" : "gatefold"
  return has("src/app") ? "src/components/gatefold" : "components/gatefold"
}

const names = screens.map(({ name }) => name)

const makeUnknownScreenError = (name: string): CommandError => {
  const meant = findClosest(name, names)
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`
  return refused(`Unknown screen ${name}.${hint} Choose from ${names.join(", ")}, or all.`, "AddError")
}

const findScreens = (requested: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Screen>, CommandError> => {
  const wrong = requested.find((name) => name !== "all" && !names.includes(name))
  if (wrong !== undefined) return Effect.fail(makeUnknownScreenError(wrong))
  return Effect.succeed(requested.includes("all") ? screens : screens.filter(({ name }) => requested.includes(name)))
}

const list = (json: boolean) =>
  Output.printResult(
    { json },
    { screens: screens.map(({ description, name, title }) => ({ name, title, description })) },
    [
      "Screens to copy into your app:",
      ...screens.map(({ description, name }) => `  ${name.padEnd(14)} ${description}`),
      "",
      "Such as: npx gatefold add handler account user-button"
    ].join("\n")
  )

const formatFile = ({ file, state }: Copy.PlannedFile, force: boolean): string => {
  if (state === "new") return `  + ${file}`
  if (state === "same") return `  = ${file}`
  if (state === "outdated") return `  ! ${file} (lists other languages now)`
  return force ? `  ! ${file} (was changed, and is as it ships again)` : `  ~ ${file} (was changed, and stays as it is)`
}

interface Planned {
  readonly dir: string
  /** How files of the app begin to import from it. */
  readonly from: string
  readonly selected: ReadonlyArray<Screen>
  readonly files: ReadonlyArray<Copy.PlannedFile>
}

/** How files of the app import what is in a folder, as the framework's template has it set up. */
const toImportPath = (app: string, dir: string): string => {
  const framework = Framework.detectFramework(app)
  const root = framework === "React Router" ? /^(src|app)\// : /^src\//
  return `${framework === "Next.js" ? "@" : "."}/${dir.replace(root, "")}`
}

const formatPlan = (
  { selected, dir, files, from }: Planned,
  dryRun: boolean,
  force: boolean
): ReadonlyArray<string> => [
  `${selected.map(({ title }) => title).join(", ")}, for ${dir}${dryRun ? "; nothing is written" : ""}.`,
  ...files.map((file) => formatFile(file, force)),
  ...(!force && files.some(({ state }) => state === "different")
    ? ["", "--force overwrites changed files; commit them first."]
    : []),
  "",
  "In your app:",
  `  import "${from}/${stylesheet}"`,
  ...selected.map(({ component, module }) => `  import { ${component} } from "${from}/${module}"`)
]

/** Prints what it does, and does it, unless it is dry. Without names it lists the screens. */
export const add = Effect.fnUntraced(function* ({
  dir: target,
  dryRun,
  force,
  json,
  language,
  screens: requested,
  shadcn
}: Command.Command.Config.InferValue<typeof addFlags>) {
  if (requested.length === 0) return yield* list(json)
  const app = process.cwd()
  const selected = yield* findScreens(requested)
  yield* AppFile.requirePackage(app, "AddError")
  const dependencies = Framework.readDependencies(app)
  const otherFramework = Framework.findUnsupported(dependencies)
  if (otherFramework !== undefined && !dependencies.includes("react")) {
    return yield* refused(
      `The screens are React components, and this ${otherFramework} app does not depend on react. Nothing was written. ` +
        "Build your own forms with createClientApp of gatefold/promise: npx gatefold docs password",
      "AddError"
    )
  }
  const dir = Option.match(target, {
    onNone: () => findScreensFolder(app),
    onSome: (folder) => path.posix.normalize(folder.replaceAll(path.sep, "/"))
  })
  const languages = yield* Languages.resolve(app, dir, Option.getOrUndefined(language))
  if (shadcn) return yield* Output.printJson(toRegistryItem(selected, languages))
  const files = yield* Copy.plan(app, dir, readFiles(selected, languages))
  if (!dryRun) yield* Copy.write(app, files, { force })
  const summary = {
    dir,
    screens: selected.map(({ name }) => name),
    languages: ["en", ...languages],
    files: files.map(({ file, state }) => ({ file, state })),
    dryRun,
    force
  }
  const lines = formatPlan({ dir, from: toImportPath(app, dir), selected, files }, dryRun, force)
  yield* Output.printResult({ json }, summary, lines.join("\n"))
})

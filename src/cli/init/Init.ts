/** `gatefold init`: adds the first files of an app, and changes no file that exists. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { credentials } from "../../emulator/seeds/Development.ts"
import { findScreensFolder } from "../add/Add.ts"
import * as AppFile from "../add/AppFile.ts"
import * as Copy from "../add/Copy.ts"
import * as Languages from "../add/Languages.ts"
import { readFiles, screens } from "../add/Screens.ts"
import { type CommandError, refused } from "../CommandError.ts"
import * as Output from "../output/Output.ts"
import * as EnvFile from "../start/EnvFile.ts"
import * as Framework from "../start/Framework.ts"
import { type Starter, selectStarter } from "./Starter.ts"

interface Planned {
  readonly file: string
  readonly text: string
  /** The command keeps files that exist. */
  readonly isThere: boolean
}

interface Plan extends Pick<Starter, "kind" | "byHand" | "hasKeys"> {
  readonly files: ReadonlyArray<Planned>
  readonly screens: { readonly dir: string; readonly files: ReadonlyArray<Copy.PlannedFile> }
  readonly env: { readonly file: string; readonly text: string; readonly names: ReadonlyArray<string> }
}

const listHandlerFiles = (languages: ReadonlyArray<string>) =>
  readFiles(
    screens.filter(({ name }) => name === "handler"),
    languages
  )

const plan = Effect.fnUntraced(function* (folder: string) {
  yield* AppFile.requirePackage(folder, "InitError")
  const dependencies = Framework.readDependencies(folder)
  const otherFramework = Framework.findUnsupported(dependencies)
  if (otherFramework !== undefined) {
    return yield* refused(describeUnsupported(otherFramework, dependencies.includes("react")), "InitError")
  }
  const framework = Framework.detectFramework(folder)
  const envFile = Framework.traits[framework].envFile
  const former = yield* EnvFile.read(path.join(folder, envFile))
  const brand = EnvFile.detectBrand(former)
  const has = (file: string) => fs.existsSync(path.join(folder, file))
  const dir = findScreensFolder(folder)
  const {
    byHand,
    files,
    hasHandler = false,
    hasKeys = false,
    kind
  } = selectStarter({
    framework,
    brand,
    screens: dir,
    language: Languages.detectLanguage(folder),
    dependencies,
    has
  })
  const languages = yield* Languages.resolve(folder, dir, undefined)
  // Check every path first, so that the command writes everything or nothing.
  yield* AppFile.attempt("InitError", () =>
    [envFile, ...files.map(({ file }) => file)].map((file) => AppFile.resolve(folder, file))
  )
  const variables =
    hasKeys || EnvFile.hasProject(former) ? [] : Framework.listAppVariables(framework, brand, credentials)
  return {
    kind,
    byHand,
    hasKeys,
    files: files.map(({ file, text }) => ({ file, text, isThere: has(file) })),
    screens: { dir, files: yield* Copy.plan(folder, dir, hasHandler ? listHandlerFiles(languages) : []) },
    env: { file: envFile, text: EnvFile.update(former, variables).text, names: variables.map(([name]) => name) }
  }
})

/** Lists the parts that work in an app of a framework without a starter. */
const describeUnsupported = (framework: string, hasReact: boolean): string =>
  [
    `gatefold init has no starter for ${framework}, so it wrote nothing. It supports Next.js, React Router, TanStack Start, Expo, Nuxt, SvelteKit, Astro, Vue, Vite, HTML pages, Node and Effect.`,
    `In ${framework}, use these parts by hand:`,
    '  In the browser: createClientApp of gatefold/promise, with tokenStore: "cookie"',
    ...(hasReact ? ["  React components: AuthProvider of gatefold/react, and the screens of npx gatefold add"] : []),
    "  On the server: createRequestAuth of gatefold/promise/backend, which identifies the user of a request,",
    "    or createPageRequests of gatefold/ssr, which also refreshes sessions and redirects",
    "The guide: npx gatefold docs other-servers"
  ].join("\n")

const writeEnv = (folder: string, { file, text }: Plan["env"]) =>
  Effect.flatMap(
    AppFile.attempt("InitError", () => AppFile.resolve(folder, file)),
    (target) => EnvFile.write(target, text)
  )

const write = (
  folder: string,
  { env, files, screens: { files: screenFiles } }: Plan
): Effect.Effect<void, CommandError> =>
  AppFile.attempt("InitError", () => {
    for (const { file, isThere, text } of files) if (!isThere) AppFile.write(folder, file, text)
  }).pipe(
    Effect.andThen(Copy.write(folder, screenFiles)),
    Effect.andThen(env.names.length === 0 ? Effect.void : writeEnv(folder, env))
  )

/** The screens in a line or two: they are many files. */
const formatScreens = ({ dir, files }: Plan["screens"]): ReadonlyArray<string> => {
  const isNew = files.filter(({ state }) => state === "new")
  const isThere = files.filter(({ state }) => state !== "new")
  return [
    ...(isNew.length > 0
      ? [`  + ${dir}: ${Output.formatCount(isNew.length, "file")} from npx gatefold add handler`]
      : []),
    ...(isThere.length > 0 ? [`  = ${dir}: ${Output.formatCount(isThere.length, "file")} (exist, kept)`] : [])
  ]
}

const formatSecrets = ({ file, names }: Plan["env"]): ReadonlyArray<string> => {
  const secret = names.filter(Framework.isSecret)
  return secret.length === 0 ? [] : [`    Secret, for servers only: ${secret.join(", ")}. Never commit ${file}.`]
}

const formatEnv = ({ env, hasKeys }: Plan): ReadonlyArray<string> => {
  if (hasKeys) return []
  const { file, names } = env
  return [
    names.length === 0 ? `  = ${file} (names a project, kept)` : `  + ${file}: ${names.join(", ")}`,
    ...formatSecrets(env)
  ]
}

const formatPlan = (planned: Plan, isDry: boolean): ReadonlyArray<string> => [
  `Detected ${planned.kind}.${isDry ? " Dry run: no file is written." : ""}`,
  ...planned.files.flatMap(({ file, isThere, text }) => [
    isThere ? `  = ${file} (exists, kept)` : `  + ${file}`,
    ...(isDry && !isThere
      ? text
          .trimEnd()
          .split("\n")
          .map((line) => (line === "" ? "" : `      ${line}`))
      : [])
  ]),
  ...formatScreens(planned.screens),
  ...formatEnv(planned),
  ...(planned.byHand.length === 0 ? [] : ["", "Next steps:", ...planned.byHand.map((line) => `  ${line}`)]),
  "",
  "Start the service: npx gatefold start"
]

/** Prints what it does, and does it, unless it is dry. */
export const init = Effect.fnUntraced(function* ({
  dryRun,
  json
}: {
  readonly dryRun: boolean
  readonly json: boolean
}) {
  const folder = process.cwd()
  const planned = yield* plan(folder)
  if (!dryRun) yield* write(folder, planned)
  const { byHand, env, files, kind } = planned
  const screenFiles = planned.screens.files.map(({ file, state }) => ({ file, state }))
  const summary = {
    kind,
    files,
    screens: { dir: planned.screens.dir, files: screenFiles },
    env: { file: env.file, names: env.names },
    byHand,
    dryRun
  }
  yield* Output.printResult({ json }, summary, formatPlan(planned, dryRun).join("\n"))
})

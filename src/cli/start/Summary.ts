/** The text that `gatefold start` prints once it serves. */
import * as Option from "effect/Option"
import type { ProjectCredentials, Instance } from "../../emulator/node.ts"
import * as ProviderCatalog from "../../emulator/projects/ProviderCatalog.ts"
import type * as Development from "../../emulator/seeds/Development.ts"
import { defaultPort } from "../../emulator/settings/Settings.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import * as EnvFile from "./EnvFile.ts"
import * as Framework from "./Framework.ts"
import type { StartInput } from "./StartFlags.ts"

export interface WrittenEnv {
  readonly file: string
  readonly framework: Framework.Framework
  readonly brand: Framework.Brand
  readonly names: ReadonlyArray<string>
  readonly kept: number
  readonly isNew: boolean
}

interface Started {
  readonly emulator: Instance<ProjectCredentials>
  readonly consoleUrl: string
  readonly signIn: ReadonlyArray<string>
  readonly requestedSignIn: Development.SignIn
  readonly written: WrittenEnv | undefined
}

const isSame = (signIn: ReadonlyArray<string>, { methods, providers }: Development.SignIn): boolean => {
  const names = [
    ...methods.filter((method) => method !== "oauth").map((method) => method.replace("-", " ")),
    ...providers.map((id) => ProviderCatalog.find(id).displayName)
  ]
  return names.length === signIn.length && names.every((name) => signIn.includes(name))
}

const formatEmulator = (input: StartInput, started: Started): ReadonlyArray<string> => {
  const { consoleUrl, emulator, requestedSignIn, signIn } = started
  const { baseUrl, project, smtp } = emulator
  const config = Option.getOrUndefined(input.config)
  const isElsewhere = Option.isNone(input.port) && new URL(baseUrl).port !== String(defaultPort)
  const isChosen = Option.isSome(input.methods) || Option.isSome(input.providers)
  const isIgnored = isChosen && config === undefined && !isSame(signIn, requestedSignIn)
  return [
    `Emulator at ${baseUrl} (development only), ready in ${(performance.now() / 1000).toFixed(1)} s`,
    ...(isElsewhere ? [`  port ${defaultPort} is taken, so it has another one`] : []),
    `  project    ${project.projectId}`,
    `  sign-in    ${signIn.join(", ") || "nobody can"}`,
    ...(isIgnored
      ? ["             as before: the data has the project, and --methods and --providers are for new ones"]
      : []),
    `  data       ${Option.getOrElse(input.data, () => "in memory; --data <file> keeps it")}`,
    ...(config === undefined ? [] : [`  config     ${toPlainLine(config)}, applied again when it changes`]),
    ...(smtp === undefined ? [] : [`  smtp       ${smtp.host}:${smtp.port}, for the mails of any program`]),
    // With the token, which is shown only in the terminal.
    `  console    ${consoleUrl}`,
    ""
  ]
}

const formatSection = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  title,
  "",
  ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
  ""
]

const formatWritten = ({ file, framework, isNew, kept, names }: WrittenEnv): ReadonlyArray<string> => [
  `${isNew ? "Wrote" : "No change in"} ${file} (for ${framework}): ${names.join(", ")}.`,
  ...(kept === 0 ? [] : ["Its values for another service are still there, as comments."]),
  ""
]

const formatEnv = (framework: Framework.Framework, brand: Framework.Brand, keys: Framework.AppKeys) => {
  const file = Framework.traits[framework].envFile
  const reader = framework === "Node" ? ", which node --env-file reads" : ""
  const variables = EnvFile.formatVariables(Framework.listAppVariables(framework, brand, keys))
  return formatSection(`Put this into ${file}${reader}, or start with --write-env ${file}:`, variables)
}

const formatSetup = (keys: Framework.AppKeys, written: WrittenEnv | undefined): ReadonlyArray<string> => {
  const { brand, framework } = written ?? { brand: "STACK", framework: Framework.detectFramework(".") }
  const secrets = EnvFile.formatVariables(Framework.listSecretVariables(brand, keys))
  return [
    ...(written === undefined ? formatEnv(framework, brand, keys) : formatWritten(written)),
    ...(Framework.isBrowserApp(framework)
      ? formatSection("For the env file of a server, never for this app:", secrets)
      : []),
    ...formatSection("For your app:", Framework.printApp(framework, brand))
  ]
}

export const format = (input: StartInput, started: Started): string => {
  const { baseUrl, project } = started.emulator
  return [
    ...formatEmulator(input, started),
    ...formatSetup({ apiUrl: baseUrl, ...project }, started.written),
    "Emails appear here. Press Ctrl-C to stop."
  ].join("\n")
}

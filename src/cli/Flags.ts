/** The flags of the commands. */
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as fs from "node:fs"
import { services } from "../domain/Service.ts"
import { originOf } from "../emulator/http/Origins.ts"
import { ids } from "../emulator/projects/ProviderCatalogue.ts"
import type { Options } from "../emulator/Serve.ts"
import type { Json } from "../domain/Json.ts"
import * as Names from "./Names.ts"
import { methods } from "../emulator/seeds/Development.ts"
import { reasonOf } from "./Problem.ts"
import * as SeedText from "./transfer/SeedText.ts"

export const service = Flag.Literals("service", services).pipe(
  Flag.withDescription("Emulate one generation of the service exactly (default: both at once)"),
  Flag.optional
)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one JSON object per line"),
  Flag.withDefault(false)
)

export const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show the changes without writing any file"),
  Flag.withDefault(false)
)

export const yes = Flag.Boolean("yes").pipe(
  Flag.withAlias("y"),
  Flag.withDescription("Skip the confirmation"),
  Flag.withDefault(false)
)

/** An optional flag with a text. */
export const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** A flag that is off by default. */
export const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** An optional flag for yes (`--name`) or no (`--no-name`). */
export const either = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.optional)

/** The form of the IDs of users, teams and keys. */
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** An optional flag with an ID, which is checked before a request is sent. */
export const id = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("id"),
    Flag.withDescription(description),
    Flag.filter(
      (text) => uuid.test(text),
      () => "an ID such as 3f2b8c1e-6d4a-4f5b-9c7e-1a2b3c4d5e6f"
    ),
    Flag.optional
  )

/** The same for an argument. */
export const idArgument = (name: string, description: string) =>
  Argument.String(name).pipe(
    Argument.withDescription(description),
    Argument.filter(
      (text) => uuid.test(text),
      () => "an ID such as 3f2b8c1e-6d4a-4f5b-9c7e-1a2b3c4d5e6f"
    )
  )

const isWebUrl = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)

/** A flag with an http or https URL. */
export const url = (name: string, description: string, example: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("url"),
    Flag.withDescription(description),
    Flag.filter(isWebUrl, () => `a URL such as ${example}`)
  )

/** A flag with a date in the future. */
export const futureDate = (name: string, description: string) =>
  Flag.Date(name).pipe(
    Flag.withMetavar("date"),
    Flag.withDescription(description),
    Flag.filter(
      (date) => date.getTime() > Date.now(),
      (date) => `a date in the future, and ${date.toISOString().slice(0, 10)} is past`
    )
  )

/** A flag with a whole number in a range. */
export const between = (name: string, [least, most]: readonly [least: number, most: number], description: string) =>
  Flag.Int(name).pipe(
    Flag.withMetavar("number"),
    Flag.withDescription(description),
    Flag.filter(
      (number) => number >= least && number <= most,
      () => `a whole number from ${least} to ${most}`
    )
  )

const parseFile = (file: string): unknown => SeedText.valueOf(fs.readFileSync(file, "utf8"))
const fileProblem = (cause: unknown): string => `Cannot read it: ${reasonOf(cause)}.`

/** A flag with a file in JSON or YAML. */
export const parsedFile = (name: string) =>
  Flag.String(name).pipe(Flag.withMetavar("file"), Flag.mapTryCatch(parseFile, fileProblem))

/** The same for an argument. */
export const parsedFileArgument = (name: string) =>
  Argument.String(name).pipe(Argument.mapTryCatch(parseFile, fileProblem))

/** An optional flag with a value in JSON. */
export const jsonValue = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("json"),
    Flag.withDescription(description),
    Flag.mapTryCatch(
      (text): Json => JSON.parse(text),
      () => `Expected JSON, such as '{"plan":"pro"}'.`
    ),
    Flag.optional
  )

/** The arguments and flags of `gatefold add`. */
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

/** The flags of commands that serve an emulator. */
export const emulatorFlags = {
  port: between("port", [0, 65_535], "Port to listen on (default: 8102, or a free port if 8102 is taken)").pipe(
    Flag.optional
  ),
  host: text(
    "host",
    "Address to listen on, such as 0.0.0.0 in a container (default: 127.0.0.1). Anyone who reaches it can use the development keys"
  ),
  publicUrl: url(
    "public-url",
    "URL that clients use, for example behind a proxy (default: the address it listens on)",
    "http://127.0.0.1:9000"
  ).pipe(Flag.optional),
  allowHost: Flag.String("allow-host").pipe(
    Flag.withDescription("Another host name to accept, such as that of a container. Repeatable"),
    Flag.atLeast(0)
  ),
  service,
  smtpPort: between("smtp-port", [0, 65_535], "Port to receive emails on over SMTP (0: a free port)").pipe(
    Flag.optional
  ),
  data: Flag.String("data").pipe(Flag.withDescription("File to store the data in (default: in memory)"), Flag.optional),
  randomKeys: Flag.Boolean("random-keys").pipe(
    Flag.withDescription("Generate random keys instead of the development keys"),
    Flag.withDefault(false)
  ),
  botChallenge: Flag.Boolean("bot-challenge").pipe(
    Flag.withDescription("Require a visible bot challenge at sign-up"),
    Flag.withDefault(false)
  ),
  trustOrigin: Flag.String("trust-origin").pipe(
    Flag.withDescription("Web origin that may send server and admin keys. Repeatable"),
    Flag.filter(
      (origin) => originOf(origin) !== undefined,
      () => "an origin such as http://localhost:3000"
    ),
    Flag.atLeast(0)
  ),
  json
}

/** The flags of `gatefold start`. */
export const startFlags = {
  ...emulatorFlags,
  methods: Names.flag("methods", methods).pipe(
    Flag.withDescription("Sign-in methods, such as password,passkey (default: all)"),
    Flag.optional
  ),
  providers: Names.flag("providers", ids).pipe(
    Flag.withDescription("OAuth providers, such as github,google (default: common ones)"),
    Flag.optional
  ),
  config: Flag.String("config").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription(
      "Configuration file for the project, such as gatefold.config.ts. Applied again when it changes"
    ),
    Flag.optional
  ),
  seed: parsedFile("seed").pipe(
    Flag.withDescription("Seed in JSON or YAML to start with. Existing data is kept"),
    Flag.optional
  ),
  writeEnv: Flag.String("write-env").pipe(
    // Node takes --env-file for itself, in any position, and exits if the file does not exist.
    Flag.withAlias("env-file"),
    Flag.withMetavar("file"),
    Flag.withDescription("Env file to write the project's keys to, such as .env.local"),
    Flag.optional
  )
}

/** The input of `gatefold start`. */
export type StartInput = Command.Command.Config.InferValue<typeof startFlags>

type EmulatorInput = Pick<StartInput, "port" | "service"> & Partial<StartInput>

/** The options of the emulator, from the flags. */
export const optionsOf = ({
  allowHost,
  botChallenge,
  data,
  host,
  port,
  publicUrl,
  randomKeys,
  service,
  smtpPort,
  trustOrigin
}: EmulatorInput): Options => ({
  port: Option.getOrUndefined(port),
  host: host && Option.getOrUndefined(host),
  publicUrl: publicUrl && Option.getOrUndefined(publicUrl),
  allowedHosts: allowHost,
  service: Option.getOrUndefined(service),
  smtpPort: smtpPort && Option.getOrUndefined(smtpPort),
  data: data && Option.getOrUndefined(data),
  internalKeys: randomKeys ? "random" : undefined,
  requiresBotChallenge: botChallenge,
  trustedOrigins: trustOrigin
})

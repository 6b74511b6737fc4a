/**
 * The flags of the commands.
 */
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { services } from "../emulator/Generation.ts"
import { originOf } from "../emulator/http/Origins.ts"
import { ids } from "../emulator/projects/ProviderCatalogue.ts"
import type { Options } from "../emulator/Serve.ts"
import type { Json } from "../domain/Json.ts"
import * as Names from "./Names.ts"
import { methods } from "../emulator/Development.ts"

export const service = Flag.Literals("service", services).pipe(
  Flag.withDescription("Generation of the service to be exactly (default: both at once)"),
  Flag.optional
)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one JSON object a line"),
  Flag.withDefault(false)
)

export const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show what would be written, and write nothing"),
  Flag.withDefault(false)
)

export const yes = Flag.Boolean("yes").pipe(
  Flag.withAlias("y"),
  Flag.withDescription("Do it without asking"),
  Flag.withDefault(false)
)

/** A flag that may be left out. */
export const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** A flag that is on or off. */
export const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** A flag that says yes, no (`--no-…`) or nothing. */
export const either = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.optional)

/** A value in JSON. */
export const jsonValue = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("json"),
    Flag.withDescription(description),
    Flag.mapTryCatch(
      (text): Json => JSON.parse(text),
      () => `Expected JSON, such as '{"plan":"pro"}'`
    ),
    Flag.optional
  )

/** What `gatefold add` takes. */
export const addFlags = {
  screens: Argument.String("screen").pipe(
    Argument.withDescription("Screens, such as sign-in account user-button; all of them: all"),
    Argument.variadic()
  ),
  dir: Flag.String("dir").pipe(
    Flag.withMetavar("folder"),
    Flag.withDescription("Folder of the app to copy them into (default: src/gatefold, or components/gatefold)"),
    Flag.optional
  ),
  language: Flag.String("language").pipe(
    Flag.withMetavar("codes"),
    Flag.withDescription("Languages beside English, such as de,fr (default: that of <html lang>)"),
    Flag.optional
  ),
  dryRun,
  force: Flag.Boolean("force").pipe(
    Flag.withDescription("Write files anew that were changed in the app"),
    Flag.withDefault(false)
  ),
  json
}

/** The flags of commands that serve an emulator. */
export const emulatorFlags = {
  port: Flag.Int("port").pipe(
    Flag.withDescription("Port to listen on (default: 8102, or a free one when that is taken)"),
    Flag.optional
  ),
  host: text(
    "host",
    "Address to listen on, such as 0.0.0.0 in a container (default: 127.0.0.1); who reaches it has the well-known keys"
  ),
  publicUrl: Flag.String("public-url").pipe(
    Flag.withDescription("URL for clients, where another one leads to the port (default: its own address)"),
    Flag.filter(
      (url) => /^https?:/.test(url) && URL.canParse(url),
      () => "a URL such as http://127.0.0.1:9000"
    ),
    Flag.optional
  ),
  allowHost: Flag.String("allow-host").pipe(
    Flag.withDescription("Further host name that it answers under, such as that of a container; can be repeated"),
    Flag.atLeast(0)
  ),
  service,
  smtpPort: Flag.Int("smtp-port").pipe(
    Flag.withDescription("Port to take mails of any program on, over SMTP (0: a free one)"),
    Flag.optional
  ),
  data: Flag.String("data").pipe(Flag.withDescription("File to keep the data in (default: in memory)"), Flag.optional),
  randomKeys: Flag.Boolean("random-keys").pipe(
    Flag.withDescription("Make up keys instead of taking the well-known ones"),
    Flag.withDefault(false)
  ),
  botChallenge: Flag.Boolean("bot-challenge").pipe(
    Flag.withDescription("Have everybody who signs up solve a visible challenge for bots"),
    Flag.withDefault(false)
  ),
  trustOrigin: Flag.String("trust-origin").pipe(
    Flag.withDescription("Origin of web pages that may call with server and admin keys; can be repeated"),
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
    Flag.withDescription("How people sign in, such as password,passkey (default: all)"),
    Flag.optional
  ),
  providers: Names.flag("providers", ids).pipe(
    Flag.withDescription("With which providers, such as github,google (default: common ones)"),
    Flag.optional
  ),
  seed: Flag.FileParse("seed").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription("Seed in JSON or YAML to begin with; data of an earlier start stays as it is"),
    Flag.optional
  ),
  writeEnv: Flag.String("write-env").pipe(
    // Node itself takes --env-file, wherever it stands, and ends if there is no such file
    Flag.withAlias("env-file"),
    Flag.withMetavar("file"),
    Flag.withDescription("Env file, such as .env.local, to put the project's keys into"),
    Flag.optional
  )
}

/** What `gatefold start` is told. */
export type StartInput = Command.Command.Config.InferValue<typeof startFlags>

type EmulatorInput = Pick<StartInput, "port" | "service"> & Partial<StartInput>

/** What the flags say of the emulator. */
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

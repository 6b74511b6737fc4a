/** The flags of commands that serve an emulator, and the emulator's options from them. */
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { parseOrigin } from "../../emulator/access/Origins.ts"
import { ids } from "../../emulator/projects/ProviderCatalog.ts"
import { methods } from "../../emulator/seeds/Development.ts"
import type { Options } from "../../emulator/Serve.ts"
import { integerBetween, json, fileFlag, service, switchFlag, text, url } from "../input/Flags.ts"
import * as NamesFlag from "../input/NamesFlag.ts"

export const emulatorFlags = {
  port: integerBetween("port", [0, 65_535], "Port to listen on (default: 8102, or a free port if 8102 is taken)").pipe(
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
  smtpPort: integerBetween("smtp-port", [0, 65_535], "Port to receive emails on over SMTP (0: a free port)").pipe(
    Flag.optional
  ),
  data: text("data", "File to store the data in (default: in memory)"),
  randomKeys: switchFlag("random-keys", "Generate random keys instead of the development keys"),
  botChallenge: switchFlag("bot-challenge", "Require a visible bot challenge at sign-up"),
  trustOrigin: Flag.String("trust-origin").pipe(
    Flag.withDescription("Web origin that may send server and admin keys. Repeatable"),
    Flag.filter(
      (origin) => parseOrigin(origin) !== undefined,
      () => "an origin such as http://localhost:3000"
    ),
    Flag.atLeast(0)
  ),
  json
}

export const startFlags = {
  ...emulatorFlags,
  methods: NamesFlag.make("methods", methods).pipe(
    Flag.withDescription("Sign-in methods, such as password,passkey (default: all)"),
    Flag.optional
  ),
  providers: NamesFlag.make("providers", ids).pipe(
    Flag.withDescription("OAuth providers, such as github,google (default: common ones)"),
    Flag.optional
  ),
  config: text(
    "config",
    "Configuration file for the project, such as gatefold.config.ts. Applied again when it changes",
    "file"
  ),
  seed: fileFlag("seed").pipe(
    Flag.withDescription("Seed in JSON or YAML to start with. Existing data is kept"),
    Flag.optional
  ),
  writeEnv: text("write-env", "Env file to write the project's keys to, such as .env.local", "file").pipe(
    // Node takes --env-file for itself, in any position, and exits if the file does not exist.
    Flag.withAlias("env-file")
  )
}

export type StartInput = Command.Command.Config.InferValue<typeof startFlags>

type EmulatorInput = Pick<StartInput, "port" | "service"> & Partial<StartInput>

export const toOptions = (input: EmulatorInput): Options => ({
  port: Option.getOrUndefined(input.port),
  host: input.host && Option.getOrUndefined(input.host),
  publicUrl: input.publicUrl && Option.getOrUndefined(input.publicUrl),
  allowedHosts: input.allowHost,
  service: Option.getOrUndefined(input.service),
  smtpPort: input.smtpPort && Option.getOrUndefined(input.smtpPort),
  data: input.data && Option.getOrUndefined(input.data),
  internalKeys: input.randomKeys ? "random" : undefined,
  requiresBotChallenge: input.botChallenge,
  trustedOrigins: input.trustOrigin
})

/** `gatefold start`: the emulator with a project that is ready to be used, and the values that an app needs. */
import * as path from "node:path"
import { setFlagsFromString } from "node:v8"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Project from "../../client/Project.ts"
import * as WebConsole from "../../emulator/console/Console.ts"
import type { Mail } from "../../emulator/mail/Mailbox.ts"
import type { ProjectCredentials, Instance } from "../../emulator/node.ts"
import * as ProviderCatalog from "../../emulator/projects/ProviderCatalog.ts"
import * as Development from "../../emulator/seeds/Development.ts"
import * as Seed from "../../emulator/seeds/Seed.ts"
import { serve } from "../../emulator/Serve.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import { layerHandler } from "../../http/Http.ts"
import * as Output from "../output/Output.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import * as StateFile from "../target/StateFile.ts"
import * as EnvFile from "./EnvFile.ts"
import * as Framework from "./Framework.ts"
import { type StartInput, toOptions } from "./StartFlags.ts"
import * as Summary from "./Summary.ts"

type Emulator = Instance<ProjectCredentials>

/** `--methods` without `oauth` leaves the providers out, unless they are asked for. */
const toSignIn = ({ methods, providers }: StartInput): Development.SignIn => {
  const chosen = Option.getOrElse(methods, () => Development.methods)
  const usual = chosen.includes("oauth") ? Development.commonProviders : []
  return { methods: chosen, providers: Option.getOrElse(providers, () => usual) }
}

/** How people sign in to the project, which may be there from an earlier start. */
const readSignIn = Effect.fnUntraced(function* ({ baseUrl, fetch, project }: Emulator) {
  const { config } = yield* Project.get.pipe(
    Effect.provide(Layer.provide(ClientApp.layer({ ...project, apiUrl: baseUrl }), layerHandler(fetch))),
    Effect.orDie
  )
  return [
    ...(config.credentialEnabled ? ["password"] : []),
    ...(config.magicLinkEnabled ? ["magic link"] : []),
    ...(config.passkeyEnabled ? ["passkey"] : []),
    ...config.enabledOAuthProviders.map(({ id }) => ProviderCatalog.find(id).displayName)
  ]
})

const writeEnv = Effect.fnUntraced(function* (file: string, keys: Framework.AppKeys) {
  const framework = Framework.detectFramework(path.dirname(file))
  const former = yield* EnvFile.read(file)
  const brand = EnvFile.detectBrand(former)
  // A browser app gets no secret key. One that its file has already is kept up to date.
  const secrets = Framework.isBrowserApp(framework) ? Framework.listSecretVariables(brand, keys) : []
  const variables = [
    ...Framework.listAppVariables(framework, brand, keys),
    ...secrets.filter(([name]) => EnvFile.assigns(former, name))
  ]
  const { kept, text } = EnvFile.update(former, variables)
  yield* EnvFile.write(file, text)
  return { file, framework, brand, names: variables.map(([name]) => name), kept, isNew: text !== former }
})

/** Gives the project the settings of a file, and follows its changes. */
const applyConfig = Effect.fnUntraced(function* (name: string, emulator: Emulator, json: boolean) {
  const { apply, follow } = yield* Effect.promise(() => import("./ProjectConfig.ts"))
  const applied = yield* apply(name, emulator)
  yield* Effect.forkScoped(follow(name, applied, emulator, json))
})

/** Shows each mail, with its link, and leaves it for those who take mails. */
const showMails = ({ events }: Emulator, json: boolean): Effect.Effect<void> => {
  const print = ({ code, link, subject, to }: Mail) =>
    Output.printResult(
      { json },
      { mail: { to, subject, link, code } },
      toPlainLine(`Email to ${to}: ${subject}${link === undefined ? "" : ` ${link}`}`)
    )
  return Stream.runForEach(events, (event) => (event._tag === "Mail" ? print(event.mail) : Effect.void))
}

/**
 * Keeps the process small: V8 lets its heap grow by each burst of requests and keeps it, although nothing in it lives.
 * After an import of 10,000 users this makes 145 MB of 365, for a tenth more time.
 */
const keepMemorySmall = Effect.sync(() => {
  setFlagsFromString("--optimize-for-size")
  setFlagsFromString("--semi-space-growth-factor=1")
})

/** Serves the project of the flags: its settings come from the config file, or from the flags. */
const serveProject = Effect.fnUntraced(function* (input: StartInput) {
  const config = Option.getOrUndefined(input.config)
  const development = Development.toProject({ ...toSignIn(input), randomKeys: input.randomKeys })
  const project = config === undefined ? development : { ...development, config: Development.bareConfig }
  const seedData = Option.isSome(input.seed) ? yield* Seed.parse(input.seed.value) : undefined
  const emulator = yield* serve({ ...toOptions(input), project, seedData })
  if (config !== undefined) yield* applyConfig(config, emulator, input.json)
  return emulator
})

export const start = Effect.fnUntraced(function* (input: StartInput) {
  yield* keepMemorySmall
  const emulator = yield* serveProject(input)
  const { baseUrl, internal, project, smtp } = emulator
  const signIn = yield* readSignIn(emulator)
  const written = Option.isSome(input.writeEnv)
    ? yield* writeEnv(input.writeEnv.value, { apiUrl: baseUrl, ...project })
    : undefined
  const controlToken = Redacted.value(emulator.controlToken)
  const consoleUrl = WebConsole.makeUrl(baseUrl, controlToken)
  yield* StateFile.announce({ apiUrl: baseUrl, token: controlToken, pid: process.pid, project })
  yield* Output.printResult(
    input,
    { apiUrl: baseUrl, project, internal, controlToken, consoleUrl, smtp, signIn, written },
    Summary.format(input, { emulator, consoleUrl, signIn, requestedSignIn: toSignIn(input), written })
  )
  return yield* showMails(emulator, input.json)
})

/**
 * A service to run the scenarios against, whichever it is: the emulator in this
 * process, the emulator over HTTP, or a real service.
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { randomBytes } from "node:crypto"
import * as Emulator from "../../src/emulator/Emulator.ts"
import { implemented } from "../../src/emulator/Handlers.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import * as Http from "../../src/http/Http.ts"
import * as Record from "./Record.ts"
import * as Inbucket from "./Inbucket.ts"

/** The keys of a project. */
export interface Keys {
  readonly projectId: string
  readonly publishableClientKey: Redacted.Redacted
}

/** A mail that the service sent. */
export interface Mail {
  readonly subject: string
  readonly text: string
  readonly link: string | undefined
  readonly code: string | undefined
}

/** The running service. */
export class Backend extends Context.Service<
  Backend,
  {
    /** Without a trailing slash. */
    readonly apiUrl: string
    /** How requests reach it; each is noted in `record`. */
    readonly http: Layer.Layer<never>
    readonly record: Record.Record
    /** The project whose users own projects. */
    readonly internal: Keys
    /** Waits for the oldest mail to an address, with these words in its subject, that was not asked for before. */
    readonly nextMail: (to: string, subject: string) => Effect.Effect<Mail>
    /** An address that nobody has used. */
    readonly newAddress: (name: string) => string
    /** Lets time pass, where time can be told to. */
    readonly elapse: (duration: Duration.Input) => Effect.Effect<void>
  }
>()("gatefold/test/conformance/Backend") {}

/** What may be asked of a kind of backend before it runs. */
export interface Kind {
  readonly name: string
  readonly layer: Layer.Layer<Backend, unknown>
  /** Whether `elapse` works. */
  readonly clock: boolean
  /** Whether it answers an endpoint at all. */
  readonly supports: (endpoint: object) => boolean
  /** How many milliseconds a scenario may take. */
  readonly timeout: number
  /** Why it cannot be used here, if so. */
  readonly absent: string | undefined
}

const redact = (keys: Emulator.Credentials): Keys => ({
  projectId: keys.projectId,
  publishableClientKey: Redacted.make(keys.publishableClientKey)
})

const newAddress = (domain: string) => (name: string) => `${name}.${randomBytes(6).toString("hex")}@${domain}`

const overEmulator = (
  emulator: Emulator.Emulator["Service"],
  http: Layer.Layer<never>,
  { elapse, nextMail }: Pick<Backend["Service"], "elapse" | "nextMail">
) =>
  Effect.map(Record.make(http), ({ http, record }) =>
    Backend.of({
      apiUrl: emulator.baseUrl,
      http,
      record,
      internal: redact(emulator.internal),
      nextMail,
      newAddress: newAddress("example.org"),
      elapse
    })
  )

const options: Emulator.Options = { passwordCost: "insecure-fast" }

/** Some day long after 1970, because a token issued at 0 is not one. */
const start = Date.UTC(2025, 5, 19)

const elapse = (duration: Duration.Input): Effect.Effect<void> =>
  Effect.andThen(TestClock.adjust(duration), Effect.yieldNow)

/** The emulator in this process, driven by the test's clock. */
export const inProcess: Kind = {
  name: "emulator in process",
  clock: true,
  timeout: 20_000,
  supports: (endpoint) => (implemented() as ReadonlySet<object>).has(endpoint),
  absent: undefined,
  layer: Layer.effect(
    Backend,
    Effect.flatMap(Emulator.Emulator, (emulator) =>
      overEmulator(emulator, Http.layerHandler(emulator.fetch), {
        elapse,
        nextMail: (to, subject) => emulator.mailbox.take({ to, subject })
      })
    )
  ).pipe(Layer.provide(Layer.unwrap(Effect.as(TestClock.setTime(start), Emulator.layer(options)))))
}

const elapseNot = () => Effect.die("real time cannot be told to pass")

/** The emulator behind a socket; mails are read as from any other service. */
export const overHttp: Kind = {
  name: "emulator over HTTP",
  clock: false,
  timeout: 20_000,
  supports: inProcess.supports,
  absent: undefined,
  layer: Layer.effect(
    Backend,
    Effect.flatMap(Emulator.Emulator, (emulator) =>
      overEmulator(emulator, Http.layerFetch(), {
        elapse: elapseNot,
        nextMail: Inbucket.make(`${emulator.baseUrl}/__emulator`, {
          "x-gatefold-emulator-token": Redacted.value(emulator.controlToken)
        })
      })
    )
  ).pipe(Layer.provide(Serve.layer({ ...options, port: 0 })))
}

const environment = Config.all({
  apiUrl: Config.String("GATEFOLD_CONFORMANCE_API_URL"),
  publishableClientKey: Config.Redacted("GATEFOLD_CONFORMANCE_INTERNAL_PUBLISHABLE_CLIENT_KEY"),
  mailboxUrl: Config.String("GATEFOLD_CONFORMANCE_MAILBOX_URL"),
  /** A header that the mailbox wants to see, as `name: value`. */
  mailboxHeader: Config.withDefault(Config.String("GATEFOLD_CONFORMANCE_MAILBOX_HEADER"), ""),
  mailDomain: Config.withDefault(Config.String("GATEFOLD_CONFORMANCE_MAIL_DOMAIN"), "example.org")
})

const isConfigured = Option.isSome(Effect.runSync(Effect.option(environment)))

/** A real service, named by environment variables. */
export const service: Kind = {
  name: "service of the environment",
  clock: false,
  timeout: 60_000,
  supports: () => true,
  absent: isConfigured
    ? undefined
    : "set GATEFOLD_CONFORMANCE_API_URL, _INTERNAL_PUBLISHABLE_CLIENT_KEY and _MAILBOX_URL to test a service",
  layer: Layer.effect(
    Backend,
    Effect.gen(function* () {
      const { apiUrl, mailboxHeader, mailboxUrl, mailDomain, publishableClientKey } = yield* environment
      const [header = "", value = ""] = mailboxHeader.split(": ")
      const { http, record } = yield* Record.make(Http.layerFetch())
      return Backend.of({
        apiUrl: apiUrl.replace(/\/$/, ""),
        http,
        record,
        internal: { projectId: "internal", publishableClientKey },
        nextMail: Inbucket.make(mailboxUrl, header === "" ? {} : { [header]: value }),
        newAddress: newAddress(mailDomain),
        elapse: elapseNot
      })
    })
  )
}

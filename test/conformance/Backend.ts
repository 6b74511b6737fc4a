/**
 * A service to run the scenarios against, whichever it is: the emulator in this process, the emulator over HTTP, or a
 * real service.
 */
import { randomBytes } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import type { MailServer } from "../../src/admin/EmailConfig.ts"
import { generations, type Generation } from "../../src/domain/Generation.ts"
import * as BrowserEmulator from "../../src/emulator/browser.ts"
import * as MovableClock from "../../src/emulator/control/MovableClock.ts"
import type { SignInAnswer, IdTokenRequest } from "../../src/emulator/idp/SignInAnswer.ts"
import { mailServer } from "../../src/emulator/mail/Smtp.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import * as StateParts from "../../src/emulator/storage/StateParts.ts"
import * as Http from "../../src/http/Http.ts"
import * as Browser from "../support/Browser.ts"
import * as Inbucket from "./Inbucket.ts"
import * as Recording from "./Recording.ts"

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
    /** How requests reach it; each is noted in `recording`. */
    readonly http: Layer.Layer<never>
    readonly recording: Recording.Recording
    /** The generation of the service that it is; `undefined` when it is both at once. */
    readonly generation: Generation | undefined
    /** The project whose users own projects. */
    readonly internal: Keys
    /** Waits for the oldest mail to an address, with these words in its subject, that was not asked for before. */
    readonly nextMail: (to: string, subject: string) => Effect.Effect<Mail>
    /** A mail server that takes every mail; unavailable where there is none. */
    readonly mailServer: Effect.Effect<MailServer>
    /** An address that nobody has used. */
    readonly newAddress: (name: string) => string
    /** Lets time pass; unavailable where time cannot be told to. */
    readonly elapse: (duration: Duration.Input) => Effect.Effect<void>
    /** A browser without cookies, which follows redirects until it is at an app; its requests are noted as well. */
    readonly newBrowser: () => Browser.Browser
    /** Tells a provider what to answer to the next sign-in; unavailable where it cannot be told. */
    readonly nextSignIn: (answer: SignInAnswer) => Effect.Effect<void>
    /** An identity token of Apple for an app on a device; unavailable where Apple is the real one. */
    readonly appleToken: (request: IdTokenRequest) => Effect.Effect<Redacted.Redacted>
  }
>()("gatefold/test/conformance/Backend") {}

/** The defect of a scenario that asks for what a backend cannot do; it is skipped there. */
export class Unavailable extends Data.TaggedError("Unavailable")<{ readonly message: string }> {}

const unavailable = (message: string) => Effect.die(new Unavailable({ message }))

/** What may be asked of a kind of backend before it runs. */
export interface Kind {
  readonly name: string
  readonly generation: Generation | undefined
  /** The service; only an emulator is started with options. */
  readonly layer: (options?: Emulator.Options) => Layer.Layer<Backend, unknown>
  /** Whether it runs on the clock of the test, which goes only when told to. */
  readonly testClock: boolean
  /** Whether it is an emulator, of which others can be started with other options. */
  readonly emulated: boolean
  /** Why it cannot be used here, if so. */
  readonly absent: string | undefined
}

const redact = (keys: Emulator.ProjectCredentials): Keys => ({
  projectId: keys.projectId,
  publishableClientKey: Redacted.make(keys.publishableClientKey)
})

const newAddress = (domain: string) => (name: string) => `${name}.${randomBytes(6).toString("hex")}@${domain}`

const overEmulator = (
  emulator: Emulator.Emulator["Service"],
  http: Layer.Layer<never>,
  server: Browser.Server,
  { elapse, nextMail }: Pick<Backend["Service"], "elapse" | "nextMail">
) =>
  Effect.map(Recording.make(http), ({ http, recording }) =>
    Backend.of({
      newBrowser: () => Browser.make({ [emulator.baseUrl]: Recording.serving(recording, server) }),
      nextSignIn: (answer) => emulator.identityProvider.script(answer),
      appleToken: (request) => Effect.map(emulator.identityProvider.idToken(request), (token) => Redacted.make(token)),
      apiUrl: emulator.baseUrl,
      generation: emulator.service,
      http,
      recording,
      internal: redact(emulator.internal),
      nextMail,
      mailServer: Effect.succeed(mailServer),
      newAddress: newAddress("example.org"),
      elapse
    })
  )

const common: Emulator.Options = { passwordCost: "insecure-fast" }

/** Some day long after 1970, because a token issued at 0 is not one. */
const start = Date.UTC(2025, 5, 19)

/** An emulator that starts while another one runs does not take it back in time. */
const startClock = Effect.flatMap(Clock.currentTimeMillis, (now) =>
  now < start ? TestClock.setTime(start) : Effect.void
)

const elapse = (duration: Duration.Input): Effect.Effect<void> =>
  Effect.andThen(TestClock.adjust(duration), Effect.yieldNow)

const nameBackend = (name: string, generation: Generation | undefined) => `${name}, ${generation ?? "both generations"}`

const inThisProcess = (
  name: string,
  generation: Generation | undefined,
  makeEmulator: (options: Emulator.Options) => Layer.Layer<Emulator.Emulator, unknown>
): Kind => ({
  name: nameBackend(name, generation),
  generation,
  testClock: true,
  emulated: true,
  absent: undefined,
  layer: (options) =>
    Layer.effect(
      Backend,
      Effect.flatMap(Emulator.Emulator, (emulator) =>
        overEmulator(emulator, Http.layerHandler(emulator.fetch), emulator.fetch, {
          elapse,
          nextMail: (to, subject) => emulator.mailbox.take({ to, subject })
        })
      )
    ).pipe(
      Layer.provide(Layer.unwrap(Effect.as(startClock, makeEmulator({ ...common, service: generation, ...options }))))
    )
})

/** The emulator in this process, driven by the test's clock. */
export const inProcess = (generation?: Generation): Kind =>
  inThisProcess("emulator in process", generation, (options) => Emulator.layer(options))

/** The same as browsers have it, over SQLite in WebAssembly. */
export const asInBrowsers = (generation?: Generation): Kind =>
  inThisProcess("emulator as in browsers", generation, (options) => BrowserEmulator.layer(options))

/** Moves the clock of a served emulator, and then that of its apps. */
const elapseOverHttp =
  (emulator: Emulator.Emulator["Service"], apps: MovableClock.MovableClock["Service"]) => (duration: Duration.Input) =>
    Effect.gen(function* () {
      const response = yield* Effect.promise(() =>
        fetch(`${emulator.baseUrl}/__emulator/clock`, {
          method: "POST",
          headers: controlHeaders(emulator),
          body: JSON.stringify({ advance_millis: Duration.toMillis(duration) })
        })
      )
      if (!response.ok) return yield* Effect.die(yield* Effect.promise(() => response.text()))
      yield* apps.advance(duration)
    })

const controlHeaders = (emulator: Emulator.Emulator["Service"]) => ({
  "x-gatefold-emulator-token": Redacted.value(emulator.controlToken)
})

/** The emulator behind a socket; mails are read as from any other service, and its clock is moved by a request. */
export const overHttp = (generation?: Generation): Kind => ({
  name: nameBackend("emulator over HTTP", generation),
  generation,
  testClock: false,
  emulated: true,
  absent: undefined,
  layer: (options) =>
    Layer.effect(
      Backend,
      Effect.gen(function* () {
        const emulator = yield* Emulator.Emulator
        return yield* overEmulator(emulator, Http.layerFetch(), (request) => fetch(request), {
          elapse: elapseOverHttp(emulator, yield* MovableClock.MovableClock),
          nextMail: Inbucket.make(`${emulator.baseUrl}/__emulator`, controlHeaders(emulator))
        })
      })
    ).pipe(
      // The apps' clock, for the emulator has its own: it must not move twice.
      Layer.provideMerge(Layer.fresh(MovableClock.layer.pipe(Layer.provide(StateParts.layer)))),
      Layer.provide(Serve.layer({ ...common, service: generation, ...options, port: 0 }))
    )
})

const environment = Config.all({
  apiUrl: Config.String("GATEFOLD_CONFORMANCE_API_URL"),
  publishableClientKey: Config.Redacted("GATEFOLD_CONFORMANCE_INTERNAL_PUBLISHABLE_CLIENT_KEY"),
  service: Config.option(Config.Literals(generations, "GATEFOLD_CONFORMANCE_SERVICE")),
  mailboxUrl: Config.option(Config.String("GATEFOLD_CONFORMANCE_MAILBOX_URL")),
  /** A header that the mailbox wants to see, as `name: value`. */
  mailboxHeader: Config.withDefault(Config.String("GATEFOLD_CONFORMANCE_MAILBOX_HEADER"), ""),
  mailDomain: Config.withDefault(Config.String("GATEFOLD_CONFORMANCE_MAIL_DOMAIN"), "example.org")
})

const configured = Effect.runSync(Effect.option(environment))

/** A real service, named by environment variables. */
export const service: Kind = {
  name: "service of the environment",
  generation: Option.getOrUndefined(Option.flatMap(configured, ({ service }) => service)),
  testClock: false,
  emulated: false,
  absent: Option.isSome(configured)
    ? undefined
    : "set GATEFOLD_CONFORMANCE_API_URL and _INTERNAL_PUBLISHABLE_CLIENT_KEY to test a service",
  layer: () =>
    Layer.effect(
      Backend,
      Effect.gen(function* () {
        const { apiUrl, mailboxHeader, mailboxUrl, mailDomain, publishableClientKey, service } = yield* environment
        const [header = "", value = ""] = mailboxHeader.split(": ")
        const { http, recording } = yield* Recording.make(Http.layerFetch())
        const base = apiUrl.replace(/\/$/, "")
        return Backend.of({
          apiUrl: base,
          generation: Option.getOrUndefined(service),
          http,
          recording,
          internal: { projectId: "internal", publishableClientKey },
          nextMail: Option.match(mailboxUrl, {
            onNone: () => () => unavailable("its mails cannot be read"),
            onSome: (url) => Inbucket.make(url, header === "" ? {} : { [header]: value })
          }),
          mailServer: unavailable("it has no mail server that takes every mail"),
          newAddress: newAddress(mailDomain),
          elapse: () => unavailable("its time cannot be told to pass"),
          newBrowser: () =>
            Browser.make({ [new URL(base).origin]: Recording.serving(recording, (request) => fetch(request)) }),
          nextSignIn: () => unavailable("its providers cannot be told what to answer"),
          appleToken: () => unavailable("nobody has a device of Apple here")
        })
      })
    )
}

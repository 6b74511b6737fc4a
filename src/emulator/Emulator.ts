/**
 * The service, embedded: the same answers as the hosted one, without a network.
 *
 * @example
 * ```ts
 * const emulator = Emulator.toFetchHandler({ project: { displayName: "Test" } })
 * const response = await emulator.fetch(new Request("http://localhost:8102/health"))
 * await emulator.dispose()
 * ```
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as AccessCheck from "./http/AccessCheck.ts"
import * as AccessTokens from "./accounts/AccessTokens.ts"
import * as Accounts from "./accounts/Accounts.ts"
import * as ApiKeys from "./accounts/ApiKeys.ts"
import * as App from "./App.ts"
import * as Background from "./Background.ts"
import * as CliLogins from "./accounts/CliLogins.ts"
import * as Composer from "./mail/Composer.ts"
import * as ContactChannels from "./accounts/ContactChannels.ts"
import * as Control from "./control/Control.ts"
import * as Database from "./storage/Database.ts"
import * as DataVault from "./projects/DataVault.ts"
import type { DatabaseError } from "./storage/DatabaseError.ts"
import * as Delivery from "./mail/Delivery.ts"
import * as EmailDrafts from "./mail/EmailDrafts.ts"
import * as EmailTemplates from "./mail/EmailTemplates.ts"
import * as EmailThemes from "./mail/EmailThemes.ts"
import * as Randomness from "./storage/Randomness.ts"
import * as Generation from "./Generation.ts"
import { ada, type Identity } from "./idp/SignInAnswer.ts"
import * as IdentityProvider from "./idp/IdentityProvider.ts"
import * as Journal from "./control/Journal.ts"
import * as Mailbox from "./mail/Mailbox.ts"
import * as Mailer from "./mail/Mailer.ts"
import * as Metrics from "./projects/Metrics.ts"
import * as MovableClock from "./control/MovableClock.ts"
import type { Endpoints } from "./oauth/OpenIdProvider.ts"
import * as Notifications from "./mail/Notifications.ts"
import * as OAuthServices from "./oauth/OAuthServices.ts"
import * as Origins from "./http/Origins.ts"
import * as Outbox from "./mail/Outbox.ts"
import * as OutboxSender from "./mail/OutboxSender.ts"
import * as Passkeys from "./accounts/Passkeys.ts"
import * as Passwords from "./accounts/Passwords.ts"
import * as PermissionDefinitions from "./teams/PermissionDefinitions.ts"
import * as Permissions from "./teams/Permissions.ts"
import * as ProjectKeys from "./projects/ProjectKeys.ts"
import * as Projects from "./projects/Projects.ts"
import * as ProviderAccounts from "./accounts/ProviderAccounts.ts"
import * as RateLimiter from "./http/RateLimiter.ts"
import * as RateLimitRules from "./http/RateLimitRules.ts"
import * as Recipients from "./mail/Recipients.ts"
import * as Seeding from "./projects/Seeding.ts"
import * as SentEmails from "./mail/SentEmails.ts"
import * as Sessions from "./accounts/Sessions.ts"
import { DEFAULT_PORT, type PasswordCost, Settings } from "./Settings.ts"
import * as SigningKeys from "./accounts/SigningKeys.ts"
import * as Smtp from "./mail/Smtp.ts"
import * as TeamInvitations from "./teams/TeamInvitations.ts"
import * as Teams from "./teams/Teams.ts"
import * as Totp from "./accounts/Totp.ts"
import * as TsxEmailTemplates from "./mail/TsxEmailTemplates.ts"
import * as Users from "./accounts/Users.ts"
import * as VerificationCodes from "./storage/VerificationCodes.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

/** The options of an emulator; everything is optional. */
export interface Options extends Origins.Options {
  /**
   * The generation of the service to emulate exactly: `2025-06`, which anyone may host, or `current`, the hosted one.
   * Default: both at once: it accepts what either accepts, and answers what either answers.
   */
  readonly service?: Generation.Service | undefined
  /** The URL for clients, which is part of the issuer of tokens. Default: `http://127.0.0.1:8102`. */
  readonly publicUrl?: string | undefined
  /**
   * The file for the data, for one emulator at a time, readable by its owner only. Default: in memory. A file that
   * cannot be used is a `DatabaseError`.
   */
  readonly data?: string | undefined
  /** Makes ids, tokens and codes the same on every run, and therefore predictable: for tests only. */
  readonly seed?: string | undefined
  /** The lifetime of access tokens. Default: 10 minutes. */
  readonly accessTokenLifetime?: Duration.Input | undefined
  /** The cost of password hashes. `insecure-fast` saves tests half a second per password. Default: `standard`. */
  readonly passwordCost?: PasswordCost | undefined
  /**
   * Whether anonymous users may sign up. Default: true, but false with `service: "2025-06"`, which allows it to few
   * projects only.
   */
  readonly anonymousSignUp?: boolean | undefined
  /**
   * A sign-up rule of the current service: addresses that cannot sign up, with a password, a mailed link or a provider
   * (`SIGN_UP_REJECTED`). Default: none. The service of 2025-06 has no such rules.
   */
  readonly rejectsSignUp?: ((email: string) => boolean) | undefined
  /**
   * Whether everybody who signs up has to solve the visible challenge for bots (`BOT_CHALLENGE_REQUIRED` before, and
   * `BOT_CHALLENGE_FAILED` for a wrong solution). Default: false; then only those are challenged who send no or a wrong
   * token for the invisible one, and nobody who says nothing of challenges. Every token is right, except
   * `mock-turnstile-invalid`, and `mock-turnstile-ok:` with another action than that of the request.
   */
  readonly requiresBotChallenge?: boolean | undefined
  /**
   * The keys of the `internal` project. Default: the vendor's well-known keys for development. `random` generates new
   * ones at every start, and revokes those of earlier starts on the same data.
   */
  readonly internalKeys?: Seeding.InternalKeys | undefined
  /** A project to create at the start, with given or generated keys. */
  readonly project?: Seeding.ProjectOptions | undefined
  /**
   * Real identity providers by provider id, such as `{ google: { issuer: "https://accounts.google.com" } }`, for
   * projects with their own client keys. All other providers are simulated by the built-in identity provider.
   */
  readonly identityProviders?: Readonly<Record<string, Endpoints>> | undefined
  /**
   * Makes the built-in identity provider approve every sign-in without its page: as a default test person, or as this
   * one.
   */
  readonly autoApprove?: boolean | Identity | undefined
  /** The endpoints of webhooks, which are signed like those of Svix. */
  readonly webhooks?: ReadonlyArray<Webhooks.EndpointOptions> | undefined
  /** Rate limits; `false` for none. The defaults do not affect tests. */
  readonly rateLimits?: RateLimitRules.Options | false | undefined
}

/** Options of an emulator without a file, which cannot fail. */
export type InMemory = Options & { readonly data?: undefined }

/** The credentials of a project's apps. */
export interface Credentials extends Seeding.Keys {
  readonly projectId: string
}

/** Options with a project. */
export interface WithProjectOptions extends Options {
  readonly project: Seeding.ProjectOptions
}

/** A running emulator. */
export interface Running<Project extends Credentials | undefined = Credentials | undefined> {
  /** The base URL for clients, without a trailing slash. */
  readonly baseUrl: string
  /** The generation that it emulates exactly; `undefined` for both at once. */
  readonly service: Generation.Service | undefined
  /** The project whose users own projects. */
  readonly internal: Credentials
  /** The project of the options, if there is one. */
  readonly project: Project
  /** Answers a request. Like at a server, the work goes on if the caller is interrupted. */
  readonly handle: (request: Request, connection?: App.Connection) => Effect.Effect<Response>
  /** The same as a promise; never rejects. */
  readonly fetch: (request: Request, connection?: App.Connection) => Promise<Response>
  /** The token for the paths below `/__emulator/`, in the header `x-gatefold-emulator-token`. */
  readonly controlToken: Redacted.Redacted<string>
  /** The emulator's clock, which can be moved forward. */
  readonly clock: MovableClock.MovableClock["Service"]
  readonly mailbox: Mailbox.Mailbox["Service"]
  /** The built-in identity provider, which simulates Google, GitHub and others; `script` determines its answers. */
  readonly identityProvider: IdentityProvider.IdentityProvider["Service"]
  readonly journal: Journal.Journal["Service"]
  /** The endpoints of the options with their secrets, and all attempts to deliver to them. */
  readonly webhooks: Pick<Webhooks.Webhooks["Service"], "attempts" | "endpoints">
}

/** The emulator of a layer. */
export class Emulator extends Context.Service<Emulator, Running>()("gatefold/emulator/Emulator") {}

/** An emulator whose options have a project, so that `project` is never undefined. */
export class WithProject extends Context.Service<WithProject, Running<Credentials>>()(
  "gatefold/emulator/WithProject"
) {}

const DEFAULT_URL = `http://127.0.0.1:${DEFAULT_PORT}`

/**
 * The same credentials with keys behind accessors, which `util.inspect`, and therefore logs and uncaught errors, do not
 * show.
 */
const concealed = ({ projectId, ...keys }: Credentials): Credentials => ({
  projectId,
  get publishableClientKey() {
    return keys.publishableClientKey
  },
  get secretServerKey() {
    return keys.secretServerKey
  },
  get superSecretAdminKey() {
    return keys.superSecretAdminKey
  }
})

const make = (options: Options) =>
  Effect.gen(function* () {
    const { baseUrl, internal, project } = yield* Seeding.seed({
      internalKeys: options.internalKeys,
      project: options.project
    })
    const app = yield* App.App
    const control = yield* Control.Control
    // the clock, logger and other references of the layer's context
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const identityProvider = yield* IdentityProvider.IdentityProvider
    const webhooks = yield* Webhooks.Webhooks
    const answer = (request: Request, connection?: App.Connection) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith(Control.PREFIX)) return control.handle(request)
      if (pathname.startsWith(IdentityProvider.PREFIX)) return identityProvider.handle(request)
      return Effect.tap(app.handle(request, connection), webhooks.flush)
    }
    const fetch = (request: Request, connection?: App.Connection) => run(answer(request, connection))
    return Emulator.of({
      baseUrl,
      service: (yield* Generation.Generation).service,
      internal: concealed(internal),
      project: project && concealed(project),
      fetch,
      controlToken: control.token,
      handle: (request, connection) => Effect.promise(() => fetch(request, connection)),
      clock: yield* MovableClock.MovableClock,
      mailbox: yield* Mailbox.Mailbox,
      identityProvider,
      journal: yield* Journal.Journal,
      webhooks
    })
  })

/** Provides an emulator with a project under its second key. */
export const layerWithProject: Layer.Layer<WithProject, never, Emulator> = Layer.effect(
  WithProject,
  Effect.flatMap(Emulator, ({ project, ...rest }) =>
    project === undefined
      ? Effect.die("The emulator was started without a project.")
      : Effect.succeed({ ...rest, project })
  )
)

const layerOf = (options: Options): Layer.Layer<Emulator, DatabaseError> => {
  const publicUrl = (options.publicUrl ?? DEFAULT_URL).replace(/\/$/, "")
  const settings = Layer.succeed(Settings, {
    publicUrl,
    accessTokenLifetimeMillis: Duration.toMillis(options.accessTokenLifetime ?? "10 minutes"),
    passwordCost: options.passwordCost ?? "standard",
    anonymousSignUp: options.anonymousSignUp ?? options.service !== "2025-06",
    rejectsSignUp: options.rejectsSignUp ?? (() => false),
    requiresBotChallenge: options.requiresBotChallenge ?? false
  })
  const foundation = Layer.mergeAll(
    settings,
    Generation.layer(options.service),
    Origins.layer(publicUrl, options),
    Journal.layer,
    RateLimiter.layer(RateLimitRules.ratesOf(options.rateLimits ?? {})),
    Randomness.layer(options.seed),
    Database.layer({ filename: options.data ?? ":memory:" })
  )
  const records = Layer.mergeAll(
    Projects.layer,
    ProjectKeys.layer,
    Users.layer,
    ContactChannels.layer,
    ProviderAccounts.layer,
    PermissionDefinitions.layer,
    Teams.layer.pipe(Layer.provideMerge(Permissions.layer)),
    TeamInvitations.layer.pipe(Layer.provideMerge(VerificationCodes.layer)),
    Totp.layer,
    Passkeys.layer,
    CliLogins.layer,
    ApiKeys.layer,
    EmailDrafts.layer,
    DataVault.layer,
    EmailTemplates.layer,
    TsxEmailTemplates.layer,
    Composer.layer.pipe(Layer.provideMerge(EmailThemes.layer)),
    Recipients.layer.pipe(Layer.provideMerge(Notifications.layer)),
    Delivery.layer.pipe(Layer.provideMerge(Layer.mergeAll(Mailbox.layer, SentEmails.layer, Smtp.layer)))
  )
  const oauth = OAuthServices.layer({
    identityProviders: options.identityProviders ?? {},
    autoApprove: options.autoApprove === true ? ada : options.autoApprove || undefined
  })
  const tokens = AccessTokens.layer.pipe(Layer.provideMerge(SigningKeys.layer))
  const emulator = Layer.effect(Emulator, make(options)).pipe(
    Layer.provide(Layer.mergeAll(App.layer, Control.layer)),
    Layer.provide(Webhooks.layer(options.webhooks ?? [])),
    Layer.provide(oauth),
    Layer.provide(Accounts.layer),
    Layer.provide(Layer.mergeAll(AccessCheck.layer, Sessions.layer, Passwords.layer, Mailer.layer, Metrics.layer)),
    Layer.provide(Outbox.layer.pipe(Layer.provide(OutboxSender.layer))),
    // background work ends before the database is closed
    Layer.provide(Background.layer),
    Layer.provide(Layer.mergeAll(records, tokens)),
    Layer.provide(foundation),
    Layer.provide(MovableClock.layer),
    // no spans for storage
    Layer.provide(Layer.succeed(References.TracerEnabled, false))
  )
  // fresh: otherwise two emulators in one program would share layers
  return Layer.suspend(() => Layer.fresh(emulator))
}

/**
 * An emulator in this process. Its time comes from the clock of the layer's context, so a `TestClock` drives it;
 * `clock` of the emulator moves only the emulator. With a project in the options it provides {@link WithProject}, too.
 */
export function layer(options: WithProjectOptions & InMemory): Layer.Layer<Emulator | WithProject>
export function layer(options: WithProjectOptions): Layer.Layer<Emulator | WithProject, DatabaseError>
export function layer(options?: InMemory): Layer.Layer<Emulator>
export function layer(options: Options): Layer.Layer<Emulator, DatabaseError>
export function layer(options: Options = {}): Layer.Layer<Emulator, DatabaseError> {
  return options.project === undefined ? layerOf(options) : Layer.provideMerge(layerWithProject, layerOf(options))
}

/** An emulator without Effect. */
export interface Handler<Project extends Credentials | undefined = Credentials | undefined> {
  readonly fetch: (request: Request) => Promise<Response>
  /** The running emulator, for its credentials, mailbox and journal. */
  readonly emulator: Promise<Running<Project>>
  readonly dispose: () => Promise<void>
}

/** An emulator without Effect: a fetch handler, and a function that ends it. */
export function toFetchHandler(options: WithProjectOptions): Handler<Credentials>
export function toFetchHandler(options?: Options): Handler
export function toFetchHandler(options: Options = {}): Handler {
  const runtime = ManagedRuntime.make(layer(options))
  const emulator = runtime.runPromise(Emulator)
  // callers get the rejection; without callers it must not end the process
  emulator.catch(() => undefined)
  return {
    emulator,
    fetch: async (request) => (await emulator).fetch(request),
    dispose: () => runtime.dispose()
  }
}

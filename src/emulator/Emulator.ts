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
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import * as AccessCheck from "./http/AccessCheck.ts"
import * as AccessTokens from "./accounts/AccessTokens.ts"
import * as Accounts from "./accounts/Accounts.ts"
import * as ApiKeys from "./accounts/ApiKeys.ts"
import * as App from "./App.ts"
import type { Connection } from "./pipeline/Request.ts"
import * as Background from "./runtime/Background.ts"
import * as AgentLogins from "./accounts/AgentLogins.ts"
import * as CliLogins from "./accounts/CliLogins.ts"
import * as Composer from "./mail/Composer.ts"
import * as ContactChannels from "./accounts/ContactChannels.ts"
import * as Control from "./control/Control.ts"
import type { Service } from "../domain/Service.ts"
import * as ControlToken from "./http/ControlToken.ts"
import * as Database from "./storage/Database.ts"
import * as DataVault from "./projects/DataVault.ts"
import type { DatabaseError } from "./storage/DatabaseError.ts"
import * as Delivery from "./mail/Delivery.ts"
import * as EmailDrafts from "./mail/EmailDrafts.ts"
import * as EmailTemplates from "./mail/EmailTemplates.ts"
import * as EmailThemes from "./mail/EmailThemes.ts"
import * as Randomness from "./storage/Randomness.ts"
import * as Events from "./control/Events.ts"
import type { FaultRule, FaultRuleError } from "./faults/FaultRule.ts"
import * as Faults from "./faults/Faults.ts"
import * as Generation from "./runtime/Generation.ts"
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
import * as Replays from "./control/Replays.ts"
import * as RateLimiter from "./http/RateLimiter.ts"
import * as RateLimitRules from "./http/RateLimitRules.ts"
import * as Recipients from "./mail/Recipients.ts"
import type * as Seeding from "./projects/Seeding.ts"
import * as EmulatorState from "./seeds/EmulatorState.ts"
import type { Credentials } from "./seeds/EmulatorState.ts"
import type { Seed, SeedError } from "./seeds/Seed.ts"
import * as Seeds from "./seeds/Seeds.ts"
import * as SentEmails from "./mail/SentEmails.ts"
import * as Sessions from "./accounts/Sessions.ts"
import * as KeptState from "./state/KeptState.ts"
import type { SnapshotError } from "./state/SnapshotError.ts"
import * as Snapshots from "./state/Snapshots.ts"
import * as StateParts from "./storage/StateParts.ts"
import { defaultPort, type PasswordCost, Settings } from "./runtime/Settings.ts"
import * as SigningKeys from "./accounts/SigningKeys.ts"
import * as Smtp from "./mail/Smtp.ts"
import { Sqlite } from "./storage/Sqlite.ts"
import * as TeamInvitations from "./teams/TeamInvitations.ts"
import * as Teams from "./teams/Teams.ts"
import * as Totp from "./accounts/Totp.ts"
import * as Traffic from "./state/Traffic.ts"
import * as TsxEmailTemplates from "./mail/TsxEmailTemplates.ts"
import * as Users from "./accounts/Users.ts"
import * as VerificationCodes from "./storage/VerificationCodes.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

/** The options of an emulator; everything is optional. */
export interface Options extends Origins.Options {
  /**
   * The generation of the service to emulate exactly: `2025-06`, which anyone may host, or `current`, the hosted one.
   * Default: both, which accepts the requests and returns the answers of either.
   */
  readonly service?: Service | undefined
  /** The URL for clients, which is part of the issuer of tokens. Default: `http://127.0.0.1:8102`. */
  readonly publicUrl?: string | undefined
  /**
   * The file for the data, for one emulator at a time, readable only by its owner. An unusable file fails with a
   * `DatabaseError`. Default: in memory.
   */
  readonly data?: string | undefined
  /** The data to start with. Data from an earlier start stays unchanged. */
  readonly seedData?: Seed | undefined
  /** Generates the same ids, tokens and codes on every run. They are predictable, so use this only in tests. */
  readonly seed?: string | undefined
  /** The lifetime of access tokens. Default: 10 minutes. */
  readonly accessTokenLifetime?: Duration.Input | undefined
  /** The cost of password hashes. `insecure-fast` saves tests half a second per password. Default: `standard`. */
  readonly passwordCost?: PasswordCost | undefined
  /**
   * Whether anonymous users may sign up. Default: true, but false with `service: "2025-06"`, which allows it only for
   * a few projects.
   */
  readonly anonymousSignUp?: boolean | undefined
  /**
   * A sign-up rule of the current service: addresses that cannot sign up, with a password, a mailed link or a provider
   * (`SIGN_UP_REJECTED`). Default: none. The service of 2025-06 has no such rules.
   */
  readonly rejectsSignUp?: ((email: string) => boolean) | undefined
  /**
   * Whether every sign-up requires the visible bot challenge (`BOT_CHALLENGE_REQUIRED` before, and
   * `BOT_CHALLENGE_FAILED` for a wrong solution). Default: false, which requires it only after a missing or wrong token
   * for the invisible challenge, and never from apps without support for challenges. Every token is valid, except
   * `mock-turnstile-invalid`, `mock-turnstile-error`, and `mock-turnstile-ok:` with an action other than the request's.
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
   * Makes the built-in identity provider approve every sign-in without its page, as a default test identity or this
   * one.
   */
  readonly autoApprove?: boolean | Identity | undefined
  /** The endpoints of webhooks, which are signed like those of Svix. */
  readonly webhooks?: ReadonlyArray<Webhooks.EndpointOptions> | undefined
  /** Rate limits; `false` for none. The defaults do not affect tests. */
  readonly rateLimits?: RateLimitRules.Options | false | undefined
  /** The initial fault rules, such as `{ path: "/users/me", status: 503 }`. An invalid one is a `FaultRuleError`. */
  readonly faults?: ReadonlyArray<FaultRule> | undefined
}

/** Options of an emulator without a file, a seed and faults, which cannot fail. */
export type InMemory = Options & {
  readonly data?: undefined
  readonly seedData?: undefined
  readonly faults?: undefined
}

/** Why an emulator with these options does not start. */
export type StartError<O = Options> =
  | DatabaseError
  | ("seedData" extends keyof O ? IfGiven<O["seedData"], SeedError> : never)
  | ("faults" extends keyof O ? IfGiven<O["faults"], FaultRuleError> : never)

type IfGiven<Option, Failure> = [Exclude<Option, undefined>] extends [never] ? never : Failure

export type { Credentials } from "./seeds/EmulatorState.ts"

/** Options with a project. */
export interface WithProjectOptions extends Options {
  readonly project: Seeding.ProjectOptions
}

/** A running emulator. */
export interface Running<Project extends Credentials | undefined = Credentials | undefined> {
  /** The base URL for clients, without a trailing slash. */
  readonly baseUrl: string
  /** The generation that it emulates exactly; `undefined` for both. */
  readonly service: Service | undefined
  /** The project whose users own projects. */
  readonly internal: Credentials
  /** The project of the options, if there is one. */
  readonly project: Project
  /**
   * Answers a request. As with a server, the work continues if the caller is interrupted. If a fault breaks the
   * connection, the effect dies with the `TypeError` that `fetch` rejects with.
   */
  readonly handle: (request: Request, connection?: Connection) => Effect.Effect<Response>
  /**
   * Answers a request as a promise. It rejects only if a fault breaks the connection, with a `TypeError` like that of
   * the platform's `fetch`, whose cause has the code (`ECONNRESET`).
   */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>
  /** The token for the paths below `/__emulator/`, in the header `x-gatefold-emulator-token`. */
  readonly controlToken: Redacted.Redacted<string>
  /** The emulator's clock, which can be moved forward. */
  readonly clock: MovableClock.MovableClock["Service"]
  readonly mailbox: Mailbox.Mailbox["Service"]
  /** The URL of the address where it listens, with `serve`: {@link baseUrl}, unless `publicUrl` is another one. */
  readonly listensAt: string | undefined
  /** The address that accepts mails from other programs, if `serve` got an `smtpPort`. */
  readonly smtp: { readonly host: string; readonly port: number } | undefined
  /** The built-in identity provider, which simulates Google, GitHub and others; `script` determines its answers. */
  readonly identityProvider: IdentityProvider.IdentityProvider["Service"]
  readonly journal: Journal.Journal["Service"] & Pick<Replays.Replays["Service"], "curl">
  /** Requests, mails, attempts of webhooks and moves of the clock, from now on. */
  readonly events: Stream.Stream<Events.Event>
  /** Faults on purpose: `add`, `list`, `remove` and `clear` rules. */
  readonly faults: Omit<Faults.Faults["Service"], "around">
  /**
   * The endpoints of the options with their secrets, all delivery attempts, `redeliver`, and the webhooks in the
   * built-in receiver (`{ url: "emulator:receiver" }`).
   */
  readonly webhooks: Pick<Webhooks.Webhooks["Service"], "attempts" | "endpoints" | "received" | "redeliver">
  /** The whole state as a value. Waits for requests in progress and their mails; new requests wait meanwhile. */
  readonly snapshot: Effect.Effect<Snapshots.Snapshot>
  /**
   * Restores a snapshot of this emulator or another one, and updates the file. Requests in progress fail with status
   * 503 immediately, and new ones wait. Fails without a change if the value is not a snapshot of this version.
   */
  readonly restore: (snapshot: Snapshots.Snapshot) => Effect.Effect<void, SnapshotError>
  /** Resets the state to the projects and seeds of the options. Keys stay the same, also random ones. */
  readonly reset: Effect.Effect<void>
  /** Adds a complete seed, or nothing if it fails. Its top-level fields apply to the project of the options. */
  readonly seed: (seed: Seed) => Effect.Effect<void, SeedError>
  /** The whole state as a seed, always in the same order. Leaves out mails and unfinished sign-ins. */
  readonly exportSeed: Effect.Effect<Seed>
  /** Replaces the state with a seed, and resets the clock and the mailbox. */
  readonly importSeed: (seed: Seed) => Effect.Effect<void, SeedError>
  /**
   * Another emulator in this process with a copy of this one's state, until the scope closes. The two share no mutable
   * state: the fork has its own data, clock, mailbox and limits. It stays in memory, also if this one has a file. It
   * does not repeat pending work: pending webhooks are sent once, and pending mails go to its mailbox, but not to a
   * mail server.
   */
  readonly fork: Effect.Effect<Running<Project>, never, Scope.Scope>
}

/** The emulator of a layer. */
export class Emulator extends Context.Service<Emulator, Running>()("gatefold/emulator/Emulator") {}

/** An emulator whose options have a project, so that `project` is never undefined. */
export class WithProject extends Context.Service<WithProject, Running<Credentials>>()(
  "gatefold/emulator/WithProject"
) {}

const defaultUrl = `http://127.0.0.1:${defaultPort}`

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
    const { copy, internal, project, ...state } = yield* EmulatorState.EmulatorState
    const { publicUrl } = yield* Settings
    const app = yield* App.App
    const controlToken = yield* ControlToken.ControlToken
    const capabilities = Context.make(Sqlite, yield* Sqlite).pipe(Context.add(Smtp.Smtp, yield* Smtp.Smtp))
    // The clock, logger and other references of the layer's context.
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const identityProvider = yield* IdentityProvider.IdentityProvider
    const webhooks = yield* Webhooks.Webhooks
    const { around: _, ...faults } = yield* Faults.Faults
    const fetch: Running["fetch"] = (request, connection) => run(app.handle(request, connection))
    const fork = Effect.gen(function* () {
      // The snapshot already contains these.
      const others: Options = { ...options, data: undefined, webhooks: undefined, faults: undefined }
      const snapshot = yield* copy
      return yield* Effect.orDie(
        built(layerOf(others, Layer.succeedContext(capabilities), { snapshot, internal, project }))
      )
    })
    return Emulator.of({
      baseUrl: publicUrl,
      service: (yield* Generation.Generation).service,
      internal: concealed(internal),
      project: project && concealed(project),
      fetch,
      controlToken: controlToken.value,
      handle: (request, connection) => Effect.promise(() => fetch(request, connection)),
      clock: yield* MovableClock.MovableClock,
      mailbox: yield* Mailbox.Mailbox,
      listensAt: undefined,
      smtp: undefined,
      identityProvider,
      journal: { ...(yield* Journal.Journal), curl: (yield* Replays.Replays).curl },
      events: (yield* Events.Events).stream,
      webhooks,
      ...state,
      fork,
      faults
    })
  })

const built = <E>(layer: Layer.Layer<Emulator, E>): Effect.Effect<Running, E, Scope.Scope> =>
  Effect.map(Layer.build(layer), Context.get(Emulator))

const withProject = ({ fork, project, ...rest }: Running): Running<Credentials> => {
  if (project === undefined) throw new Error("The emulator was started without a project.")
  return { ...rest, project, fork: Effect.map(fork, withProject) }
}

/**
 * Rules for faults while the layer is there, in the emulator of the context: for one test, or a part of one.
 *
 * @example
 * ```ts
 * program.pipe(Effect.provide(Emulator.layerFaults({ path: "/users/me", fault: "reset", first: 2 })))
 * ```
 */
export const layerFaults = (...rules: ReadonlyArray<FaultRule>): Layer.Layer<never, FaultRuleError, Emulator> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { faults } = yield* Emulator
      yield* Effect.forEach(rules, (rule) => Effect.acquireRelease(faults.add(rule), ({ id }) => faults.remove(id)))
    })
  )

/** Provides an emulator with a project under its second key. Fresh, so an emulator inside another one is its own. */
export const layerWithProject: Layer.Layer<WithProject, never, Emulator> = Layer.fresh(
  Layer.effect(WithProject, Effect.map(Emulator, withProject))
)

/** The services that differ between Node and browsers. */
export type Capabilities = Sqlite | Smtp.Smtp

/** An emulator over the capabilities of a platform. */
export const layerOf = (
  options: Options,
  capabilities: Layer.Layer<Capabilities>,
  origin?: EmulatorState.Origin,
  kept?: EmulatorState.Beginning["kept"]
): Layer.Layer<Emulator, StartError> => {
  const publicUrl = (options.publicUrl ?? defaultUrl).replace(/\/$/, "")
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
    ControlToken.layer,
    Generation.layer(options.service),
    Origins.layer(publicUrl, options),
    Replays.layer,
    Events.watched.pipe(Layer.provide(Journal.layer)),
    Faults.layer(options.faults ?? []),
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
    AgentLogins.layer,
    ApiKeys.layer,
    EmailDrafts.layer,
    DataVault.layer,
    EmailTemplates.layer,
    TsxEmailTemplates.layer,
    Composer.layer.pipe(Layer.provideMerge(EmailThemes.layer)),
    Recipients.layer.pipe(Layer.provideMerge(Notifications.layer)),
    Delivery.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(Events.mailbox.pipe(Layer.provide(Mailbox.layer)), SentEmails.layer))
    )
  )
  const oauth = OAuthServices.layer({
    identityProviders: options.identityProviders ?? {},
    autoApprove: options.autoApprove === true ? ada : options.autoApprove || undefined
  })
  const tokens = AccessTokens.layer.pipe(Layer.provideMerge(SigningKeys.layer))
  const emulator = Layer.effect(Emulator, make(options)).pipe(
    Layer.provide(Layer.mergeAll(App.layer.pipe(Layer.provide(Control.layer)), Events.webhooks)),
    Layer.provide(
      EmulatorState.layer({
        internalKeys: options.internalKeys,
        project: options.project,
        seedData: options.seedData,
        origin,
        kept
      }).pipe(Layer.provide(Seeds.layer))
    ),
    Layer.provide(Snapshots.layer.pipe(Layer.provideMerge(Traffic.layer))),
    Layer.provide(Webhooks.layer(options.webhooks ?? [])),
    Layer.provide(oauth),
    Layer.provide(Accounts.layer),
    Layer.provide(Layer.mergeAll(AccessCheck.layer, Sessions.layer, Passwords.layer, Mailer.layer, Metrics.layer)),
    Layer.provide(Outbox.layer.pipe(Layer.provide(OutboxSender.layer))),
    // Background work ends before the database is closed.
    Layer.provide(Background.layer),
    Layer.provide(Layer.mergeAll(records, tokens)),
    Layer.provide(foundation),
    Layer.provide(capabilities),
    Layer.provide(Events.layer),
    Layer.provide(MovableClock.layer),
    Layer.provide(StateParts.layer),
    // Storage creates no spans.
    Layer.provide(Layer.succeed(References.TracerEnabled, false))
  )
  // Fresh: otherwise two emulators in one program would share layers.
  return Layer.suspend(() => Layer.fresh(emulator))
}

/**
 * A {@link Running.fork} of the emulator in the context, for one test.
 *
 * @example
 * ```ts
 * layer(Emulator.layer({ project: {} }))((it) => {
 *   it.effect("has a service of its own", () => Effect.provide(test, Emulator.layerFork))
 * })
 * ```
 */
export const layerFork: Layer.Layer<Emulator, never, Emulator> = Layer.fresh(
  Layer.effect(
    Emulator,
    Effect.flatMap(Emulator, ({ fork }) => fork)
  )
)

/** The same of an emulator with a project. */
export const layerForkWithProject: Layer.Layer<Emulator | WithProject, never, Emulator> = Layer.provideMerge(
  layerWithProject,
  layerFork
)

/** Whether a request may change something; a sign-in with a provider does, at whatever step. */
const changes = ({ method, url }: Request): boolean =>
  !["GET", "HEAD", "OPTIONS"].includes(method) || new URL(url).pathname.includes("/oauth/")

/** The emulator, which stores its state before it answers a request, seed or other change. */
export const keeping = Effect.fnUntraced(function* (
  storage: KeptState.StateStorage
): Effect.fn.Return<Running, never, Emulator> {
  const running = yield* Emulator
  const keep = KeptState.writer(storage, running.snapshot)
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const fetch: Running["fetch"] = async (request, connection) => {
    const response = await running.fetch(request, connection)
    if (changes(request)) await run(keep)
    return response
  }
  return {
    ...running,
    fetch,
    handle: (request, connection) => Effect.promise(() => fetch(request, connection)),
    restore: (snapshot) => Effect.tap(running.restore(snapshot), keep),
    reset: Effect.tap(running.reset, keep),
    seed: (seed) => Effect.tap(running.seed(seed), keep),
    importSeed: (seed) => Effect.tap(running.importSeed(seed), keep)
  }
})

/** An emulator without Effect. */
export interface Handler<Project extends Credentials | undefined = Credentials | undefined> {
  readonly fetch: (request: Request) => Promise<Response>
  /** The running emulator, for its credentials, mailbox and journal. */
  readonly emulator: Promise<Running<Project>>
  /** Another emulator with a copy of the state ({@link Running.fork}). It has to be disposed of, too. */
  readonly fork: () => Handler<Project>
  readonly dispose: () => Promise<void>
}

/** A layer without Effect. */
export const handlerOf = (layer: Layer.Layer<Emulator, StartError>): Handler => {
  const runtime = ManagedRuntime.make(layer)
  const emulator = runtime.runPromise(Emulator)
  // Callers get the rejection; without callers it must not end the process.
  emulator.catch(() => undefined)
  return {
    emulator,
    fetch: async (request) => (await emulator).fetch(request),
    fork: () =>
      handlerOf(
        Layer.provide(
          layerFork,
          Layer.effect(
            Emulator,
            Effect.promise(() => emulator)
          )
        )
      ),
    dispose: () => runtime.dispose()
  }
}

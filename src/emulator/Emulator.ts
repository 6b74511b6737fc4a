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
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import * as ControlToken from "./access/ControlToken.ts"
import * as Events from "./control/Events.ts"
import * as Journal from "./control/Journal.ts"
import * as MovableClock from "./control/MovableClock.ts"
import * as RecordedRequests from "./control/RecordedRequests.ts"
import type { FaultRule, FaultRuleError } from "./faults/FaultRule.ts"
import * as Faults from "./faults/Faults.ts"
import * as IdentityProvider from "./idp/IdentityProvider.ts"
import { RequestHandler } from "./internal/RequestHandler.ts"
import * as Services from "./internal/Services.ts"
import * as Mailbox from "./mail/Mailbox.ts"
import * as Smtp from "./mail/Smtp.ts"
import type { Options, StartError } from "./Options.ts"
import type { Connection } from "./pipeline/Request.ts"
import type { Seed, SeedError } from "./seeds/Seed.ts"
import * as Generation from "./settings/Generation.ts"
import { Settings } from "./settings/Settings.ts"
import * as EmulatorState from "./state/EmulatorState.ts"
import type { ProjectCredentials } from "./state/EmulatorState.ts"
import type { SnapshotError } from "./state/SnapshotError.ts"
import type * as Snapshots from "./state/Snapshots.ts"
import { Sqlite } from "./storage/Sqlite.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

export type { InMemory, Options, StartError, WithProjectOptions } from "./Options.ts"
export type { ProjectCredentials } from "./state/EmulatorState.ts"

/** A running emulator. */
export interface Instance<Project extends ProjectCredentials | undefined = ProjectCredentials | undefined> {
  /** The base URL for clients, without a trailing slash. */
  readonly baseUrl: string
  /** The generation that it emulates exactly; `undefined` for both. */
  readonly service: Options["service"]
  /** The project whose users own projects. */
  readonly internal: ProjectCredentials
  /** The project of the options, if there is one. */
  readonly project: Project
  /**
   * Answers a request. As with a server, the work continues if the caller is interrupted. Where {@link fetch} rejects,
   * the effect dies with the same `TypeError`.
   */
  readonly handle: (request: Request, connection?: Connection) => Effect.Effect<Response>
  /**
   * Answers a request as a promise. It rejects only with a `TypeError` like that of the platform's `fetch`, if a fault
   * breaks the connection, or if the request is aborted during a delay. The cause has the code (`ECONNRESET`), or is
   * the reason of the abort.
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
  readonly journal: Journal.Journal["Service"] & Pick<RecordedRequests.RecordedRequests["Service"], "curl">
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
  readonly fork: Effect.Effect<Instance<Project>, never, Scope.Scope>
}

/** The emulator of a layer. */
export class Emulator extends Context.Service<Emulator, Instance>()("gatefold/emulator/Emulator") {}

/** An emulator whose options have a project, so that `project` is never undefined. */
export class WithProject extends Context.Service<WithProject, Instance<ProjectCredentials>>()(
  "gatefold/emulator/Emulator/WithProject"
) {}

/**
 * Credentials with keys behind accessors, which `util.inspect`, and therefore logs and uncaught errors, do not
 * show.
 */
const withHiddenKeys = ({ projectId, ...keys }: ProjectCredentials): ProjectCredentials => ({
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

const make = Effect.fnUntraced(function* (options: Options) {
  const { copy, internal, project, ...state } = yield* EmulatorState.EmulatorState
  const { publicUrl } = yield* Settings
  const requests = yield* RequestHandler
  const controlToken = yield* ControlToken.ControlToken
  const capabilities = Context.make(Sqlite, yield* Sqlite).pipe(Context.add(Smtp.Smtp, yield* Smtp.Smtp))
  // The clock, logger and other references of the layer's context.
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const identityProvider = yield* IdentityProvider.IdentityProvider
  const webhooks = yield* Webhooks.Webhooks
  const { around: _, ...faults } = yield* Faults.Faults
  const fetch: Instance["fetch"] = (request, connection) => run(requests.handle(request, connection))
  const fork = Effect.gen(function* () {
    // The snapshot already contains these.
    const forkOptions: Options = { ...options, data: undefined, webhooks: undefined, faults: undefined }
    const snapshot = yield* copy
    return yield* Effect.orDie(
      build(makeLayer(forkOptions, Layer.succeedContext(capabilities), { snapshot, internal, project }))
    )
  })
  return Emulator.of({
    baseUrl: publicUrl,
    service: (yield* Generation.Generation).only,
    internal: withHiddenKeys(internal),
    project: project && withHiddenKeys(project),
    fetch,
    controlToken: controlToken.value,
    handle: (request, connection) => Effect.promise(() => fetch(request, connection)),
    clock: yield* MovableClock.MovableClock,
    mailbox: yield* Mailbox.Mailbox,
    listensAt: undefined,
    smtp: undefined,
    identityProvider,
    journal: { ...(yield* Journal.Journal), curl: (yield* RecordedRequests.RecordedRequests).curl },
    events: (yield* Events.Events).stream,
    webhooks,
    ...state,
    fork,
    faults
  })
})

const build = <E>(layer: Layer.Layer<Emulator, E>): Effect.Effect<Instance, E, Scope.Scope> =>
  Effect.map(Layer.build(layer), Context.get(Emulator))

const withProject = ({ fork, project, ...rest }: Instance): Effect.Effect<Instance<ProjectCredentials>> =>
  project === undefined
    ? Effect.die(new InvalidOption({ option: "project", problem: "the emulator was started without one" }))
    : Effect.succeed({ ...rest, project, fork: Effect.flatMap(fork, withProject) })

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
  Layer.effect(WithProject, Effect.flatMap(Emulator, withProject))
)

/** An emulator over the capabilities of a platform. */
export const makeLayer = (
  options: Options,
  capabilities: Layer.Layer<Services.Capabilities>,
  forked?: EmulatorState.ForkedState,
  stored?: EmulatorState.InitialState["stored"]
): Layer.Layer<Emulator, StartError> => {
  const emulator = Layer.effect(Emulator, make(options))
  // Fresh: otherwise two emulators in one program would share layers.
  return Layer.suspend(() =>
    Layer.fresh(Layer.provide(emulator, Services.layer(options, capabilities, { forked, stored })))
  )
}

/**
 * A {@link Instance.fork} of the emulator in the context, for one test.
 *
 * @example
 * ```ts
 * layer(Emulator.layer({ project: {} }))((it) => {
 *   it.effect("has its own service", () => Effect.provide(test, Emulator.layerFork))
 * })
 * ```
 */
export const layerFork: Layer.Layer<Emulator, never, Emulator> = Layer.fresh(
  Layer.effect(
    Emulator,
    Effect.flatMap(Emulator, ({ fork }) => fork)
  )
)

/** A copy of an emulator with a project, with the same state. */
export const layerForkWithProject: Layer.Layer<Emulator | WithProject, never, Emulator> = Layer.provideMerge(
  layerWithProject,
  layerFork
)

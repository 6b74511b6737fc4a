/** The admin as promises, over one runtime. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AdminApp from "../admin/AdminApp.ts"
import * as Configuration from "../admin/Configuration.ts"
import * as Domains from "../admin/Domains.ts"
import * as EmailConfig from "../admin/EmailConfig.ts"
import * as EmailDrafts from "../admin/EmailDrafts.ts"
import * as Emails from "../admin/Emails.ts"
import * as EmailTemplates from "../admin/EmailTemplates.ts"
import * as EmailThemes from "../admin/EmailThemes.ts"
import * as InternalApiKeys from "../admin/InternalApiKeys.ts"
import * as Metrics from "../admin/Metrics.ts"
import * as OAuthProviders from "../admin/OAuthProviders.ts"
import * as PermissionDefinitions from "../admin/PermissionDefinitions.ts"
import * as ProductionMode from "../admin/ProductionMode.ts"
import * as Project from "../admin/Project.ts"
import * as AdminSessions from "../admin/Sessions.ts"
import * as TsxEmailTemplates from "../admin/TsxEmailTemplates.ts"
import * as Webhooks from "../admin/Webhooks.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import * as Ids from "../domain/Ids.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import * as ServerEmails from "../server/Emails.ts"
import type { ServerApp, ServerAppError } from "../server/ServerApp.ts"
import * as ServerSessions from "../server/Sessions.ts"
import { Session } from "../session/Session.ts"
import * as AppRuntime from "./AppRuntime.ts"
import { type PromiseClientApp, findRunner as findClientRunner } from "./ClientApp.ts"
import { type ServerMethods, makeServerMethods } from "./internal/ServerAreas.ts"
import { type CallOptions, type MethodsByArea, makeMethodsByArea, orReject, type RunToExit } from "./Method.ts"
import * as ServerRequest from "./ServerRequest.ts"

export { Ids, Interrupted }
export type { TypedIterable, TypedPromise } from "./Method.ts"
export type { EffectRequest, RequestError, RequestServices, RequestSource } from "./ServerRequest.ts"

/** Options of a promise admin app with keys. */
export interface CreateAdminAppOptions extends AdminApp.AdminAppOptions {
  /** How requests are sent, for example `Http.layerHandler(emulator.fetch)`. Default: the platform's `fetch`. */
  readonly http?: Layer.Layer<never> | undefined
}

/** Options of a promise admin app over an owner's session. */
export interface CreateOwnerAppOptions extends Omit<AdminApp.OwnerAppOptions, "publishableClientKey"> {
  /** An app of the project `internal` on which the owner is signed in. */
  readonly owner: PromiseClientApp
  /** How requests are sent. Default: like those of `owner`. */
  readonly http?: Layer.Layer<never> | undefined
}

const areas = {
  configuration: Configuration,
  domains: Domains,
  emailConfig: EmailConfig,
  emailDrafts: EmailDrafts,
  emails: { ...ServerEmails, ...Emails },
  emailTemplates: EmailTemplates,
  emailThemes: EmailThemes,
  internalApiKeys: InternalApiKeys,
  metrics: Metrics,
  oauthProviders: OAuthProviders,
  permissionDefinitions: PermissionDefinitions,
  productionMode: ProductionMode,
  project: Project,
  // The list of admins includes impersonations.
  sessions: { ...ServerSessions, list: AdminSessions.list },
  tsxEmailTemplates: TsxEmailTemplates,
  webhooks: Webhooks
}

/** Intersections, because what is spread loses its docblocks in published types. */
interface Modules extends Omit<typeof areas, "emails" | "sessions"> {
  readonly emails: typeof ServerEmails & typeof Emails
  readonly sessions: Omit<typeof ServerSessions, "list"> & Pick<typeof AdminSessions, "list">
}

type Areas = MethodsByArea<Modules, ServerAppError>

/** The services that an app over an owner's session provides. */
export type OwnerServices = AdminApp.AdminApp | ServerApp

/** The services that an app with keys provides. */
export type AdminServices = OwnerServices | ClientApp

/** The operations of an owner's admin app as promise methods, including those of servers. */
export interface PromiseOwnerApp extends Omit<ServerMethods, "emails" | "sessions">, Areas, AppRuntime.Disposable {}

/** The operations of an admin as promise methods, including those of servers. */
export interface PromiseAdminApp extends PromiseOwnerApp {
  /** The session that came with a request; never shared between requests. */
  readonly forRequest: (source: ServerRequest.PromiseRequestSource) => ServerRequest.PromiseRequest
}

/** The operations of an owner's admin app as promise methods, and a method that runs any effect. */
export interface EffectOwnerApp extends PromiseOwnerApp, AppRuntime.Runs<OwnerServices, ServerAppError> {}

/** The operations of an admin as promise methods, and a method that runs any effect. */
export interface EffectAdminApp extends PromiseAdminApp, AppRuntime.Runs<AdminServices, ServerAppError> {
  /** The session that came with a request, with a method that runs any effect. */
  readonly forRequest: (source: ServerRequest.RequestSource) => ServerRequest.EffectRequest
}

const makeAdminMethods = (run: RunToExit<OwnerServices>) => ({
  ...makeServerMethods(run),
  ...makeMethodsByArea<Modules, ServerAppError, OwnerServices>(run, areas)
})

/**
 * Creates an admin app. Nothing is sent yet; a wrong option makes every call reject with `InvalidOption`, which names
 * it.
 *
 * @example
 * ```ts
 * const app = createAdminApp({ projectId, publishableClientKey, superSecretAdminKey })
 * await app.domains.add({ domain: "https://app.example.com" })
 * ```
 */
export const createPromiseAdminApp = (options: CreateAdminAppOptions): PromiseAdminApp =>
  apps.make(makeLayer(options), ({ run, services }) => ({
    ...makeAdminMethods(run),
    forRequest: (source) => ServerRequest.makeWithoutRun(services, source)
  }))

/** Creates an admin app like {@link createPromiseAdminApp}, with a method that runs any effect. */
export const createAdminApp = (options: CreateAdminAppOptions): EffectAdminApp =>
  apps.make(makeLayer(options), ({ run, services }) => ({
    ...makeAdminMethods(run),
    forRequest: (source) => ServerRequest.make(services, source),
    run: (effect, callOptions) => orReject(run, effect, callOptions)
  }))

const makeLayer = (input: CreateAdminAppOptions) => {
  const { http = Layer.empty, ...options } = AppRuntime.orEmpty(input)
  return Layer.provide(AdminApp.layer(options), http)
}

/**
 * Runs one effect over an app that is disposed of afterwards, for scripts. Rejects with the effect's own error, or with
 * `InvalidOption`.
 *
 * @example
 * ```ts
 * const keys = { projectId, publishableClientKey, superSecretAdminKey }
 * await runPromise(Domains.add({ domain: "https://app.example.com" }), keys)
 * ```
 */
export const runPromise = <A, E>(
  effect: Effect.Effect<A, E, AdminServices>,
  options: CreateAdminAppOptions & CallOptions
): Promise<A> => AppRuntime.withApp(createAdminApp(options), (app) => app.run(effect, options))

/**
 * Creates an admin app of a project that the user of another app owns. It needs no secret key, and works as long as the
 * owner is signed in.
 *
 * @example
 * ```ts
 * const owner = createClientApp({ projectId: "internal", publishableClientKey })
 * await owner.password.signIn({ email, password })
 * const [project] = await owner.ownedProjects.list()
 * const app = createOwnerApp({ owner, projectId: project.id })
 * ```
 */
export const createPromiseOwnerApp = (options: CreateOwnerAppOptions): PromiseOwnerApp =>
  apps.make(makeOwnerLayer(options), ({ run }) => makeAdminMethods(run))

/** Creates an owner's admin app like {@link createPromiseOwnerApp}, with a method that runs any effect. */
export const createOwnerApp = (options: CreateOwnerAppOptions): EffectOwnerApp =>
  apps.make(makeOwnerLayer(options), ({ run }) => ({
    ...makeAdminMethods(run),
    run: (effect, callOptions) => orReject(run, effect, callOptions)
  }))

const apps = AppRuntime.makeApps<OwnerServices>()

/** Runs effects over the services of an admin app; undefined for any other value. */
export const findRunner: (app: PromiseOwnerApp) => RunToExit<OwnerServices> | undefined = apps.findRunner

const makeOwnerLayer = ({ http = Layer.empty, owner, ...options }: CreateOwnerAppOptions) =>
  AdminApp.layerOwner(options).pipe(Layer.provide(Layer.effect(Session, findSession(owner))), Layer.provide(http))

/** The session of the owner's client app, which has to be of this copy of the package. */
const findSession = (owner: PromiseClientApp) => {
  const run = findClientRunner(owner)
  return run === undefined
    ? Effect.fail(
        new InvalidOption({
          option: "owner",
          problem: 'must be an app that createClientApp of the same entry point made: of "gatefold/promise" here'
        })
      )
    : Effect.promise(() => orReject(run, Session))
}

/** Calls one project as an admin: with its super secret admin key, or with the session of an owner. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import * as ClientApp from "../http/ClientApp.ts"
import { Http } from "../http/Http.ts"
import * as ServiceConfig from "../http/ServiceConfig.ts"
import * as Transport from "../http/Transport.ts"
import * as NotInBrowser from "../server/NotInBrowser.ts"
import * as ServerApp from "../server/ServerApp.ts"
import { Session } from "../session/Session.ts"
import { commonErrors } from "../wire/generated/Access.ts"
import * as OwnerTransport from "./internal/OwnerTransport.ts"

export type { AdminEndpoint } from "./internal/OwnerTransport.ts"

/** How an admin app with keys is configured. */
export interface AdminAppOptions extends ClientApp.ClientAppOptions, NotInBrowser.BrowserOptions {
  /** The project's super secret admin key (`sak_…`). */
  readonly superSecretAdminKey: string | Redacted.Redacted
  /** The project's secret server key (`ssk_…`). Default: server calls also use the admin key. */
  readonly secretServerKey?: string | Redacted.Redacted | undefined
}

/** Options of an admin app over an owner's session. Defaults: those of the owner's own app. */
export interface OwnerAppOptions
  extends
    Omit<ServiceConfig.ProjectOptions, "allowInsecureHttp">,
    Pick<ClientApp.ClientAppOptions, "appUrl" | "urls">,
    NotInBrowser.BrowserOptions {
  /** The project's publishable client key. With it the app is also a client app. */
  readonly publishableClientKey?: string | Redacted.Redacted | undefined
}

/** A project, called as an admin. Keys cannot be read from it. */
export class AdminApp extends Context.Service<
  AdminApp,
  OwnerTransport.AdminTransport & {
    /** Runs changes that read first, one after the other. */
    readonly oneAtATime: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("gatefold/admin/AdminApp") {}

const queue = Effect.map(
  Semaphore.make(1),
  (semaphore): AdminApp["Service"]["oneAtATime"] =>
    (effect) =>
      semaphore.withPermit(effect)
)

const adminHeader = "x-stack-super-secret-admin-key"

const make = Effect.fnUntraced(function* (options: AdminAppOptions) {
  yield* NotInBrowser.check("superSecretAdminKey", options)
  const project = yield* ServiceConfig.make(options)
  const key = yield* ServiceConfig.checkKey("superSecretAdminKey", options.superSecretAdminKey, "sak_")
  const transport = yield* Transport.make(project, { level: "admin", keys: [[adminHeader, key]], errors: commonErrors })
  return AdminApp.of({ ...transport, oneAtATime: yield* queue })
})

const layerServer = (options: AdminAppOptions) =>
  Layer.effect(
    ServerApp.ServerApp,
    Effect.gen(function* () {
      const { call, project } = yield* AdminApp
      return ServerApp.ServerApp.of({ call, project, ...(yield* ClientApp.checkServerPages(options, project)) })
    })
  )

/** An admin app from options, with the server app and the client app of the same project. */
export const layer = (
  options: AdminAppOptions
): Layer.Layer<AdminApp | ServerApp.ServerApp | ClientApp.ClientApp, ServerApp.ServerAppError> => {
  const { secretServerKey } = options
  const others =
    secretServerKey === undefined
      ? Layer.merge(layerServer(options), ClientApp.layerServer(options))
      : ServerApp.layer({ ...options, secretServerKey })
  return Layer.provideMerge(others, Layer.effect(AdminApp, make(options)))
}

/** The options of a project's app, with those of the owner's app in the place of absent ones. */
const withOwnerDefaults = (owner: ServiceConfig.ServiceConfig, options: OwnerAppOptions) => ({
  ...options,
  apiUrl: options.apiUrl ?? owner.apiUrl,
  extraRequestHeaders: options.extraRequestHeaders ?? owner.extraRequestHeaders,
  timeout: options.timeout ?? owner.timeoutMillis,
  // The URL was checked when the owner's app was made.
  allowInsecureHttp: options.apiUrl === undefined || options.apiUrl === owner.apiUrl
})

const makeOwnerLayer = Effect.fnUntraced(function* (options: OwnerAppOptions) {
  yield* NotInBrowser.check("owner's session", options)
  const session = yield* Session
  const project = yield* ServiceConfig.make(withOwnerDefaults(session.app.project, options))
  const makeTransport = (level: AccessLevel) => OwnerTransport.make(session, project, level)
  const server = { ...(yield* makeTransport("server")), ...(yield* ClientApp.checkServerPages(options, project)) }
  const admin = { ...(yield* makeTransport("admin")), oneAtATime: yield* queue }
  return Context.make(AdminApp, admin).pipe(Context.add(ServerApp.ServerApp, server))
})

/** Requests are sent like those of the owner's app, unless the context provides an `Http`. */
const layerOwnersHttp = () =>
  Layer.effect(
    Http,
    Effect.map(
      Effect.context<Session>(),
      (context) => Context.getOrUndefined(context, Http) ?? Context.get(context, Session).app.http
    )
  )

/**
 * An admin app over the session of an owner, who is signed in at the project `internal` with the session in context. It
 * is also the server app of the project, and its client app if you pass `publishableClientKey`. It needs no secret key,
 * and sends requests like the owner's app unless you provide another `Http`. After the owner signs out, calls fail with
 * `RequestRefused` of reason `AdminAuthenticationRequired`.
 */
export function layerOwner(
  options: OwnerAppOptions & { readonly publishableClientKey: string | Redacted.Redacted }
): Layer.Layer<AdminApp | ServerApp.ServerApp | ClientApp.ClientApp, ServerApp.ServerAppError, Session>
export function layerOwner(
  options: OwnerAppOptions
): Layer.Layer<AdminApp | ServerApp.ServerApp, ServerApp.ServerAppError, Session>
export function layerOwner(
  options: OwnerAppOptions
): Layer.Layer<AdminApp | ServerApp.ServerApp, ServerApp.ServerAppError, Session> {
  const { publishableClientKey } = options
  const admin = Layer.provide(Layer.effectContext(makeOwnerLayer(options)), layerOwnersHttp())
  if (publishableClientKey === undefined) return admin
  const client = Layer.unwrap(
    Effect.map(Session, ({ app }) =>
      ClientApp.layerServer({ ...withOwnerDefaults(app.project, options), publishableClientKey })
    )
  )
  return Layer.merge(admin, Layer.provide(client, layerOwnersHttp()))
}

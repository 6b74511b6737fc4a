/**
 * The capability to call one project as an admin: with its super secret admin
 * key, or by the right of somebody who owns it.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { commonErrors } from "../api/Access.ts"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import * as ClientApp from "../http/ClientApp.ts"
import * as Environment from "../http/Environment.ts"
import { Http } from "../http/Http.ts"
import * as ProjectConfig from "../http/ProjectConfig.ts"
import * as Transport from "../http/Transport.ts"
import * as NotInBrowser from "../server/NotInBrowser.ts"
import * as ServerApp from "../server/ServerApp.ts"
import { Session } from "../session/Session.ts"
import * as OwnerTransport from "./OwnerTransport.ts"

export type { AdminEndpoint } from "./OwnerTransport.ts"

/** How an admin app with keys is configured. */
export interface AdminAppOptions extends ClientApp.ClientAppOptions, NotInBrowser.BrowserOptions {
  /** The project's super secret admin key (`sak_…`). */
  readonly superSecretAdminKey: string | Redacted.Redacted
  /** The project's secret server key (`ssk_…`). Without it, the admin key also serves for what servers may do. */
  readonly secretServerKey?: string | Redacted.Redacted | undefined
}

/** How an admin app of a project's owner is configured. What the owner's own app says is the default. */
export interface OwnerAppOptions
  extends
    Omit<ProjectConfig.ProjectOptions, "allowInsecureHttp">,
    Pick<ClientApp.ClientAppOptions, "appUrl" | "urls">,
    NotInBrowser.BrowserOptions {
  /** The project's publishable client key, if the app is to be a client app too. */
  readonly publishableClientKey?: string | Redacted.Redacted | undefined
}

/** A project, called as an admin. What opens it cannot be read back. */
export class AdminApp extends Context.Service<
  AdminApp,
  OwnerTransport.AdminTransport & {
    /** Runs what reads something and changes it accordingly, after what the app began to change before. */
    readonly oneAtATime: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("gatefold/admin/AdminApp") {}

const queue = Effect.map(
  Semaphore.make(1),
  (semaphore): AdminApp["Service"]["oneAtATime"] =>
    (effect) =>
      semaphore.withPermit(effect)
)

/* ------------------------------------------------------------------ by key */

const adminHeader = "x-stack-super-secret-admin-key"

const make = Effect.fnUntraced(function* (options: AdminAppOptions) {
  yield* NotInBrowser.check("superSecretAdminKey", options)
  const project = yield* ProjectConfig.make(options)
  const key = yield* ProjectConfig.key("superSecretAdminKey", options.superSecretAdminKey, "sak_")
  const transport = yield* Transport.make(project, {
    level: "admin",
    keys: [[adminHeader, key]],
    errors: commonErrors
  })
  return AdminApp.of({ ...transport, oneAtATime: yield* queue })
})

/** A server app that has the rights of an admin. */
const adminAsServer = (options: AdminAppOptions) =>
  Layer.effect(
    ServerApp.ServerApp,
    Effect.gen(function* () {
      const { call, project } = yield* AdminApp
      return ServerApp.ServerApp.of({ call, project, ...(yield* ClientApp.pages(options)) })
    })
  )

/** An admin app from options, with the server app and the client app of the same project. */
export const layer = (
  options: AdminAppOptions
): Layer.Layer<AdminApp | ServerApp.ServerApp | ClientApp.ClientApp, ServerApp.ServerAppError> => {
  const { secretServerKey } = options
  const others =
    secretServerKey === undefined
      ? Layer.merge(adminAsServer(options), ClientApp.layer(options))
      : ServerApp.layer({ ...options, secretServerKey })
  return Layer.provideMerge(others, Layer.effect(AdminApp, make(options)))
}

/**
 * The same from Effect's `Config`, by default the environment: what
 * `ServerApp.layerConfig` reads, and `HEXCLAVE_SUPER_SECRET_ADMIN_KEY` or `STACK_SUPER_SECRET_ADMIN_KEY`.
 */
export const layerConfig = (
  overrides: Partial<AdminAppOptions> = {}
): Layer.Layer<AdminApp | ServerApp.ServerApp | ClientApp.ClientApp, ServerApp.ServerAppError | Config.ConfigError> =>
  Effect.gen(function* () {
    const { superSecretAdminKey = "", ...others } = yield* Environment.options("superSecretAdminKey", "secretServerKey")
    return layer({ ...others, superSecretAdminKey, ...ClientApp.given(overrides) })
  }).pipe(Layer.unwrap)

/* ---------------------------------------------------------------- by owner */

const owned = Effect.fnUntraced(function* (options: OwnerAppOptions) {
  yield* NotInBrowser.check("owner's session", options)
  const session = yield* Session
  const ofOwner = session.app.project
  const project = yield* ProjectConfig.make({
    projectId: options.projectId,
    apiUrl: options.apiUrl ?? ofOwner.apiUrl,
    extraRequestHeaders: options.extraRequestHeaders ?? ofOwner.extraRequestHeaders,
    timeout: options.timeout ?? ofOwner.timeoutMillis,
    // whether the URL may be used was decided when the owner's app was made
    allowInsecureHttp: options.apiUrl === undefined || options.apiUrl === ofOwner.apiUrl
  })
  const at = (level: AccessLevel) => OwnerTransport.make(session, project, level)
  const server = { ...(yield* at("server")), ...(yield* ClientApp.pages(options)) }
  const admin = { ...(yield* at("admin")), oneAtATime: yield* queue }
  return Context.make(AdminApp, admin).pipe(Context.add(ServerApp.ServerApp, server))
})

/** Requests are sent as those of the owner's own app are, unless the context says how. */
const ownersHttp = () =>
  Layer.effect(
    Http,
    Effect.map(
      Effect.context<Session>(),
      (context) => Context.getOrUndefined(context, Http) ?? Context.get(context, Session).app.http
    )
  )

/**
 * An admin app of a project by the right of its owner, who is signed in at the
 * project `internal` with the session in context, and the server app of the same
 * project; also its client app when `publishableClientKey` is given. It needs no
 * secret key, and sends its requests as the owner's app does unless another
 * `Http` is provided. Once the owner is signed out, calls fail with
 * `AdminAuthenticationRequired`.
 */
export const layerOwner: {
  (
    options: OwnerAppOptions & { readonly publishableClientKey: string | Redacted.Redacted }
  ): Layer.Layer<AdminApp | ServerApp.ServerApp | ClientApp.ClientApp, ServerApp.ServerAppError, Session>
  (options: OwnerAppOptions): Layer.Layer<AdminApp | ServerApp.ServerApp, ServerApp.ServerAppError, Session>
} = (
  options: OwnerAppOptions
): Layer.Layer<AdminApp | ServerApp.ServerApp | ClientApp.ClientApp, ServerApp.ServerAppError, Session> => {
  const { publishableClientKey } = options
  const admin = Layer.provide(Layer.effectContext(owned(options)), ownersHttp())
  // without the key there is no client app, which the type of that form says
  if (publishableClientKey === undefined) return admin as never
  const client = Layer.unwrap(
    Effect.map(Session, ({ app }) =>
      ClientApp.layer({
        ...options,
        publishableClientKey,
        apiUrl: options.apiUrl ?? app.project.apiUrl,
        timeout: options.timeout ?? app.project.timeoutMillis,
        allowInsecureHttp: options.apiUrl === undefined || options.apiUrl === app.project.apiUrl
      })
    )
  )
  return Layer.merge(admin, Layer.provide(client, ownersHttp()))
}

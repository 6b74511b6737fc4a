/** Calls one project as a server, with its secret server key. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { InvalidOption } from "../domain/errors/InvalidOption.ts"
import * as CircuitBreaker from "../http/CircuitBreaker.ts"
import * as ClientApp from "../http/ClientApp.ts"
import * as ServiceConfig from "../http/ServiceConfig.ts"
import * as Transport from "../http/Transport.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import { commonErrors } from "../wire/generated/Access.ts"
import * as NotInBrowser from "./NotInBrowser.ts"

/** The options of a client app, with the secret server key. */
export interface ServerAppOptions extends ClientApp.ClientAppOptions, NotInBrowser.BrowserOptions {
  /** The project's secret server key (`ssk_…`). */
  readonly secretServerKey: string | Redacted.Redacted
  /** Whether requests fail at once while the service does not answer. Default: true. */
  readonly circuitBreaker?: boolean | undefined
}

/** An endpoint that a server may call. */
export type ServerEndpoint = Endpoint.Any & { readonly level: "client" | "server" | undefined }

/** A project, called as a server. The key itself cannot be read back. */
export class ServerApp extends Context.Service<
  ServerApp,
  {
    readonly project: ServiceConfig.ServiceConfig
    /** Calls an endpoint; `credentials` are those of the user `me`. */
    readonly call: Transport.CallEndpoint<ServerEndpoint>
  } & Pick<ClientApp.ClientApp["Service"], "appUrl" | "hostedOrigin" | "urls">
>()("gatefold/server/ServerApp") {}

/** Why a server app cannot be made. */
export type ServerAppError = InvalidOption | NotInBrowser.NotInBrowser

const make = Effect.fnUntraced(function* (options: ServerAppOptions) {
  yield* NotInBrowser.check("secretServerKey", options)
  const project = yield* ServiceConfig.make(options)
  const key = yield* ServiceConfig.checkKey("secretServerKey", options.secretServerKey, "ssk_")
  const transport = yield* Transport.make(project, {
    level: "server",
    keys: [["x-stack-secret-server-key", key]],
    errors: commonErrors
  })
  return ServerApp.of({ ...transport, ...(yield* ClientApp.checkServerPages(options, project)) })
})

/** A server app from options, and the client app of the same project, with a circuit breaker. */
export const layer = (options: ServerAppOptions): Layer.Layer<ServerApp | ClientApp.ClientApp, ServerAppError> =>
  Layer.merge(Layer.effect(ServerApp, make(options)), ClientApp.layerServer(options)).pipe(
    Layer.provide(options.circuitBreaker === false ? Layer.empty : CircuitBreaker.layer)
  )

/** The server as promises, over one runtime. */
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ids from "../domain/Ids.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import * as ServerApp from "../server/ServerApp.ts"
import * as AppRuntime from "./AppRuntime.ts"
import { type ServerMethods, makeServerMethods } from "./internal/ServerAreas.ts"
import { type CallOptions, orReject, type RunToExit } from "./Method.ts"
import * as ServerRequest from "./ServerRequest.ts"

export { Ids, Interrupted }
export type { TypedIterable, TypedPromise } from "./Method.ts"
export type { EffectRequest, RequestError, RequestServices, RequestSource } from "./ServerRequest.ts"

/** Options of a promise server app. */
export interface CreateServerAppOptions extends ServerApp.ServerAppOptions {
  /** How requests are sent, for example `Http.layerHandler(emulator.fetch)`. Default: the platform's `fetch`. */
  readonly http?: Layer.Layer<never> | undefined
}

/** The services that this app provides. */
export type ServerServices = ServerApp.ServerApp | ClientApp

/** The operations of a server as promise methods. */
export interface PromiseServerApp extends ServerMethods, AppRuntime.Disposable {
  /**
   * The session that came with a request; never shared between requests. The origin of the request is not checked: with
   * session cookies, a handler that changes something must refuse requests of foreign pages, or use `createRequestAuth`
   * of `gatefold/backend`, which does that.
   */
  readonly forRequest: (
    source: ServerRequest.PromiseRequestSource,
    options?: ServerRequest.RequestOptions
  ) => ServerRequest.PromiseRequest
}

/** The operations of a server as promise methods, and a method that runs any effect. */
export interface EffectServerApp extends PromiseServerApp, AppRuntime.Runs<ServerServices, ServerApp.ServerAppError> {
  /** Like that of `PromiseServerApp`, with a method that runs any effect. */
  readonly forRequest: (
    source: ServerRequest.RequestSource,
    options?: ServerRequest.RequestOptions
  ) => ServerRequest.EffectRequest
}

/**
 * Creates a server app. Nothing is sent yet; a wrong option makes every call reject with `InvalidOption`, which names
 * it.
 *
 * @example
 * ```ts
 * const app = createServerApp({ projectId, publishableClientKey, secretServerKey })
 * for await (const user of app.users.stream({ query: "@example.org" })) console.log(user.id)
 *
 * const user = await app.forRequest(request).currentUser.get({ or: "throw" })
 * ```
 */
export const createPromiseServerApp = (options: CreateServerAppOptions): PromiseServerApp =>
  apps.make(makeLayer(options), ({ run, services }) => ({
    ...makeServerMethods(run),
    forRequest: (source, requestOptions) => ServerRequest.makeWithoutRun(services, source, requestOptions)
  }))

/** Creates a server app like {@link createPromiseServerApp}, with a method that runs any effect. */
export const createServerApp = (options: CreateServerAppOptions): EffectServerApp =>
  apps.make(makeLayer(options), ({ run, services }) => ({
    ...makeServerMethods(run),
    forRequest: (source, requestOptions) => ServerRequest.make(services, source, requestOptions),
    run: (effect, callOptions) => orReject(run, effect, callOptions)
  }))

const makeLayer = (input: CreateServerAppOptions) => {
  const { http = Layer.empty, ...options } = AppRuntime.orEmpty(input)
  return Layer.provide(ServerApp.layer(options), http)
}

const apps = AppRuntime.makeApps<ServerServices>()

/** Runs effects over the services of a server app; undefined for any other value. */
export const findRunner: (app: PromiseServerApp) => RunToExit<ServerServices> | undefined = apps.findRunner

/**
 * Runs one effect over an app that is disposed of afterwards, for scripts. Rejects with the effect's own error, or with
 * `InvalidOption`.
 *
 * @example
 * ```ts
 * const emails = Stream.map(Users.stream(), (user) => user.primaryEmail)
 * console.log(await runPromise(Stream.runCollect(emails), { projectId, publishableClientKey, secretServerKey }))
 * ```
 */
export const runPromise = <A, E>(
  effect: Effect.Effect<A, E, ServerServices>,
  options: CreateServerAppOptions & CallOptions
): Promise<A> => AppRuntime.withApp(createServerApp(options), (app) => app.run(effect, options))

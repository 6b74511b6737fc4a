/**
 * The service in a browser: in a page, a worker or a service worker, with its data in memory.
 *
 * @example
 * ```ts
 * import * as Emulator from "gatefold/emulator/browser"
 *
 * const emulator = Emulator.toFetchHandler({ publicUrl: location.origin, project: {} })
 * addEventListener("fetch", (event) => event.respondWith(emulator.fetch(event.request)))
 * ```
 */
import * as Layer from "effect/Layer"
import * as Core from "./Emulator.ts"
import * as FetchHandler from "./FetchHandler.ts"
import * as StoredEmulator from "./internal/StoredEmulator.ts"
import * as Smtp from "./mail/Smtp.ts"
import * as StateStorage from "./state/StateStorage.ts"
import * as WasmSqlite from "./storage/WasmSqlite.ts"
import * as ServiceWorker from "./transport/ServiceWorker.ts"

export * from "./internal/CommonExports.ts"
export { cacheStorage, type StateStorage } from "./state/StateStorage.ts"

/**
 * The options of an emulator in a browser. Leaves out those that a browser cannot support: a file, real identity
 * providers and server addresses.
 */
export interface Options extends Omit<Core.Options, "data" | "identityProviders" | "allowedHosts"> {
  /**
   * The URL of `sqlite3.wasm` from `@sqlite.org/sqlite-wasm`. Default: next to the module of that package, where
   * bundlers put it.
   */
  readonly sqliteUrl?: string | URL | undefined
  /**
   * The storage for the state, because a browser ends pages and workers. The emulator updates it after each request
   * that changes something. Like a file, it takes precedence over the options. If it is unusable, for example because
   * another version of Gatefold wrote it, the emulator logs a warning and starts empty. Default: none.
   */
  readonly storage?: StateStorage.StateStorage | undefined
}

/** Options with a project. */
export interface WithProjectOptions extends Options {
  readonly project: Core.WithProjectOptions["project"]
}

/** Why an emulator with these options fails to start. Browsers have no database file, so only a seed can fail. */
export type StartError<O = Options> = Exclude<Core.StartError<O>, { readonly _tag: "DatabaseError" }>

/** An emulator in this page or worker, as on Node. A package that is missing, or `sqlite3.wasm`, is a defect. */
export function layer<O extends WithProjectOptions>(
  options: O
): Layer.Layer<Core.Emulator | Core.WithProject, StartError<O>>
export function layer<O extends Options = {}>(options?: O): Layer.Layer<Core.Emulator, StartError<O>>
export function layer({ sqliteUrl, storage, ...options }: Options = {}): Layer.Layer<Core.Emulator, Core.StartError> {
  const capabilities = Layer.mergeAll(WasmSqlite.layer(sqliteUrl?.toString()), Smtp.layerNone)
  const emulator =
    storage === undefined
      ? Core.makeLayer(options, capabilities)
      : Layer.effect(Core.Emulator, StoredEmulator.withStorage(storage)).pipe(
          Layer.provide(Core.makeLayer(options, capabilities, undefined, StateStorage.read(storage)))
        )
  return options.project === undefined ? emulator : Layer.provideMerge(Core.layerWithProject, emulator)
}

/** An emulator without Effect: a fetch handler, and a function that ends it. */
export function toFetchHandler(options: WithProjectOptions): FetchHandler.Handler<Core.ProjectCredentials>
export function toFetchHandler(options?: Options): FetchHandler.Handler
export function toFetchHandler(options: Options = {}): FetchHandler.Handler {
  return FetchHandler.make(layer(options))
}

/**
 * The service in this service worker: it answers what pages of its origin send to `/api/v1`, and to the control paths,
 * without their token. Its state outlives the worker, in {@link cacheStorage} unless `storage` is given, and its
 * `publicUrl` is the origin of the worker unless given.
 *
 * @example
 * ```ts
 * import * as Emulator from "gatefold/emulator/browser"
 *
 * Emulator.serveWorker({ sqliteUrl: "/sqlite3.wasm", project: { id, publishableClientKey } })
 * ```
 */
export const serveWorker = (options: Options = {}): void =>
  ServiceWorker.listen(
    ServiceWorker.answerWith(() =>
      toFetchHandler({ publicUrl: location.origin, storage: StateStorage.cacheStorage(), ...options })
    )
  )

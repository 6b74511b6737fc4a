/**
 * The service, embedded: in this process, as a fetch handler, or over HTTP.
 *
 * @example
 * ```ts
 * import * as Emulator from "gatefold/emulator"
 *
 * const emulator = yield* Emulator.serve({ port: 0, project: { displayName: "Demo" } })
 * ```
 */
export { type InMemory, layer, type Options, toFetchHandler, type WithProjectOptions } from "./node.ts"
export * from "./internal/CommonExports.ts"
export {
  layer as layerServe,
  serve,
  ServeError,
  type Options as ServeOptions,
  type WithProjectOptions as ServeWithProjectOptions
} from "./Serve.ts"

/** The client for code that uses promises: scripts, route handlers, tests. */
export {
  type ClientAppError,
  type ClientServices,
  createClientApp,
  type CreateClientAppOptions,
  type EffectClientApp,
  runPromise,
  type TokenStoreOption
} from "./ClientApp.ts"
export { Interrupted } from "../operation/Interrupted.ts"
export { type CallOptions, type Result, type TypedPromise } from "./Method.ts"

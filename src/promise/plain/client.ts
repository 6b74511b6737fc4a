/**
 * The client for code that uses promises: scripts, route handlers, tests.
 */
export {
  type ClientAppError,
  createPlainClientApp as createClientApp,
  type CreatePlainClientAppOptions as CreateClientAppOptions,
  type PlainClientApp as PromiseClientApp,
  type PlainTokenStoreOption as TokenStoreOption
} from "../ClientApp.ts"
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export { type CallOptions, type Result, type TypedPromise } from "../Method.ts"

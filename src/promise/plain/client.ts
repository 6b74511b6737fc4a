/**
 * The client for code that uses promises: scripts, route handlers, tests.
 */
export {
  type ClientAppError,
  type CreateClientAppOptions,
  createPlainClientApp as createClientApp,
  type PlainClientApp as PromiseClientApp,
  type TokenStoreOption
} from "../ClientApp.ts"
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export { type CallOptions, type Result, type TypedPromise } from "../Method.ts"

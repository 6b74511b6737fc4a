/** The server for code that uses promises. */
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export {
  createPromiseServerApp as createServerApp,
  type CreateServerAppOptions,
  type PromiseServerApp
} from "../ServerApp.ts"
export type {
  PromiseRequest,
  RequestError,
  RequestOptions,
  PromiseRequestSource as RequestSource
} from "../ServerRequest.ts"
export type { CallOptions, Result } from "../Method.ts"

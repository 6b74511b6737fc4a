/** The server for code that uses promises. */
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export {
  createPlainServerApp as createServerApp,
  type CreateServerAppOptions,
  type PlainServerApp as PromiseServerApp
} from "../ServerApp.ts"
export type {
  PlainRequest as PromiseRequest,
  RequestError,
  RequestOptions,
  PlainRequestSource as RequestSource
} from "../ServerRequest.ts"
export type { CallOptions, Result } from "../Method.ts"

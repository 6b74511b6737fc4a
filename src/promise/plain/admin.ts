/** The admin for code that uses promises. */
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export {
  type CreateAdminAppOptions,
  createPlainAdminApp as createAdminApp,
  createPlainOwnerApp as createOwnerApp,
  type CreateOwnerAppOptions,
  type PlainAdminApp as PromiseAdminApp,
  type PlainOwnerApp as PromiseOwnerApp
} from "../AdminApp.ts"
export type {
  PlainRequest as PromiseRequest,
  RequestError,
  PlainRequestSource as RequestSource
} from "../ServerRequest.ts"
export type { CallOptions, Result } from "../Method.ts"

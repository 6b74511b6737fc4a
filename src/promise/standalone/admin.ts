/** The admin for code that uses promises. */
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export {
  type CreateAdminAppOptions,
  createPromiseAdminApp as createAdminApp,
  createPromiseOwnerApp as createOwnerApp,
  type CreateOwnerAppOptions,
  type PromiseAdminApp,
  type PromiseOwnerApp
} from "../AdminApp.ts"
export type { PromiseRequest, RequestError, PromiseRequestSource as RequestSource } from "../ServerRequest.ts"
export type { CallOptions, Result } from "../Method.ts"

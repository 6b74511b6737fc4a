/** The client for code that uses promises: scripts, route handlers, tests. */
import * as Layer from "effect/Layer"
import type { PlatformOptions } from "../../app/ClientLayer.ts"
import type { ClientAppOptions } from "../../http/ClientApp.ts"
import { orEmpty } from "../AppRuntime.ts"
import {
  refuseForeignStore,
  createPromiseClientApp,
  type PromiseClientApp,
  type PromiseTokenStoreOption
} from "../ClientApp.ts"

export {
  type ClientAppError,
  type PromiseClientApp,
  type PromiseTokenStoreOption as TokenStoreOption
} from "../ClientApp.ts"
export { reveal } from "../../domain/SecretInput.ts"
export { Interrupted } from "../../operation/Interrupted.ts"
export { type CallOptions, type Result, type TypedPromise } from "../Method.ts"

/** Options of a promise client app without Effect. */
export interface CreateClientAppOptions extends ClientAppOptions, Omit<PlatformOptions, "hostedPages"> {
  /** Default: `"memory"`. */
  readonly tokenStore?: PromiseTokenStoreOption | undefined
}

/**
 * Creates a client app. Nothing is sent yet; a wrong option makes every call reject with `InvalidOption`, which names
 * it.
 *
 * @example
 * ```ts
 * const app = createClientApp({ projectId, publishableClientKey, apiUrl })
 * await app.password.signIn({ email: "ann@example.org", password: "correct horse" })
 * const user = await app.currentUser.get()
 * ```
 */
export const createClientApp = (options: CreateClientAppOptions): PromiseClientApp => {
  const app = orEmpty(options)
  const tokenStore = Layer.isLayer(app.tokenStore) ? refuseForeignStore("tokenStore") : app.tokenStore
  return createPromiseClientApp({ ...app, tokenStore })
}

/** Parts of the package that load when they are needed. */
import { TransportError } from "../domain/TransportError.ts"
import * as TransportReason from "../domain/TransportReason.ts"

/** A part: the module, as soon as it is there, and how to load it. */
export interface Lazy<M> {
  readonly now: () => M | undefined
  readonly load: () => Promise<M>
}

/** Loads once. After a failure, the next caller tries again. */
export const lazy = <M>(load: () => Promise<M>): Lazy<M> => {
  let module: M | undefined
  let coming: Promise<M> | undefined
  return {
    now: () => module,
    load: () =>
      (coming ??= load().then(
        (loaded) => (module = loaded),
        (cause: unknown) => {
          coming = undefined
          throw globalThis.navigator?.onLine === false ? offline() : cause
        }
      ))
  }
}

const offline = () =>
  new TransportError({
    reason: new TransportReason.Offline(),
    method: "GET",
    path: "more of the app",
    attempts: 1,
    elapsedMillis: 0,
    outcomeUnknown: false
  })

/** Parts of the package that load when they are needed. */
import * as Effect from "effect/Effect"
import { isTransportError, localFailure, type TransportError } from "../domain/errors/TransportError.ts"
import * as TransportReason from "../domain/errors/TransportReason.ts"

/** A part: the module, as soon as it is there, and how to load it. */
export interface Lazy<M> {
  readonly now: () => M | undefined
  readonly load: () => Promise<M>
}

const toFailure = (cause: unknown): unknown =>
  globalThis.navigator?.onLine === false ? localFailure("more of the app", new TransportReason.Offline()) : cause

/** Loads once. After a failure, the next caller tries again. */
export const lazy = <M>(load: () => Promise<M>): Lazy<M> => {
  let module: M | undefined
  let pending: Promise<M> | undefined
  return {
    now: () => module,
    load: () =>
      (pending ??= load().then(
        (loaded) => (module = loaded),
        (cause: unknown) => {
          pending = undefined
          throw toFailure(cause)
        }
      ))
  }
}

/** Loads a part. Offline, it fails with a `TransportError`; a part that does not load online is a defect. */
export const loadPart = <M>({ load }: Pick<Lazy<M>, "load">): Effect.Effect<M, TransportError> =>
  Effect.callback((resume) => {
    load().then(
      (module) => resume(Effect.succeed(module)),
      (cause: unknown) => {
        const failure = toFailure(cause)
        resume(isTransportError(failure) ? Effect.fail(failure) : Effect.die(failure))
      }
    )
  })

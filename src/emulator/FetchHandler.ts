/** An emulator for programs without Effect. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Emulator, type Instance, layerFork, type ProjectCredentials, type StartError } from "./Emulator.ts"

/** An emulator without Effect. */
export interface Handler<Project extends ProjectCredentials | undefined = ProjectCredentials | undefined> {
  readonly fetch: (request: Request) => Promise<Response>
  /** The running emulator, for its credentials, mailbox and journal. */
  readonly emulator: Promise<Instance<Project>>
  /** Another emulator with a copy of the state ({@link Instance.fork}). It has to be disposed of, too. */
  readonly fork: () => Handler<Project>
  readonly dispose: () => Promise<void>
}

/** An emulator without Effect, of a layer. */
export const make = (layer: Layer.Layer<Emulator, StartError>): Handler => {
  const runtime = ManagedRuntime.make(layer)
  const emulator = runtime.runPromise(Emulator)
  // Callers get the rejection; without callers it must not end the process.
  emulator.catch(() => undefined)
  return {
    emulator,
    fetch: async (request) => (await emulator).fetch(request),
    fork: () =>
      make(
        Layer.provide(
          layerFork,
          Layer.effect(
            Emulator,
            Effect.promise(() => emulator)
          )
        )
      ),
    dispose: () => runtime.dispose()
  }
}

/** The emulator in a process of Node. */
import * as Layer from "effect/Layer"
import {
  type Emulator,
  type InMemory,
  makeLayer,
  layerWithProject,
  type Options,
  type StartError,
  type WithProject,
  type WithProjectOptions
} from "./Emulator.ts"
import * as FetchHandler from "./FetchHandler.ts"
import * as Nodemailer from "./mail/Nodemailer.ts"
import type { ProjectCredentials } from "./state/EmulatorState.ts"
import * as DatabaseFile from "./storage/DatabaseFile.ts"

export * from "./Emulator.ts"
export type { Handler } from "./FetchHandler.ts"

/** Files for the data, and mail servers. */
const capabilities = Layer.mergeAll(DatabaseFile.layer, Nodemailer.layer)

/**
 * An emulator in this process. Its time comes from the clock of the layer's context, so a `TestClock` drives it;
 * `clock` of the emulator moves only the emulator. With a project in the options, it also provides {@link WithProject}.
 */
export function layer(options: WithProjectOptions & InMemory): Layer.Layer<Emulator | WithProject>
export function layer<O extends WithProjectOptions>(options: O): Layer.Layer<Emulator | WithProject, StartError<O>>
export function layer(options?: InMemory): Layer.Layer<Emulator>
export function layer<O extends Options>(options: O): Layer.Layer<Emulator, StartError<O>>
export function layer(options: Options = {}): Layer.Layer<Emulator, StartError> {
  const emulator = makeLayer(options, capabilities)
  return options.project === undefined ? emulator : Layer.provideMerge(layerWithProject, emulator)
}

/** An emulator without Effect: a fetch handler, and a function that ends it. */
export function toFetchHandler(options: WithProjectOptions): FetchHandler.Handler<ProjectCredentials>
export function toFetchHandler(options?: Options): FetchHandler.Handler
export function toFetchHandler(options: Options = {}): FetchHandler.Handler {
  return FetchHandler.make(layer(options))
}

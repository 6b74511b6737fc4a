/**
 * Which generation of the service an emulator is: the one of 2025-06, the
 * current one, or, unless told, both at once. Both at once takes what either
 * takes and answers what either answers: fields, claims and endpoints of both.
 * Where the two cannot be had together it does as the current service does.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** A generation of the service (decision 0030). */
export type Service = "2025-06" | "current"

/** Both, in the order of their age. */
export const services: ReadonlyArray<Service> = ["2025-06", "current"]

/** The generation of one emulator. */
export class Generation extends Context.Service<
  Generation,
  {
    /** The only generation that is spoken; `undefined` for both. */
    readonly service: Service | undefined
    /** Whether what belongs to this generation is there: always when both are spoken. */
    readonly has: (service: Service) => boolean
    /** Whether exactly this generation is spoken, so that what the other one has is not there. */
    readonly isOnly: (service: Service) => boolean
  }
>()("gatefold/emulator/Generation") {}

/** One generation, or both. */
export const layer = (service: Service | undefined): Layer.Layer<Generation> =>
  Layer.succeed(Generation, {
    service,
    has: (wanted) => service === undefined || service === wanted,
    isOnly: (wanted) => service === wanted
  })

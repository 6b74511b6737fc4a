/**
 * The generation of the service that an emulator emulates: that of 2025-06, the current one, or by default both. As
 * both, it accepts the requests of either and returns the fields, claims and endpoints of both. Where the two conflict,
 * the current service wins.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Service } from "../../domain/Service.ts"

/** The generation of one emulator. */
export class Generation extends Context.Service<
  Generation,
  {
    /** The only generation; `undefined` for both. */
    readonly service: Service | undefined
    /** Whether features of this generation are available: always with both. */
    readonly has: (service: Service) => boolean
    /** Whether only this generation is emulated, without features of the other one. */
    readonly isOnly: (service: Service) => boolean
  }
>()("gatefold/emulator/runtime/Generation") {}

/** One generation, or both. */
export const layer = (service: Service | undefined): Layer.Layer<Generation> =>
  Layer.succeed(Generation, {
    service,
    has: (wanted) => service === undefined || service === wanted,
    isOnly: (wanted) => service === wanted
  })

/**
 * The generation of the service that an emulator emulates: that of 2025-06, the current one, or by default both. As
 * both, it accepts the requests of either and returns the fields, claims and endpoints of both. Where the two conflict,
 * the current service wins.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as Domain from "../../domain/Generation.ts"

export class Generation extends Context.Service<
  Generation,
  {
    /** The only generation; `undefined` for both. */
    readonly only: Domain.Generation | undefined
    /** Whether features of this generation are available: always with both. */
    readonly has: (generation: Domain.Generation) => boolean
    /** Whether only this generation is emulated, without features of the other one. */
    readonly isOnly: (generation: Domain.Generation) => boolean
  }
>()("gatefold/emulator/settings/Generation") {}

/** Emulates one generation, or both without an argument. */
export const layer = (only: Domain.Generation | undefined): Layer.Layer<Generation> =>
  Layer.succeed(Generation, {
    only,
    has: (generation) => only === undefined || only === generation,
    isOnly: (generation) => only === generation
  })

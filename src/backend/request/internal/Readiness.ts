/** Whether a process can authenticate requests, for the probes of load balancers (docs/guides/production.md). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import * as Fleet from "../../fleet/Fleet.ts"
import { AccessTokenVerifier } from "../../verify/AccessTokenVerifier.ts"

/** The process cannot authenticate requests yet: it has no public keys, or has not reached the store of its fleet. */
export class NotReady extends TaggedError("NotReady")<{
  readonly missing: "keys" | "store"
  readonly problem: string
}> {
  override get message() {
    return `The backend is not ready: ${this.problem}`
  }
}

export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Succeeds once the project's public keys are known, and the store of the fleet, if there is one, was reached. It
     * fetches what is missing. Later failures of the store do not count, because requests do without it.
     */
    readonly ready: Effect.Effect<void, NotReady>
  }
>()("gatefold/backend/request/internal/Readiness") {}

const make = Effect.gen(function* () {
  const verifier = yield* AccessTokenVerifier
  const fleet = yield* Fleet.current
  let wasReached = fleet === undefined

  const reach = Effect.suspend(() =>
    fleet === undefined || wasReached
      ? Effect.void
      : Effect.map(Effect.flatMap(fleet.digest("readiness"), fleet.read), () => {
          wasReached = true
        })
  )
  const failNotReady = (missing: NotReady["missing"]) =>
    Effect.mapError((error: Error) => new NotReady({ missing, problem: error.message }))

  return Readiness.of({
    ready: Effect.andThen(verifier.loadKeys.pipe(failNotReady("keys")), reach.pipe(failNotReady("store")))
  })
})

export const layer: Layer.Layer<Readiness, never, AccessTokenVerifier> = Layer.effect(Readiness, make)

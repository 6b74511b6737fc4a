/** The present endpoints. */
import * as Arrays from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import type { Randomness } from "../../crypto/Randomness.ts"
import { type Target, toTarget, type WebhookEndpointOptions } from "../WebhookEndpoint.ts"

/** An endpoint that no webhook can be sent to. */
export class InvalidEndpoint extends TaggedError("InvalidEndpoint")<{
  /** Its place in the list. */
  readonly index: number
  readonly problem: string
}> {
  override get message() {
    return this.problem
  }
}

/** Fails with the first endpoint that has a problem. */
const makeTargets = (
  endpoints: ReadonlyArray<WebhookEndpointOptions>,
  makeTarget: (endpoint: WebhookEndpointOptions) => Result.Result<Target, string>
): Effect.Effect<ReadonlyArray<Target>, InvalidEndpoint> =>
  Effect.forEach(endpoints, (endpoint, index) =>
    Effect.mapError(Effect.fromResult(makeTarget(endpoint)), (problem) => new InvalidEndpoint({ index, problem }))
  )

/** Checks endpoints without using any randomness. */
export const check = (endpoints: ReadonlyArray<WebhookEndpointOptions>) =>
  makeTargets(endpoints, (endpoint) =>
    toTarget(
      endpoint,
      () => "",
      (length) => new Uint8Array(length)
    )
  )

export const make = ({ base32, bytes }: Randomness["Service"]) => {
  let targets: ReadonlyArray<Target> = []
  const makeTarget = (endpoint: WebhookEndpointOptions) => toTarget(endpoint, () => `ep_${base32(27)}`, bytes)
  return {
    all: () => targets,
    find: (id: string) => targets.find((target) => target.id === id),
    /** Adds all of them or none. */
    add: (endpoints: ReadonlyArray<WebhookEndpointOptions>) =>
      Effect.map(makeTargets(endpoints, makeTarget), (added) => {
        targets = [...targets, ...added]
      }),
    /** Returns whether it existed. */
    remove: (id: string) =>
      Effect.sync(() => {
        const before = targets.length
        targets = targets.filter((target) => target.id !== id)
        return targets.length < before
      }),
    restore: (endpoints: ReadonlyArray<WebhookEndpointOptions>) => {
      targets = Arrays.getSuccesses(endpoints.map(makeTarget))
    }
  }
}

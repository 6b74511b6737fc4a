/** The present endpoints. */
import * as Arrays from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import type { Randomness } from "../../crypto/Randomness.ts"
import * as WebhookEndpoint from "../WebhookEndpoint.ts"
import type { Target, WebhookEndpointOptions } from "../WebhookEndpoint.ts"

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
const forEachEndpoint = <A>(
  endpoints: ReadonlyArray<WebhookEndpointOptions>,
  read: (endpoint: WebhookEndpointOptions) => Result.Result<A, string>
): Effect.Effect<ReadonlyArray<A>, InvalidEndpoint> =>
  Effect.forEach(endpoints, (endpoint, index) =>
    Effect.mapError(Effect.fromResult(read(endpoint)), (problem) => new InvalidEndpoint({ index, problem }))
  )

/** Checks endpoints without using any randomness. */
export const check = (endpoints: ReadonlyArray<WebhookEndpointOptions>) =>
  Effect.asVoid(forEachEndpoint(endpoints, WebhookEndpoint.check))

export const make = ({ base32, bytes }: Randomness["Service"]) => {
  let targets: ReadonlyArray<Target> = []
  const makeTarget = (endpoint: WebhookEndpointOptions) =>
    WebhookEndpoint.toTarget(endpoint, () => `ep_${base32(27)}`, bytes)
  return {
    all: () => targets,
    find: (id: string) => targets.find((target) => target.id === id),
    /** Adds all of them or none. */
    add: (endpoints: ReadonlyArray<WebhookEndpointOptions>) =>
      Effect.map(forEachEndpoint(endpoints, makeTarget), (added) => {
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

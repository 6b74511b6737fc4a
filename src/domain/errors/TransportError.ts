/**
 * Everything that can go wrong between an operation and a decoded answer, other than a known error of the service
 * (docs/protocol/errors.md#failures-without-an-answer).
 */
import { hasProperty, isTagged } from "effect/Predicate"
import { TaggedError } from "./TaggedError.ts"
import * as TransportReason from "./TransportReason.ts"

/**
 * A call that brought no decoded answer. Distinguish the cases by `reason._tag`, for example with `Effect.catchReason`.
 *
 * It never holds a request, a header, a body or a token.
 */
export class TransportError extends TaggedError("TransportError")<{
  readonly reason: TransportReason.Reason
  /** Empty when the input was refused before an endpoint was chosen. */
  readonly method: string
  /**
   * The path template, without values: `/users/:userId`. Without an endpoint, the name of the refused input, or `more
   * of the app` for code that loads later.
   */
  readonly path: string
  /** How many requests were sent; 1 if the fault was found outside of a call, as with the cursor of a page. */
  readonly attempts: number
  /** How long the call took, waiting included; 0 if the fault was found outside of a call. */
  readonly elapsedMillis: number
  /**
   * True when a request that changes something may have been carried out although no answer came: look before you
   * repeat it.
   */
  readonly outcomeUnknown: boolean
}> {
  /** The ID by which the service's operators find the last request in their logs; undefined without a response. */
  declare readonly requestId?: string | undefined

  override get message() {
    const tried = this.attempts > 1 ? ` after ${this.attempts} attempts in ${this.elapsedMillis} ms` : ""
    const unknown = this.outcomeUnknown ? "; it is unknown whether the request was carried out" : ""
    return `${this.method} ${this.path}`.trim() + ` failed${tried}: ${this.reason.message}${unknown}`
  }
}

/**
 * Whether a value is a {@link TransportError}: by its tag and reason, because another copy of the package may have made
 * it.
 */
export const isTransportError = (u: unknown): u is TransportError =>
  isTagged(u, "TransportError") && hasProperty(u, "reason")

/** The failure of a call before its first attempt. */
export const notSent = (
  endpoint: { readonly method: string; readonly path: string },
  reason: TransportReason.Reason,
  elapsedMillis: number
): TransportError =>
  new TransportError({
    reason,
    method: endpoint.method,
    path: endpoint.path,
    attempts: 0,
    elapsedMillis,
    outcomeUnknown: false
  })

/** The failure of something that calls no endpoint; `path` names it. */
export const localFailure = (path: string, reason: TransportReason.Reason): TransportError =>
  notSent({ method: "", path }, reason, 0)

/** The failure for a wrong argument that is found before an endpoint is called; `path` names the argument. */
export const invalidRequest = (path: string, detail: string): TransportError =>
  localFailure(path, new TransportReason.InvalidRequest({ detail }))

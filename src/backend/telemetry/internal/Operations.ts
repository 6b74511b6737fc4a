/** Records the outcome of an operation in its span, and measures its duration. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { hasProperty } from "effect/Predicate"
import { findKnownError } from "../../../domain/errors/RequestRefused.ts"
import * as OperationSpan from "../../../operation/OperationSpan.ts"
import * as Instruments from "../Instruments.ts"
import type { Attributes } from "../Instruments.ts"
import * as Exemplars from "./Exemplars.ts"

const describeOutcome = (exit: Exit.Exit<unknown, unknown>): Attributes => {
  if (Exit.isSuccess(exit)) return { "gatefold.outcome": "success" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { "gatefold.outcome": "interrupted" }
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (error === undefined) return { "gatefold.outcome": "defect", "error.type": "defect" }
  const knownError = findKnownError(error)
  return {
    "gatefold.outcome": "failure",
    "error.type": findErrorType(error),
    ...(knownError === undefined ? {} : { "gatefold.error.code": knownError.code })
  }
}

/** The tag of an error, for a `TransportError` with its reason, such as `TransportError.Network`. */
const findErrorType = (error: unknown): string => {
  const tag = readTag(error) ?? "unknown"
  const reason = hasProperty(error, "reason") ? readTag(error.reason) : undefined
  return reason === undefined ? tag : `${tag}.${reason}`
}

const readTag = (u: unknown): string | undefined =>
  hasProperty(u, "_tag") && typeof u._tag === "string" ? u._tag : undefined

const makeFailureExit = (outcome: Attributes): Exit.Exit<never, Error> => {
  const name = outcome["error.type"] ?? "unknown"
  const error = Object.assign(new Error(outcome["gatefold.error.code"] ?? name), { name })
  delete error.stack
  return Exit.fail(error)
}

export const observeOperation: OperationSpan.OperationObserver["onEnd"] = (span, exit, endTime, context) => {
  const outcome = describeOutcome(exit)
  for (const [name, value] of Object.entries(outcome)) span.attribute(name, value)
  if (span.attributes.has("gatefold.retry.denied")) Instruments.record(context, Instruments.retriesDenied, 1, {})
  const duration = Instruments.durations[Context.get(span.annotations, OperationSpan.SpanOperation)?.name ?? ""]
  if (duration !== undefined) {
    const seconds = Number(endTime - span.status.startTime) / 1e9
    Exemplars.measure(context, duration, { seconds, attributes: outcome, span, endTime })
  }
  return outcome["gatefold.outcome"] === "failure" ? makeFailureExit(outcome) : exit
}

/** Tells what a finished write means for the state of the service. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { isTransportError } from "../domain/errors/TransportError.ts"

/** Whether a write may have been carried out. A failure says no, unless it says that it does not know. */
export const mayHaveChanged = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return true
  const failure = exit.cause.reasons.find(Cause.isFailReason)
  // A caller that gave up may have done so while the answer was on its way.
  return failure === undefined || (isTransportError(failure.error) && failure.error.outcomeUnknown)
}

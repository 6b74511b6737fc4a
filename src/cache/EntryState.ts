/** The state that the cache shows of a read, and how the next result changes it. */
import type * as Cause from "effect/Cause"
import { equals } from "effect/Equal"
import * as Exit from "effect/Exit"

/** The outcome of a read. The same object until it changes. */
export type ReadState<A, E> =
  | { readonly _tag: "Pending" }
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly cause: Cause.Cause<E> }

/** The outcome, and the refresh behind it. */
export interface EntryState<A, E> {
  readonly state: ReadState<A, E>
  /** Whether a read is under way that may replace the value. */
  readonly isRefreshing: boolean
  /** Why the last refresh failed, if the former value was kept. */
  readonly refreshFailure: Cause.Cause<E> | undefined
}

const pending: ReadState<never, never> = { _tag: "Pending" }

/** A read that has no result yet. */
export const noResult: EntryState<never, never> = { state: pending, isRefreshing: false, refreshFailure: undefined }

/** A read on a server, where no reads are started. */
export const notRead: EntryState<never, never> = { ...noResult, state: { ...pending } }

/** Whether there is neither a value nor a failure. */
export const isPending = ({ state }: EntryState<unknown, unknown>): boolean => state === pending

/** The state after the end of a read; `keepsValue` says whether a failure leaves the former value. */
export const recordEnd = (
  { state }: EntryState<unknown, unknown>,
  exit: Exit.Exit<unknown, unknown>,
  keepsValue: (cause: Cause.Cause<unknown>) => boolean
): EntryState<unknown, unknown> => {
  const hasValue = state._tag === "Success"
  if (Exit.isSuccess(exit)) {
    const { value } = exit
    return { ...noResult, state: hasValue && equals(state.value, value) ? state : { _tag: "Success", value } }
  }
  const { cause } = exit
  return hasValue && keepsValue(cause)
    ? { ...noResult, state, refreshFailure: cause }
    : { ...noResult, state: { _tag: "Failure", cause } }
}

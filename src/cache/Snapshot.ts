/** The state that the cache shows of a read, and how the next result changes it. Nothing here has effects. */
import type * as Cause from "effect/Cause"
import { equals } from "effect/Equal"

/** The outcome of a read. The same object until it changes. */
export type Settled<A, E> =
  | { readonly _tag: "Pending" }
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly cause: Cause.Cause<E> }

/** The outcome, and the refresh behind it. */
export interface Snapshot<A, E> {
  readonly settled: Settled<A, E>
  /** Whether a read is under way that may replace the value. */
  readonly isRefreshing: boolean
  /** Why the last refresh failed, if the former value was kept. */
  readonly refreshFailure: Cause.Cause<E> | undefined
}

const pending: Settled<never, never> = { _tag: "Pending" }

/** A read that has no result yet. */
export const noResult: Snapshot<never, never> = { settled: pending, isRefreshing: false, refreshFailure: undefined }

/** A read on a server, where no reads are started. */
export const notRead: Snapshot<never, never> = { ...noResult, settled: { ...pending } }

/** Whether there is neither a value nor a failure. */
export const isPending = ({ settled }: Snapshot<unknown, unknown>): boolean => settled === pending

/** A read has succeeded. */
export const succeeded = ({ settled }: Snapshot<unknown, unknown>, value: unknown): Snapshot<unknown, unknown> => ({
  ...noResult,
  settled: settled._tag === "Success" && equals(settled.value, value) ? settled : { _tag: "Success", value }
})

/** A read has failed; a former value may stay. */
export const failed = (
  { settled }: Snapshot<unknown, unknown>,
  cause: Cause.Cause<unknown>,
  keepsValue: (cause: Cause.Cause<unknown>) => boolean
): Snapshot<unknown, unknown> =>
  settled._tag === "Success" && keepsValue(cause)
    ? { ...noResult, settled, refreshFailure: cause }
    : { ...noResult, settled: { _tag: "Failure", cause } }

"use client"
/**
 * The hook below all hooks that read.
 */
import * as Cause from "effect/Cause"
import { use, useSyncExternalStore } from "react"
import { unknown } from "../cache/AsyncCache.ts"
import { type AuthClient, errorOf } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import {
  type AppError,
  type Failure,
  type Input,
  type Operation,
  type Read,
  readOf,
  type Success
} from "./Operation.ts"

/**
 * What a hook gives before there is something, and when there is a failure:
 * - `suspense` (default): suspends, and throws failures to the error boundary;
 * - `value`: undefined, and throws failures to the error boundary;
 * - `result`: says so itself.
 */
export type Flavour = "suspense" | "value" | "result"

/** How to give what is read. */
export interface ResourceOptions<As extends Flavour = Flavour> {
  readonly as?: As | undefined
}

/** A read in full. A value stays while it is read again, and when only the connection failed. */
export type ResourceResult<A, E> = {
  /** Whether a read is under way behind what is there. */
  readonly isRefreshing: boolean
  /** Reads again, at most every 300 ms; resolves when that is done, and never rejects. */
  readonly refetch: () => Promise<void>
} & (
  | { readonly status: "pending"; readonly value: undefined; readonly error: undefined }
  | { readonly status: "success"; readonly value: A; readonly error: E | undefined }
  | { readonly status: "failure"; readonly value: undefined; readonly error: E }
)

/** What a hook returns in a flavour. */
export type Shown<As extends Flavour, A, E> = As extends "result"
  ? ResourceResult<A, E>
  : As extends "value"
    ? A | undefined
    : A

/** The arguments after the operation; the input may be left out where the operation has none, or an optional one. */
export type ResourceArguments<Op extends Operation, As extends Flavour> =
  Input<Op> extends [unknown]
    ? [input: Input<Op>[0], options?: ResourceOptions<As>]
    : [input?: Input<Op>[0], options?: ResourceOptions<As>]

/** A component that waits for a read was rendered on a server that has not read it. */
export class NotOnServer extends Error {
  override readonly name = "NotOnServer"
  override readonly message = "The browser renders this part"
  /** Next.js takes this for what it is, and not for an error to be reported. */
  readonly digest = "BAILOUT_TO_CLIENT_SIDE_RENDERING"
  readonly reason = "A hook that reads"
}

/**
 * Reads an operation, and again after each write that changes what it shows. All
 * components share one request.
 *
 * @example
 * ```tsx
 * const teams = useResource(Teams.list)
 * const members = useResource(Teams.listMembers, teamId, { as: "result" })
 * ```
 */
export const useResource = <Op extends Operation, const As extends Flavour = "suspense">(
  op: Op,
  ...[input, options]: ResourceArguments<Op, As>
): Shown<As, Success<Op>, Failure<Op>> => useRead<Success<Op>, Failure<Op>, As>(readOf(op, input), options)

/** The same for a read that is described already. */
export const useRead = <A, E, As extends Flavour = "suspense">(
  read: Read<A, E>,
  { as }: ResourceOptions<As> = {}
): Shown<As, A, E | AppError> =>
  // The flavour decides the type. A component keeps it; all have the same hooks, in the same order.
  (as === "result" ? useResult(read) : useValue(read, as)) as Shown<As, A, E | AppError>

const useResult = <A, E>(read: Read<A, E>) => {
  const { refetch, serverSnapshot, snapshot, subscribe } = useClient().view(read)
  const { isRefreshing, refreshFailure, settled } = useSyncExternalStore(subscribe, snapshot, serverSnapshot)
  const cause = settled._tag === "Failure" ? settled.cause : refreshFailure
  return {
    status: statuses[settled._tag],
    value: settled._tag === "Success" ? settled.value : undefined,
    error: cause === undefined ? undefined : expected(cause),
    isRefreshing,
    refetch
  }
}

const statuses = { Pending: "pending", Success: "success", Failure: "failure" } as const

/** The typed error; a defect goes to the error boundary. */
const expected = <E>(cause: Cause.Cause<E>): E => {
  const failure = cause.reasons.find(Cause.isFailReason)
  if (failure === undefined) throw errorOf(cause)
  return failure.error
}

/** The flavours that throw: undefined as long as there is nothing, if they do not suspend. */
export const useValue = <A, E>(read: Read<A, E>, as: Flavour | undefined): A | undefined => {
  const { ready, serverSnapshot, settled: look, subscribe } = useClient().view(read)
  let settled = useSyncExternalStore(subscribe, look, () => serverSnapshot().settled)
  if (as !== "value") {
    if (settled === unknown.settled) throw new NotOnServer()
    do {
      // Always called: React expects it again when it goes on with a render that has waited here.
      use(ready())
      if (settled._tag === "Pending") settled = look()
    } while (settled._tag === "Pending")
  }
  if (settled._tag === "Failure") throw errorOf(settled.cause)
  return settled._tag === "Success" ? settled.value : undefined
}

/** Suspends until something is done, once for all who wait for it; throws why it cannot be. */
export const waitFor = (client: AuthClient, read: Read<unknown, unknown>): never => {
  if (globalThis.window === undefined) throw new NotOnServer()
  const view = client.view(read)
  const settled = view.settled()
  // Not `use`: that expects a component which comes back to ask for the same promises in the same order.
  throw settled._tag === "Failure" ? errorOf(settled.cause) : view.ready()
}

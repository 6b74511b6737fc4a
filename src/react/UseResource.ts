"use client"
/** The hook behind all hooks that read. */
import * as Cause from "effect/Cause"
import { use, useSyncExternalStore } from "react"
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import { type OperationError, type Input, type Operation, makeRead, type Success } from "../app/ClientOperation.ts"
import type { Read } from "../cache/AsyncCache.ts"
import { notRead } from "../cache/EntryState.ts"
import { type AuthClient, toError } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { isOnServer } from "./internal/OnServer.ts"

/**
 * Decides what a hook returns before it has a value, and after a failure.
 *
 * - `suspense` (default): suspends, and throws failures to the error boundary;
 * - `value`: undefined, and throws failures to the error boundary;
 * - `result`: an object with the state.
 */
export type Flavor = "suspense" | "value" | "result"

/** The flavor in which a hook returns its read. */
export interface ResourceOptions<As extends Flavor = Flavor> {
  readonly as?: As | undefined
}

/** The state of a read. A value is kept while it is refreshed, and after a failed connection. */
export type ResourceResult<A, E> = {
  /** Whether a refresh is under way. */
  readonly isRefreshing: boolean
  /** Reads again, at most every 300 ms. Resolves when it is done, and never rejects. */
  readonly refetch: () => Promise<void>
} & (
  | { readonly status: "pending"; readonly value: undefined; readonly error: undefined }
  | { readonly status: "success"; readonly value: A; readonly error: E | undefined }
  | { readonly status: "failure"; readonly value: undefined; readonly error: E }
)

/**
 * The result of a hook by flavor. Without one, `As` is inferred as any flavor, which counts as `suspense`: a default
 * of the type parameter would be the only flavor that editors complete.
 */
export type Shown<As extends Flavor, A, E> = Flavor extends As
  ? A
  : As extends "result"
    ? ResourceResult<A, E>
    : As extends "value"
      ? A | undefined
      : A

/** The arguments after the operation: the input, if the operation has one, and options. */
export type ResourceArguments<Op extends Operation, As extends Flavor> =
  Input<Op> extends [unknown]
    ? [input: Input<Op>[0], options?: ResourceOptions<As>]
    : [input?: Input<Op>[0], options?: ResourceOptions<As>]

/** A component suspended for a read on a server that has not read it. */
export class NotOnServer extends Error {
  override readonly name = "NotOnServer"
  override readonly message =
    "The browser renders this part: on a server, hooks neither read nor redirect. Put <Suspense> around it, or pass " +
    '{ as: "value" } if the server answers 500. In Next.js, await auth.getUser({ or: "redirect" })'
  /** Next.js recognizes this digest, and does not report it as an error. */
  readonly digest = "BAILOUT_TO_CLIENT_SIDE_RENDERING"
  readonly reason = "A hook that reads"
}

/**
 * Reads an operation, and refreshes it after each write that changes what it shows. All components share one request.
 *
 * @example
 * ```tsx
 * const teams = useResource(Teams.list)
 * const members = useResource(Teams.listMembers, teamId, { as: "result" })
 * ```
 */
export const useResource = <Op extends Operation, const As extends Flavor>(
  op: Op,
  ...[input, options]: ResourceArguments<Op, As>
): Shown<As, Success<Op>, OperationError<Op> | ClientAppError> =>
  useRead<Success<Op>, OperationError<Op>, As>(makeRead(op, input), options)

export const useRead = <A, E, As extends Flavor = "suspense">(
  read: Read<A, E, ClientServices>,
  { as }: ResourceOptions<As> = {}
): Shown<As, A, E | ClientAppError> =>
  // The flavor determines the type. A component must not change it; all flavors call the same hooks in the same
  // order.
  (as === "result" ? useResult(read) : useValue(read, as)) as Shown<As, A, E | ClientAppError>

const useResult = <A, E>(read: Read<A, E, ClientServices>) => {
  const { refetch, serverSnapshot, snapshot, subscribe } = useClient().view(read)
  const { isRefreshing, refreshFailure, state } = useSyncExternalStore(subscribe, snapshot, serverSnapshot)
  const cause = state._tag === "Failure" ? state.cause : refreshFailure
  return {
    status: statuses[state._tag],
    value: state._tag === "Success" ? state.value : undefined,
    error: cause === undefined ? undefined : findExpectedError(cause),
    isRefreshing,
    refetch
  }
}

const statuses = { Pending: "pending", Success: "success", Failure: "failure" } as const

/** The typed error; a defect is thrown to the error boundary. */
const findExpectedError = <E>(cause: Cause.Cause<E>): E => {
  const failure = cause.reasons.find(Cause.isFailReason)
  if (failure === undefined) throw toError(cause)
  return failure.error
}

/**
 * Reads a value for the flavors that throw failures. Returns undefined until there is a value, if the flavor does not
 * suspend.
 */
export const useValue = <A, E>(read: Read<A, E, ClientServices>, as: Flavor | undefined): A | undefined => {
  const { ready, serverSnapshot, state: readState, subscribe } = useClient().view(read)
  let state = useSyncExternalStore(subscribe, readState, () => serverSnapshot().state)
  if (as !== "value") {
    if (state === notRead.state) throw new NotOnServer()
    do {
      // Called unconditionally: React expects the same call when it continues a suspended render.
      use(ready())
      if (state._tag === "Pending") state = readState()
    } while (state._tag === "Pending")
  }
  if (state._tag === "Failure") throw toError(state.cause)
  return state._tag === "Success" ? state.value : undefined
}

/** Suspends until an effect is done, which runs once for all who wait; throws its error. */
export const waitFor = (client: AuthClient, read: Read<unknown, unknown, ClientServices>): never => {
  if (isOnServer()) throw new NotOnServer()
  const view = client.view(read)
  const state = view.state()
  // Not `use`, which expects the same promises in the same order after a suspension.
  throw state._tag === "Failure" ? toError(state.cause) : view.ready()
}

"use client"
/**
 * The hook below all hooks that read.
 */
import * as Option from "effect/Option"
import * as Cause from "effect/Cause"
import { use, useRef, useSyncExternalStore } from "react"
import type { Settled } from "../cache/AsyncCache.ts"
import { errorOf, unknownOnServer, type View } from "./AuthClient.ts"
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
  override readonly message = "Nothing is read while a server renders; the browser renders this part"
}

/**
 * Reads an operation, and again after each write that makes it stale. All
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
): Shown<As, A, E | AppError> => {
  const view = useView(read)
  // A component does not change its flavour; each has the same hooks.
  const flavour: Flavour = as ?? "suspense"
  const shown = flavour === "result" ? useResult(view) : flavour === "value" ? useValue(view) : useSuspended(view)
  return shown as Shown<As, A, E | AppError>
}

/** The view of a read, the same for as long as its key is. */
const useView = <A, E>(read: Read<A, E>): View<A, E | AppError> => {
  const client = useClient()
  const known = useRef<View<A, E | AppError> | undefined>(undefined)
  if (known.current?.isOf(read.key, client) !== true) known.current = client.view(read)
  return known.current
}

const valueOf = <A>(settled: Settled<A, unknown>): A | undefined => {
  if (settled._tag === "Failure") throw errorOf(settled.cause)
  return settled._tag === "Success" ? settled.value : undefined
}

const useValue = <A, E>(view: View<A, E>): A | undefined =>
  valueOf(useSyncExternalStore(view.subscribe, view.settled, view.serverSettled))

const useSuspended = <A, E>(view: View<A, E>): A => {
  let settled = useSyncExternalStore(view.subscribe, view.settledOrStarted, view.serverSettled)
  if (settled === unknownOnServer.settled) throw new NotOnServer()
  do {
    // Always called: React expects it again when it goes on with a render that has waited here.
    use(view.ready())
    if (settled._tag === "Pending") settled = view.settled()
  } while (settled._tag === "Pending")
  if (settled._tag === "Failure") throw errorOf(settled.cause)
  return settled.value
}

const useResult = <A, E>(view: View<A, E>): ResourceResult<A, E> => {
  const { isRefreshing, refreshFailure, settled } = useSyncExternalStore(
    view.subscribe,
    view.snapshot,
    view.serverSnapshot
  )
  const { refetch } = view
  if (settled._tag === "Pending") {
    return { status: "pending", value: undefined, error: undefined, isRefreshing, refetch }
  }
  if (settled._tag === "Failure") {
    return { status: "failure", value: undefined, error: expected(settled.cause), isRefreshing, refetch }
  }
  const error = refreshFailure === undefined ? undefined : expected(refreshFailure)
  return { status: "success", value: settled.value, error, isRefreshing, refetch }
}

/** The typed error; a defect goes to the error boundary. */
const expected = <E>(cause: Cause.Cause<E>): E =>
  Option.getOrElse(Cause.findErrorOption(cause), () => {
    throw errorOf(cause)
  })

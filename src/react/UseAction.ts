"use client"
/** The hook for operations that change something. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { useCallback, useState, useSyncExternalStore } from "react"
import type { ClientAppError } from "../app/ClientLayer.ts"
import { toEffect, type OperationError, type Input, type Operation, type Success } from "../app/ClientOperation.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import { readData } from "../operation/OperationData.ts"
import { type AuthClient, toError } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"

/** How a run ended: with a value, or with the error of the operation. */
export type ActionResult<A, E> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: E | Interrupted }

/** The state of the last run. */
export type ActionState<A, E> =
  | { readonly status: "idle"; readonly isPending: false; readonly value: undefined; readonly error: undefined }
  | { readonly status: "pending"; readonly isPending: true; readonly value: undefined; readonly error: undefined }
  | { readonly status: "success"; readonly isPending: false; readonly value: A; readonly error: undefined }
  | { readonly status: "failure"; readonly isPending: false; readonly value: undefined; readonly error: E }

/** An operation, ready to run. */
export type Action<Op extends Operation> = ActionState<Success<Op>, OperationError<Op> | ClientAppError> & {
  /** Runs it. Never rejects for an expected error; a defect goes to the `Notifier` and rejects. */
  readonly run: (...input: Input<Op>) => Promise<ActionResult<Success<Op>, OperationError<Op> | ClientAppError>>
  /** Resets the state, and interrupts a run under way. */
  readonly reset: () => void
}

/** The state of a status, with the value or the error that it has. */
export const makeState = <A, E>(status: ActionState<A, E>["status"], value?: A, error?: E) =>
  // Cast: a union by status, whose members the callers choose.
  ({ status, isPending: status === "pending", value, error }) as ActionState<A, E>

export const idle = makeState<never, never>("idle")
const getIdle = () => idle

/**
 * Runs an operation on demand. Afterwards, reads that show what it changed are refreshed. Runs under way are
 * interrupted when the component is unmounted.
 *
 * @example
 * ```tsx
 * const create = useAction(Teams.create)
 * <form action={(form) => create.run({ displayName: String(form.get("name")) })}>
 *   <button disabled={create.isPending}>Create</button>
 *   {create.error?.message}
 * </form>
 * ```
 */
export const useAction = <Op extends Operation>(op: Op): Action<Op> => {
  const client = useClient()
  const [store] = useState(() => makeStore<Success<Op>, OperationError<Op> | ClientAppError>())
  const state = useSyncExternalStore(store.subscribe, store.get, getIdle)
  const { reset } = store
  const run = useCallback((...[input]: Input<Op>) => store.run(client, op, input), [client, op, store])
  return { ...state, run, reset }
}

const makeStore = <A, E>() => {
  let state: ActionState<A, E> = idle
  let listener: (() => void) | undefined
  let runs = 0
  const running = new Set<Fiber.Fiber<A, E>>()
  const set = (next: ActionState<A, E>) => {
    state = next
    listener?.()
  }
  const interrupt = () => running.forEach((fiber) => fiber.interruptUnsafe())
  return {
    get: () => state,
    // Runs belong to the component, and are interrupted when it is unmounted.
    subscribe: (onChange: () => void) => {
      listener = onChange
      return () => {
        listener = undefined
        interrupt()
      }
    },
    reset: () => {
      runs++
      interrupt()
      set(idle)
    },
    run: (client: AuthClient, op: Operation, input: unknown): Promise<ActionResult<A, E>> => {
      const thisRun = ++runs
      const show = (next: ActionState<A, E>) => {
        if (thisRun === runs) set(next)
      }
      show(makeState("pending"))
      return new Promise((resolve, reject) => {
        const fiber = client.fork(
          Effect.suspend(() => toEffect(op, input)),
          readData(op)?.changes
        ) as Fiber.Fiber<A, E>
        running.add(fiber)
        fiber.addObserver((exit) => {
          running.delete(fiber)
          if (Exit.isSuccess(exit)) {
            show(makeState<A, E>("success", exit.value))
            return resolve({ ok: true, value: exit.value })
          }
          const { cause } = exit
          const failure = cause.reasons.find(Cause.isFailReason)
          if (failure !== undefined) {
            const { error } = failure
            show(makeState<A, E>("failure", undefined, error))
            return resolve({ ok: false, error })
          }
          show(idle)
          if (Cause.hasInterruptsOnly(cause)) return resolve({ ok: false, error: new Interrupted() })
          const defect = toError(cause)
          client.notify(defect)
          reject(defect)
        })
      })
    }
  }
}

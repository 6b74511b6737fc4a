"use client"
/**
 * The hook for operations that change something.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { describe } from "../platform/Operation.ts"
import { type AuthClient, errorOf } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { effectOf, type Failure, type Input, type Operation, type Success } from "./Operation.ts"

/** The component has gone, or `reset` was called, before the operation ended. */
export class ActionInterrupted extends Data.TaggedError("ActionInterrupted")<{}> {
  override get message() {
    return "The action was interrupted"
  }
}

/** What a run comes to. */
export type ActionResult<A, E> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: E | ActionInterrupted }

/** The state of the last run. */
export type ActionState<A, E> =
  | { readonly status: "idle"; readonly isPending: false; readonly data: undefined; readonly error: undefined }
  | { readonly status: "pending"; readonly isPending: true; readonly data: undefined; readonly error: undefined }
  | { readonly status: "success"; readonly isPending: false; readonly data: A; readonly error: undefined }
  | { readonly status: "failure"; readonly isPending: false; readonly data: undefined; readonly error: E }

/** An operation, ready to run. */
export type Action<Op extends Operation> = ActionState<Success<Op>, Failure<Op>> & {
  /** Runs it. Never rejects for an expected error; a defect goes to the `Notifier` and rejects. */
  readonly run: (...input: Input<Op>) => Promise<ActionResult<Success<Op>, Failure<Op>>>
  /** Forgets the last run, and interrupts it if it is under way. */
  readonly reset: () => void
}

const idle = { status: "idle", isPending: false, data: undefined, error: undefined } as const
const pending = { status: "pending", isPending: true, data: undefined, error: undefined } as const

/**
 * Runs an operation on demand. Afterwards, what it has made stale is read
 * again wherever it shows. Runs that are under way when the component goes
 * are interrupted.
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
  const [store] = useState(() => makeStore<Success<Op>, Failure<Op>>())
  // Not React's own state: in a form action its updates would wait for the end of the action.
  const state = useSyncExternalStore(store.subscribe, store.get, store.getIdle)
  useEffect(() => store.interrupt, [store])
  const methods = useMemo(
    () => ({ run: (...[input]: Input<Op>) => store.run(client, op, input), reset: store.reset }),
    [client, op, store]
  )
  return { ...state, ...methods }
}

const makeStore = <A, E>() => {
  let state: ActionState<A, E> = idle
  const listeners = new Set<() => void>()
  const running = new Set<Fiber.Fiber<A, E>>()
  let runs = 0
  const set = (next: ActionState<A, E>) => {
    state = next
    Array.from(listeners).forEach((listener) => listener())
  }
  const interrupt = () => Array.from(running).forEach((fiber) => fiber.interruptUnsafe())
  return {
    get: () => state,
    getIdle: () => idle,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    interrupt,
    reset: () => {
      runs++
      interrupt()
      set(idle)
    },
    run: (client: AuthClient, op: Operation, input: unknown): Promise<ActionResult<A, E>> => {
      const run = ++runs
      const show = (next: ActionState<A, E>) => (run === runs ? set(next) : undefined)
      show(pending)
      return new Promise((resolve, reject) => {
        const fiber = client.fork(effectOf(op, input), describe(op)?.stale) as Fiber.Fiber<A, E>
        running.add(fiber)
        fiber.addObserver((exit) => {
          running.delete(fiber)
          if (Exit.isSuccess(exit)) {
            show({ status: "success", isPending: false, data: exit.value, error: undefined })
            return resolve({ ok: true, value: exit.value })
          }
          const failure = Cause.findErrorOption(exit.cause)
          if (Option.isSome(failure)) {
            show({ status: "failure", isPending: false, data: undefined, error: failure.value })
            return resolve({ ok: false, error: failure.value })
          }
          show(idle)
          if (Cause.hasInterruptsOnly(exit.cause)) return resolve({ ok: false, error: new ActionInterrupted() })
          client.notify(errorOf(exit.cause))
          reject(errorOf(exit.cause))
        })
      })
    }
  }
}

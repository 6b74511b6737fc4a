/**
 * Turns operations into promise methods. It adds no behaviour of its own.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"

/** What every method takes after its input. */
export interface CallOptions {
  /** Aborting interrupts the operation; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What a method's `result` variant resolves to. */
export type Result<A, E> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: E }

/** An operation: an effect, or a function of one input that returns one. */
export type Operation = Effect.Effect<any, any, any> | ((input: any) => Effect.Effect<any, any, any>)

type Call<Args extends ReadonlyArray<unknown>, A, E> = {
  /** Rejects with the operation's own tagged error. */
  (...args: [...Args, options?: CallOptions]): Promise<A>
  /** The same call, which resolves for every expected error; only defects and aborts reject. */
  readonly result: (...args: [...Args, options?: CallOptions]) => Promise<Result<A, E>>
}

/** The promise method of an operation. */
export type Method<Op> = Op extends Effect.Effect<infer A, infer E, infer _R> ? Call<[], A, E>
  : Op extends (...args: infer Args) => Effect.Effect<infer A, infer E, infer _R> ? Call<Args, A, E>
  : never

/** The promise methods of a module's operations; its constants and types stay behind. */
export type Methods<Module> = {
  readonly [K in keyof Module as Module[K] extends Operation ? K : never]: Method<Module[K]>
}

/** Builds the promise methods of a module over a runtime. */
export const methods = <Module extends object>(
  runtime: ManagedRuntime.ManagedRuntime<any, any>,
  module: Module
): Methods<Module> =>
  Object.fromEntries(
    Object.entries(module).flatMap(([name, value]) => isOperation(value) ? [[name, method(runtime, value)]] : [])
  ) as Methods<Module>

const isOperation = (value: unknown): value is Operation => typeof value === "function" || Effect.isEffect(value)

const method = (runtime: ManagedRuntime.ManagedRuntime<any, any>, operation: Operation) => {
  const run = async (args: ReadonlyArray<unknown>): Promise<Result<unknown, unknown>> => {
    const [effect, options] = typeof operation === "function" ? [operation(args[0]), args[1]] : [operation, args[0]]
    const { signal } = (options ?? {}) as CallOptions
    const exit = await runtime.runPromiseExit(effect, { signal })
    if (Exit.isSuccess(exit)) return { ok: true, value: exit.value }
    const failure = Cause.findErrorOption(exit.cause)
    if (Option.isSome(failure)) return { ok: false, error: failure.value }
    throw signal?.aborted ? signal.reason : Cause.squash(exit.cause)
  }
  const orReject = async (...args: ReadonlyArray<unknown>) => {
    const result = await run(args)
    if (result.ok) return result.value
    throw result.error
  }
  return Object.assign(orReject, { result: (...args: ReadonlyArray<unknown>) => run(args) })
}

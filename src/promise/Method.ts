/** Turns operations into promise methods. It does not add any behavior. */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { invalidRequest, isTransportError } from "../domain/errors/TransportError.ts"
import { CallTimeout } from "../http/CallTimeout.ts"
import { type HttpResponse, OnResponse } from "../http/Http.ts"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import { type AnyResource, readData, type OperationData, withData, withDataLater } from "../operation/OperationData.ts"
import type { Lazy } from "../platform/Lazy.ts"

/** The options of every method, after its input. */
export interface CallOptions {
  /** Aborting interrupts the operation; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * How long each call to the service may take, instead of the app's `timeout`: milliseconds, or a text such as `"5
   * seconds"`.
   */
  readonly timeout?: Duration.Input | undefined
  /** How often a failed attempt is repeated at most; 0 for never. Default: 4. */
  readonly retry?: number | undefined
  /** Sees each response of the service as it came: `status`, `header(name)`, `text`. The text may hold tokens. */
  readonly onResponse?: ((response: HttpResponse) => void) | undefined
}

/** The value that a method's `result` variant resolves to. */
export type Result<A, E> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: E }

/** Runs effects over the services of one app. */
export type RunToExit<Services> = (
  effect: Effect.Effect<unknown, unknown, Services>,
  options: CallOptions,
  changes?: ReadonlyArray<AnyResource>
) => Promise<Exit.Exit<unknown, unknown>>

declare const Rejects: unique symbol

/** A promise of `A`, with the errors that it rejects with in its type. */
export interface TypedPromise<A, E> extends Promise<A> {
  /** Exists only in types: no promise has this property. */
  readonly [Rejects]?: E
}

/** An iterable of `A`, with the errors that it throws in its type. */
export interface TypedIterable<A, E> extends AsyncIterable<A> {
  /** Exists only in types: no iterable has this property. */
  readonly [Rejects]?: E
}

interface Call<Args extends ReadonlyArray<unknown>, A, E> {
  // Without a docblock, so that an editor shows that of the operation.
  (...args: [...Args, options?: CallOptions]): TypedPromise<A, E | Interrupted>
  /** Makes the call and resolves with a `Result`. It rejects only for an abort, a disposed app, or a defect. */
  readonly result: (...args: [...Args, options?: CallOptions]) => Promise<Result<A, E | Interrupted>>
}

/** The method `currentUser.get`: its user may be null unless `or` is one of `Always`. */
export interface GetMethod<Options extends { readonly or?: string | undefined }, User, Always, E> {
  <const Or extends NonNullable<Options["or"]>>(
    input?: Options & { readonly or?: Or | undefined },
    options?: CallOptions
  ): TypedPromise<User | (Or extends Always ? never : null), E | Interrupted>
  /** Makes the call and resolves with a `Result`. It rejects only for an abort, a disposed app, or a defect. */
  readonly result: <const Or extends NonNullable<Options["or"]>>(
    input?: Options & { readonly or?: Or | undefined },
    options?: CallOptions
  ) => Promise<Result<User | (Or extends Always ? never : null), E | Interrupted>>
}

/** The promise method of an operation, with the errors of the operation and of the app; `never` for any other value. */
export type Method<Op, AppError> =
  Op extends Effect.Effect<infer A, infer E, infer _R>
    ? Call<[], A, E | AppError>
    : Op extends (...args: infer Args) => Effect.Effect<infer A, infer E, infer _R>
      ? Call<Args, A, E | AppError>
      : never

/** The names of a module's operations, without its constants, helpers and errors. */
type OperationName<Module> = {
  readonly [K in keyof Module]: [Method<Module[K], never>] extends [never] ? never : K
}[keyof Module]

/** The promise methods of a module's operations. */
export type Methods<Module, AppError> = MethodsOf<Module, OperationName<Module>, AppError>

/** Maps names without `as`: only then the methods keep the docblocks of their operations. */
type MethodsOf<Module, Name extends keyof Module, AppError> = {
  readonly [K in Name]: Method<Module[K], AppError>
}

/** Builds the promise methods of a module. */
export const makeMethods = <Module extends object, AppError, Services>(
  run: RunToExit<Services>,
  module: Module
): Methods<Module, AppError> =>
  Object.fromEntries(
    Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
      // A module also exports errors, layers and helpers, some of them functions; only operations have data.
      const data = readData(value)
      return data === undefined ? [] : [[name, toMethod(run, value as AnyOperation, data)]]
    })
  ) as Methods<Module, AppError>

export type MethodsByArea<Modules, AppError> = { readonly [Area in keyof Modules]: Methods<Modules[Area], AppError> }

/** Builds the promise methods of modules, by area. */
export const makeMethodsByArea = <Modules extends object, AppError, Services>(
  run: RunToExit<Services>,
  modules: Modules
): MethodsByArea<Modules, AppError> =>
  Object.fromEntries(
    Object.entries(modules).map(([area, module]: [string, object]) => [area, makeMethods(run, module)])
  ) as MethodsByArea<Modules, AppError>

interface AnyMethod {
  (...args: ReadonlyArray<unknown>): Promise<unknown>
  readonly result: (...args: ReadonlyArray<unknown>) => Promise<Result<unknown, unknown>>
}

/** The methods of a module that loads with the first call. Offline, that call fails with a `TransportError`. */
export const makeLazyMethods = <Services>(
  run: RunToExit<Services>,
  module: Lazy<object>,
  names: ReadonlyArray<string>
): Readonly<Record<string, unknown>> => {
  let cached: Readonly<Record<string, AnyMethod>> | undefined
  const findMethod = (loaded: object, name: string) =>
    (cached ??= makeMethods(run, loaded) as Readonly<Record<string, AnyMethod>>)[name]!
  const makeMethod = (name: string) => {
    const call = withName(async (...args) => await findMethod(await module.load(), name)(...args))
    const result: AnyMethod["result"] = async (...args) => {
      try {
        await module.load()
      } catch (error) {
        if (isTransportError(error)) return { ok: false, error }
        throw error
      }
      return findMethod(await module.load(), name).result(...args)
    }
    const data = () => {
      const loaded = module.now()
      return loaded === undefined ? undefined : readData(findMethod(loaded, name))
    }
    return withDataLater(Object.assign(call, { result }), data)
  }
  return Object.fromEntries(names.map((name) => [name, makeMethod(name)]))
}

type AnyOperation =
  | Effect.Effect<unknown, unknown>
  | ((...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>)

/** The reason of an aborted signal. Older platforms have neither `reason` nor `throwIfAborted`. */
export const abortReason = (signal: AbortSignal): unknown => signal.reason ?? new Interrupted()

const withOptions = <Services>(
  effect: Effect.Effect<unknown, unknown, Services>,
  { onResponse, retry, timeout }: CallOptions
): Effect.Effect<unknown, unknown, Services> => {
  if (retry !== undefined && !(Number.isInteger(retry) && retry >= 0)) {
    return Effect.fail(invalidRequest("retry", "must be how often an attempt is repeated: 0, 1, 2, …"))
  }
  if (onResponse !== undefined && typeof onResponse !== "function") {
    return Effect.fail(invalidRequest("onResponse", "must be a function"))
  }
  let configured = effect
  if (timeout !== undefined) configured = Effect.provideService(configured, CallTimeout, timeout)
  if (retry !== undefined) {
    configured = Effect.provideService(configured, RetryPolicy.RetryPolicy, RetryPolicy.upTo(retry))
  }
  if (onResponse !== undefined) configured = Effect.provideService(configured, OnResponse, onResponse)
  return configured
}

const settle = async <Services>(
  run: RunToExit<Services>,
  effect: Effect.Effect<unknown, unknown, Services>,
  options: CallOptions,
  operation: unknown
): Promise<Result<unknown, unknown>> => {
  const { signal } = options
  if (signal?.aborted) throw abortReason(signal)
  const exit = await run(withOptions(effect, options), { signal }, readData(operation)?.changes)
  if (Exit.isSuccess(exit)) return { ok: true, value: exit.value }
  const failure = Cause.findErrorOption(exit.cause)
  if (Option.isSome(failure)) return { ok: false, error: failure.value }
  if (signal?.aborted) throw abortReason(signal)
  if (Cause.hasInterruptsOnly(exit.cause)) return { ok: false, error: new Interrupted() }
  throw Cause.squash(exit.cause)
}

/** Runs an effect like a method: rejects with the effect's error, `Interrupted`, or the signal's reason. */
export const orReject = async <A, Services>(
  run: RunToExit<Services>,
  effect: Effect.Effect<A, unknown, Services>,
  options: CallOptions = {},
  operation: unknown = effect
): Promise<A> => {
  const result = await settle(run, effect, options, operation)
  if (result.ok) return result.value as A
  throw addCallerStack(result.error)
}

/**
 * Puts the lines that await a method into the stack of its error, which otherwise holds Effect's alone. Only engines
 * that trace through `await` (V8) know them, and only of callers that await.
 */
const addCallerStack = (error: unknown): unknown => {
  if (!(error instanceof Error) || !("captureStackTrace" in Error)) return error
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, addCallerStack)
  const lines = (holder.stack ?? "").split("\n")
  const method = lines.findLastIndex((line) => line.includes(methodName))
  const callers = method === -1 ? [] : lines.slice(method + 1)
  if (callers.length > 0) error.stack = [`${error.name}: ${error.message}`, ...callers].join("\n")
  return error
}

const methodName = "gatefoldMethod"

const withName = (method: (...args: ReadonlyArray<unknown>) => Promise<unknown>) =>
  Object.defineProperty(method, "name", { value: methodName })

const toMethod = <Services>(run: RunToExit<Services>, operation: AnyOperation, data: OperationData) => {
  const { inputs } = data
  const call = (args: ReadonlyArray<unknown>): [effect: Effect.Effect<unknown, unknown>, options: CallOptions] => [
    typeof operation === "function" ? operation(...args.slice(0, inputs)) : operation,
    args[inputs] ?? {}
  ]
  // Awaited, so that the error's stack leads to the caller.
  const reject = withName(async (...args) => await orReject(run, ...call(args), operation))
  const method = Object.assign(reject, {
    result: async (...args: ReadonlyArray<unknown>) => settle(run, ...call(args), operation)
  })
  return withData(method, data)
}

/**
 * An operation: something that an app does with the service, as a value with data that describes it. It runs as its own
 * span.
 */
import { isArray } from "effect/Array"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { invalidRequest } from "../domain/errors/TransportError.ts"
import type { Resource } from "../domain/Resource.ts"
import {
  type AnyResource,
  type EndpointRef,
  type OperationData,
  type OperationLevel,
  withData
} from "./OperationData.ts"
import * as OperationSpan from "./OperationSpan.ts"

/** The data of an operation that an app defines. */
export interface AppOperationOptions {
  /** The resources that its result shows, in addition to itself: `changes` may also name operations that read. */
  readonly shows?: ReadonlyArray<AnyResource> | undefined
  readonly changes?: ReadonlyArray<AnyResource> | undefined
}

/** Attaches the data of an operation to an effect, and runs it in a span of its name. */
export const asOperation =
  (name: string, options: AppOperationOptions = {}) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    fromEffect(makeData(name, options), self)

/**
 * Defines an operation by a generator, or by a function that returns an effect. An exception in the body is a defect.
 *
 * @example
 * ```ts
 * export const list = operation("Notes.list")((teamId: TeamId) => …)
 * export const add = operation("Notes.add", { changes: ["Notes.list"] })(function* (input: NewNote) { … })
 * ```
 */
export const operation = (name: string, options: AppOperationOptions = {}) =>
  // A body is a generator or returns an effect: its result shows which.
  ((body: Body) => fromBody(makeData(name, options), body)) as DefineAppOperation

const makeData = (name: string, { changes = [], shows = [] }: AppOperationOptions) => ({
  name,
  endpoints: [],
  shows,
  changes,
  inputs: 1
})

interface DefineAppOperation {
  <Input extends ReadonlyArray<unknown>, Step extends Effect.Effect<unknown, unknown, unknown>, A>(
    body: (...input: Input) => Generator<Step, A, never>
  ): (...input: Input) => Effect.Effect<A, Effect.Error<Step>, Effect.Services<Step>>
  <Input extends ReadonlyArray<unknown>, A, E, R>(
    body: (...input: Input) => Effect.Effect<A, E, R>
  ): (...input: Input) => Effect.Effect<A, E, R>
}

interface Inputs {
  /** How many inputs the function takes, with optional ones. Default: 1. */
  readonly inputs?: number
}

export interface ReadData extends Inputs {
  readonly shows: ReadonlyArray<Resource>
}

export interface WriteData extends Inputs {
  readonly changes: ReadonlyArray<Resource>
}

/** Defines an operation by a body, or by an effect. */
export interface DefineBody extends DefineAppOperation {
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

/**
 * The input of an operation that is one call: the same each time, or made from what the caller passes. `Shape` is what
 * the endpoint takes; if you send more, the type error names the extra members.
 */
export type RequestFrom<Sent, Input extends ReadonlyArray<unknown>, Shape> = {
  readonly input: (...input: Input) => Sent
} & ([ExcessMembers<Sent, Shape>] extends [never]
  ? unknown
  : { readonly "the endpoint does not take": ExcessMembers<Sent, Shape> })

/** The members of `params`, `query` and `payload` that the endpoint does not accept. */
type ExcessMembers<Sent, Shape> = {
  [Part in keyof Sent]: Part extends keyof Shape ? Exclude<KeyOf<Sent[Part]>, KeyOf<Shape[Part]>> : Part
}[keyof Sent]

type KeyOf<Union> = Union extends unknown ? keyof Union : never

/** The input of an operation that always sends one request: {@link RequestFrom} explains it. */
export type FixedRequest<Sent> = {} extends Sent ? { readonly input?: Sent } : { readonly input: Sent }

/** How operations of a level call endpoints, and are defined. */
export interface Operations<Call, Read, Write> {
  readonly call: Call
  readonly read: Read
  readonly write: Write
}

/**
 * How operations of a level are defined, by how it calls endpoints. An operation that is a single call has no body, but
 * an `input`: the request's input, or a function that makes it from the caller's arguments. Any other operation names
 * every endpoint that it may call, and has a body.
 */
export const defineLevel = <Call extends AnyCall, Read, Write>(
  level: OperationLevel,
  call: Call
): Operations<Call, Read, Write> => {
  // The input and the result of a call depend on the endpoint, and only the level's own types express that.
  const send = call as AnyCall as Send
  const define = (
    name: string,
    endpoints: EndpointRef | ReadonlyArray<EndpointRef>,
    { changes = [], input = {}, inputs = 1, shows = [] }: Partial<ReadData & WriteData> & { readonly input?: object }
  ) => {
    const data = { name, level, endpoints: [endpoints].flat(), shows, changes, inputs }
    if (isArray(endpoints)) {
      return (body: Body | Effect.Effect<unknown, unknown, unknown>) =>
        Effect.isEffect(body) ? fromEffect(data, body) : fromBody(data, body)
    }
    if (typeof input !== "function") return fromEffect(data, send(endpoints, input))
    return fromBody(data, (...args) => send(endpoints, input(...args)), input.length)
  }
  return { call, read: define as Read, write: define as Write }
}

type AnyCall = (endpoint: never, input: never) => Effect.Effect<unknown, unknown, unknown>

type Send = (endpoint: unknown, input: unknown) => Effect.Effect<unknown, unknown, unknown>

type DeclaredData = Omit<OperationData, "needsInput">

const fromEffect = <A, E, R>(declared: DeclaredData, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const data = { ...declared, needsInput: false, inputs: 0 }
  return withData(OperationSpan.trace(data, self), data)
}

/**
 * An operation with a body. Its input is required if the body has a parameter without a default: `(input?: X)` counts
 * as required, `(input: X = {})` as optional.
 */
const fromBody = (declared: DeclaredData, body: Body, inputs = body.length) => {
  const data = { ...declared, needsInput: inputs > 0 }
  const run = data.level === undefined ? runAppBody : runLibraryBody
  return withData((...input: ReadonlyArray<unknown>) => OperationSpan.trace(data, run(body, input, data)), data)
}

type Steps = Generator<Effect.Effect<unknown>, unknown, unknown>

type Body = (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, unknown> | Steps

/** Runs the body of an app's own operation: what it throws is a defect. */
const runAppBody = (body: Body, input: ReadonlyArray<unknown>): Effect.Effect<unknown, unknown, unknown> =>
  Effect.suspend(() => {
    const result = body(...input)
    return Effect.isEffect(result) ? result : runSteps(result, result.next())
  })

/**
 * Runs a body of this package. If it throws before its first effect has run, the input is of the wrong type: it fails
 * with `InvalidRequest`, and nothing was sent. A mistake of this package would look the same, because its own code
 * throws on such an input. A later exception is a defect, as is one of an effect.
 */
const runLibraryBody = (
  body: Body,
  input: ReadonlyArray<unknown>,
  { name, needsInput }: OperationData
): Effect.Effect<unknown, unknown, unknown> =>
  Effect.suspend(() => {
    const refuse = (problem: string) => Effect.fail(invalidRequest(name, `input: ${problem}`))
    const [first] = input
    if (first === undefined && needsInput) return refuse("it is missing")
    try {
      // Reads every member, and every secret, so that an exception is noticed here and not after a request.
      if (typeof first === "object" && first !== null) {
        for (const member of Object.values(first)) if (Redacted.isRedacted(member)) Redacted.value(member)
      }
      const result = body(...input)
      if (Effect.isEffect(result)) return result
      // A generator would read a member of `null`, perhaps only after a request.
      return first === null ? refuse("it is null") : runSteps(result, result.next())
    } catch {
      return refuse("it is of another kind, or cannot be read")
    }
  })

const runSteps = Effect.fnUntraced(function* (steps: Steps, step: IteratorResult<Effect.Effect<unknown>, unknown>) {
  for (; !step.done; step = steps.next(yield* step.value));
  return step.value
})

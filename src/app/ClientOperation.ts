/** Operations as hooks and atoms take them: an effect, or a function from one input to an effect. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Read } from "../cache/AsyncCache.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { isRecord } from "../domain/text/Json.ts"
import { readData } from "../operation/OperationData.ts"
import type { ClientServices } from "./ClientLayer.ts"

/** An operation of a client, such as `Teams.list` or `Teams.create`. */
export type Operation<R = ClientServices> =
  | Effect.Effect<unknown, unknown, R>
  | ((input: never) => Effect.Effect<unknown, unknown, R>)

/** The parameters of an operation: at most one. */
export type Input<Op> =
  Op extends Effect.Effect<unknown, unknown, unknown>
    ? [input?: undefined]
    : Op extends (...args: infer Args) => unknown
      ? Args extends [infer Only, ...Array<unknown>]
        ? [input: Only]
        : Args extends [(infer Only)?, ...Array<unknown>]
          ? [input?: Only]
          : []
      : never

type EffectOf<Op> = Op extends (...args: never) => infer Returned ? Returned : Op

export type Success<Op> = EffectOf<Op> extends Effect.Effect<infer A, infer _E, infer _R> ? A : never

/**
 * The errors of an operation. Not a union with those of the app, whose name editors would show instead of its errors.
 */
export type OperationError<Op> = EffectOf<Op> extends Effect.Effect<infer _A, infer E, infer _R> ? E : never

export const toEffect = <Op extends Operation<R>, R = ClientServices>(op: Op, input: unknown) =>
  (typeof op === "function" ? (op as (input: unknown) => unknown)(input) : op) as Effect.Effect<
    Success<Op>,
    OperationError<Op>,
    R
  >

/** The read of an operation with an input. Only named operations can be read: results are cached by name. */
export const makeRead = <Op extends Operation<R>, R = ClientServices>(
  op: Op,
  input: unknown
): Read<Success<Op>, OperationError<Op>, R> => {
  const data = readData(op)
  if (data === undefined) {
    throw new InvalidOption({
      option: "operation",
      problem: "only operations have a name to keep their results by; make one with `operation` or `asOperation`"
    })
  }
  const { name, shows } = data
  return {
    key: cacheKey(name, input),
    // Named alone, so that an app can import a single read.
    shows: [name, ...shows],
    // Called only when the read starts.
    effect: Effect.suspend(() => toEffect<Op, R>(op, input))
  }
}

/** The key of a read. Absent members count like undefined ones, and their order does not matter. */
export const cacheKey = (name: string, input: unknown): string => {
  if (input === undefined) return name
  try {
    return `${name} ${JSON.stringify(input, sortKeys)}`
  } catch {
    // Input that JSON cannot express is refused by every operation, so its key does not matter.
    return `${name} unreadable`
  }
}

/** Secrets are part of the key by their text. The key is kept in closures. */
function sortKeys(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const member = this[name]
  if (Redacted.isRedacted(member)) return Redacted.value(member)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
}

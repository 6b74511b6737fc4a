/**
 * The base of the package's errors: Effect's tagged errors, printed with tag, message and stack. Effect prints an
 * error's members alone.
 */
import * as Data from "effect/Data"
import { NodeInspectSymbol } from "effect/Inspectable"

interface Printed extends Error {
  readonly _tag: string
  readonly requestId?: string | undefined
}

/** The error's own members without its tag, and the ID of its request. */
const pickPrinted = (error: Printed): Readonly<Record<string, unknown>> => {
  const { _tag, ...members } = error
  return error.requestId === undefined ? members : { ...members, requestId: error.requestId }
}

interface Depth {
  readonly depth?: number | null
}

/** How an error is written as JSON, and on the consoles of Node, Bun and Deno. */
export const printing = {
  /** Tag, message and members. `JSON.stringify` passes over both of the former, which errors have from elsewhere. */
  toJSON(this: Printed): Readonly<Record<string, unknown>> {
    return { _tag: this._tag, message: this.message, ...pickPrinted(this) }
  },
  [NodeInspectSymbol](this: Printed, left: number | null, options: Depth, inspect?: (u: unknown, o: Depth) => string) {
    const depth = options?.depth ?? null
    // An error that is the reason of another one came about where that one did.
    const isInner = left !== null && depth !== null && left < depth
    const frames = isInner ? [] : (this.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))
    const text = [`${this._tag}: ${this.message}`, ...frames].join("\n")
    const members = pickPrinted(this)
    return inspect === undefined || Object.keys(members).length === 0 ? text : `${text} ${inspect(members, options)}`
  }
}

/** `Data.TaggedError`, printed like an error. */
export const TaggedError: typeof Data.TaggedError = (tag) => {
  const Base = Data.TaggedError(tag)
  Object.assign(Base.prototype, printing)
  return Base
}

/**
 * The inputs of operations as promise methods and hooks take them.
 */
import type * as Brand from "effect/Brand"

type Id = string & Brand.Brand<string>

type Plain<T> = T extends Id ? string : T extends ReadonlyArray<Id> ? ReadonlyArray<string> : T

/** Whether an object has an id, or several, among its members. */
type HasId<T> = [Extract<T[keyof T], Id | ReadonlyArray<Id>>] extends [never] ? false : true

/**
 * An input with any string where the operation wants an id, such as a parameter of a URL. The operation checks it when
 * it runs: it fails with `TransportError` of reason `InvalidRequest` if the text cannot be an id, and sends nothing.
 */
export type PlainInput<I> = I extends string
  ? Plain<I>
  : I extends object
    ? HasId<I> extends true
      ? { readonly [K in keyof I]: Plain<I[K]> }
      : I
    : I

/**
 * The inputs of operations as promise methods and hooks take them.
 */
import type * as Brand from "effect/Brand"

type Id = string & Brand.Brand<string>

type Plain<T> = T extends Id ? string : T extends ReadonlyArray<Id> ? ReadonlyArray<string> : T

/** Whether an input is an id, or an object with an id, or several, among its members. */
type HasId<T> = T extends Id
  ? true
  : T extends object
    ? [Extract<T[keyof T], Id | ReadonlyArray<Id>>] extends [never]
      ? false
      : true
    : false

/** An object with any string where the operation wants an id. By its name an editor shows it, without its members. */
type PlainIds<T> = { readonly [K in keyof T]: Plain<T[K]> }

/**
 * An input with any string where the operation wants an id, such as a parameter of a URL. The operation checks it when
 * it runs: it fails with `TransportError` of reason `InvalidRequest` if the text cannot be an id, and sends nothing.
 */
export type PlainInput<I> =
  true extends HasId<I> ? ([Extract<I, Id>] extends [never] ? PlainIds<I> : string | PlainIds<Exclude<I, Id>>) : I

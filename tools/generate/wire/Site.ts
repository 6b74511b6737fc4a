/** Where code goes while a schema is compiled, and how the schemas within it are compiled. */
import type * as SchemaAST from "effect/SchemaAST"
import type { Module } from "./Module.ts"

/** The direction of a function: it reads the wire (`decode`) or writes it (`encode`). */
export type Direction = "decode" | "encode"

/** A value as text: how it is read, and the key that it was found under. Both may be used more than once. */
export interface Value {
  readonly value: string
  readonly key: string
}

/** The parameters of every function. */
export const parameters: Value = { value: "value", key: "key" }

/** The function that a text calls with a value and its key, and with nothing else. */
export const findFunction = (text: string, { key, value }: Value): string | undefined => {
  const [, name, args] = /^([\w.]+(?:<\w+>)?)\((.*)\)$/.exec(text) ?? []
  return args?.replace(/, /, ",") === `${value},${key}` ? name : undefined
}

/** Where code goes. */
export interface Site {
  readonly direction: Direction
  readonly module: Module
  /** The name for a function that is declared here. */
  readonly hint: string
  /** The same place for a part, by which its functions are called. */
  readonly at: (part: string) => Site
  /** A place in the module that is compiled from `file`. */
  readonly in: (file: string, hint: string) => Site
  /** A function of `value` and `key`. */
  readonly compile: (ast: SchemaAST.AST) => string
  /** The result for a value. */
  readonly expression: (ast: SchemaAST.AST, value: Value) => string
  /** The call of a function of `Runtime.ts`. */
  readonly call: (name: string, ...args: ReadonlyArray<string>) => string
}

/** Why something cannot be compiled. */
export const makeError = ({ hint, module }: Site, what: string) => new Error(`${module.file}: ${hint}: ${what}`)

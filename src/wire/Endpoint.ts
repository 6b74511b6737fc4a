/** An endpoint of the contract while an app runs: data, and the functions that its schemas are compiled to. */
import type { AccessLevel } from "../domain/AccessLevel.ts"
import type { AnyKnownErrorClass, KnownError } from "../domain/errors/KnownError.ts"
import type { TextError } from "../domain/errors/TextError.ts"
import type { Decode, Encode } from "./Runtime.ts"

/** A known error: its class, and how its details are read if it has any. */
export interface KnownErrorEntry<out E extends KnownError = KnownError> {
  readonly Class: AnyKnownErrorClass<E>
  readonly details?: Decode<object>
}

/** An error in plain text, and how it is recognized. */
export interface TextErrorEntry {
  readonly Class: new (fields: { readonly error: string }) => TextError
  readonly status: number
  readonly words: RegExp
}

/** An endpoint. A bundler drops the values that an app does not use. */
export interface Endpoint<out Sent, out Answer, out Errors, out Level extends AccessLevel | undefined> {
  readonly name: string
  readonly method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT"
  /** The path with its parameters, such as `/teams/:teamId`. */
  readonly path: string
  /** The lowest level that may call it. Without one, no header of the protocol is sent. */
  readonly level: Level
  /** The errors that any call of that level can meet. */
  readonly levelErrors?: ReadonlyArray<KnownErrorEntry>
  readonly params?: Encode
  readonly query?: Encode
  readonly payload?: Encode
  /** How a payload is sent. Default: as JSON. */
  readonly sends?: "form"
  readonly success: Decode<Answer, [status: number]>
  /** The form of an answer. Default: JSON. */
  readonly reads?: "text" | "nothing"
  readonly errors?: ReadonlyArray<KnownErrorEntry>
  readonly textErrors?: ReadonlyArray<TextErrorEntry>
  /** Only a type: no endpoint has it. */
  readonly "~types"?: { readonly input: Sent; readonly success: Answer; readonly errors: Errors }
}

export type Any = Endpoint<unknown, unknown, KnownError | TextError, AccessLevel | undefined>

/** Any endpoint that answers so. */
export type Answering<Answer> = Endpoint<unknown, Answer, KnownError | TextError, AccessLevel | undefined>

type Types<E extends Any> = NonNullable<E["~types"]>

/** The input of a call of `E`: `params`, `query` and `payload`, as far as it has them. */
export type Input<E extends Any> = Types<E>["input"]

/** The decoded answer of `E`. */
export type Success<E extends Any> = Types<E>["success"]

/** The errors that `E` declares, except those that come as the reason of a `RequestRefused`. */
export type KnownErrors<E extends Any> = Types<E>["errors"]

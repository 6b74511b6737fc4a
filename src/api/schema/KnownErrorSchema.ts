/** The schemas of known errors. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type AnyKnownErrorClass, isKnownError, type KnownError } from "../../domain/errors/KnownError.ts"
import { WireStruct } from "./WireStruct.ts"

/** How a known error looks on the wire. */
export interface KnownErrorBody {
  readonly code: string
  readonly details?: unknown
  readonly error: string
}

/** A schema that decodes the body of a known error to an instance of its class, and encodes it. */
export interface KnownErrorSchema<E extends KnownError> extends Schema.Codec<E, KnownErrorBody> {
  readonly Rebuild: KnownErrorSchema<E>
  /** The class of the error, which has its code and its status. */
  readonly class: AnyKnownErrorClass<E>
}

export const isKnownErrorSchema = (u: unknown): u is KnownErrorSchema<KnownError> => Schema.isSchema(u) && "class" in u

/** The decoded body; the class knows the type of the details. */
interface Fields {
  readonly code: string
  readonly details?: never
  readonly error: string
}

/** The fields of an error's details, which are named as in a {@link WireStruct}. */
type DetailFields<Details> = { readonly [Name in keyof Details]-?: Schema.Codec<Details[Name], unknown> }

/**
 * The schema of a known error.
 *
 * @example
 * ```ts
 * const TeamNotFound = KnownErrorSchema(Errors.TeamNotFound, { teamId: Schema.String })
 * ```
 */
export const KnownErrorSchema = <E extends KnownError>(
  Class: AnyKnownErrorClass<E>,
  ...[details, renames]: E extends { readonly details: infer D }
    ? [details: DetailFields<D>, renames?: { readonly [Name in keyof D]?: string }]
    : [details?: undefined, renames?: undefined]
): KnownErrorSchema<E> => {
  const { code, message, prototype, status } = Class
  const fields = { code: Schema.Literal(code), error: Schema.String }
  const body = Schema.Struct(
    details === undefined ? fields : { code: fields.code, details: WireStruct(details, renames), error: fields.error }
  )
  const codec = body as Schema.Codec<Fields, KnownErrorBody>
  const toClass = SchemaTransformation.transform<E, Fields>({
    decode: (encoded) => new Class({ details: encoded.details!, error: encoded.error }),
    encode: (error) => error
  })
  const instance = Schema.declare((u): u is E => isKnownError(u) && u.code === code, {
    identifier: prototype._tag,
    description: message,
    httpApiStatus: status,
    toCodec: () => Schema.link<E>()(Schema.toType(codec), toClass)
  })
  return Schema.make(codec.pipe(Schema.decodeTo(instance, toClass)).ast, { class: Class })
}

/** The names of the known errors of a module that have no details. */
type PlainName<Errors> = {
  [Name in keyof Errors]: Errors[Name] extends AnyKnownErrorClass<infer E>
    ? E extends { readonly details: unknown }
      ? never
      : Name
    : never
}[keyof Errors]

/**
 * The schemas of all errors of a module that have no details, by the names of their classes.
 *
 * @example
 * ```ts
 * export const { EmailPasswordMismatch, UserNotFound } = makePlainSchemas(Errors)
 * ```
 */
export const makePlainSchemas = <Errors extends object>(
  errors: Errors
): {
  readonly [Name in PlainName<Errors>]: KnownErrorSchema<InstanceType<Extract<Errors[Name], AnyKnownErrorClass>>>
} =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([, Class]) => typeof Class === "function" && "code" in Class)
      .map(([name, Class]) => [name, KnownErrorSchema(Class as AnyKnownErrorClass)])
  ) as never

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

/** The known errors of a module, by the names of their classes. */
type KnownErrors<Errors> = {
  readonly [
    Name in keyof Errors as Errors[Name] extends AnyKnownErrorClass ? Name : never
  ]: Errors[Name] extends AnyKnownErrorClass<infer E> ? E : never
}

/** The details of errors that have some: fields of a {@link WireStruct}, or a schema where their wire names differ. */
type DetailsByName<Errors> = {
  readonly [
    Name in keyof Errors as Errors[Name] extends { readonly details: unknown } ? Name : never
  ]: Errors[Name] extends { readonly details: infer D } ? Schema.Codec<D, unknown> | DetailFields<D> : never
}

const makeSchema = <E extends KnownError>(
  Class: AnyKnownErrorClass<E>,
  details: Schema.Codec<unknown, unknown> | Schema.Struct.Fields | undefined
): KnownErrorSchema<E> => {
  const { code, message, prototype, status } = Class
  const fields = { code: Schema.Literal(code), error: Schema.String }
  const struct = details === undefined || Schema.isSchema(details) ? details : WireStruct(details)
  const body = Schema.Struct(
    struct === undefined ? fields : { code: fields.code, details: struct, error: fields.error }
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

const isErrorClass = (u: unknown): u is AnyKnownErrorClass => typeof u === "function" && isKnownError(u.prototype)

/**
 * The schemas of all known errors of a module, by the names of their classes.
 *
 * @example
 * ```ts
 * export const { TeamNotFound, TeamMembershipAlreadyExists } = makeSchemas(Errors, {
 *   TeamNotFound: { teamId: Schema.String }
 * })
 * ```
 */
export const makeSchemas = <Errors extends object>(
  errors: Errors,
  details: DetailsByName<KnownErrors<Errors>>
): { readonly [Name in keyof KnownErrors<Errors>]: KnownErrorSchema<KnownErrors<Errors>[Name]> } =>
  Object.fromEntries(
    Object.entries(errors)
      .filter((entry): entry is [string, AnyKnownErrorClass] => isErrorClass(entry[1]))
      .map(([name, Class]) => [name, makeSchema(Class, details[name as never])])
  ) as never

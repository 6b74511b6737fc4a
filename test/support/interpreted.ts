/**
 * The runtime value of an endpoint by interpreting its schemas, for endpoints that tests declare themselves. The
 * compiled contract is compared with it.
 */
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as Types from "effect/Types"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../src/api/Access.ts"
import { httpApiEncoding } from "../../src/api/internal/EffectIds.ts"
import { isKnownErrorSchema } from "../../src/api/schema/KnownErrorSchema.ts"
import { textErrorKey, type TextErrorPattern } from "../../src/api/TextErrors.ts"
import type { AccessLevel } from "../../src/domain/AccessLevel.ts"
import type { ProtocolError } from "../../src/domain/errors/RequestRefused.ts"
import type { Endpoint, KnownErrorEntry } from "../../src/wire/Endpoint.ts"
import { type Decode, type Encode, Mismatch } from "../../src/wire/Runtime.ts"

/** Any endpoint as it is declared. */
export type Declared = HttpApiEndpoint.ConstraintRequest &
  Pick<
    HttpApiEndpoint.Top,
    "identifier" | "method" | "path" | "params" | "query" | "payload" | "success" | "error" | "middlewares"
  >

type Part<Key extends string, S extends Schema.Constraint> = [S] extends [never]
  ? {}
  : { readonly [K in Key]: S["Type"] }

/** The input of a call of `E`. */
export type InputOf<E extends Declared> = Types.Simplify<
  Part<"params", HttpApiEndpoint.Params<E>> &
    Part<"query", HttpApiEndpoint.Query<E>> &
    Part<"payload", HttpApiEndpoint.Payload<E>>
>

/** The level of `E`, by its middleware. */
export type LevelOf<E extends Declared> = E extends { readonly "~Middleware": infer Middleware }
  ? [Middleware] extends [never]
    ? undefined
    : Middleware extends ClientAccess
      ? "client"
      : Middleware extends ServerAccess
        ? "server"
        : Middleware extends AdminAccess
          ? "admin"
          : never
  : never

/** What {@link interpreted} makes of `E`. */
export type Interpreted<E extends Declared> = Endpoint<
  InputOf<E>,
  HttpApiEndpoint.Success<E>["Type"],
  Exclude<HttpApiEndpoint.Error<E>["Type"], ProtocolError>,
  LevelOf<E>
>

const orMismatch = <A>(result: Result.Result<A, { readonly message: string }>, key: string | number | undefined): A => {
  if (Result.isSuccess(result)) return result.success
  const mismatch = new Mismatch(result.failure.message)
  if (key !== undefined) mismatch.path.push(key)
  throw mismatch
}

/** Reads what a schema describes. */
export const makeDecoder = (schema: Schema.Top): Decode<unknown> => {
  const decode = Schema.decodeUnknownResult(schema as Schema.Decoder<unknown>)
  return (value, key) => orMismatch(decode(value), key)
}

/** Writes what a schema describes. */
export const makeEncoder = (schema: Schema.Top): Encode => {
  const encode = Schema.encodeUnknownResult(schema as Schema.Encoder<unknown>)
  return (value, key) => orMismatch(encode(value), key)
}

/** The annotations that `HttpApiSchema.status` and `HttpApiSchema.asText` leave on a schema. */
const readStatus = SchemaAST.resolveAt<number>("httpApiStatus")
const readEncoding = SchemaAST.resolveAt<{ readonly _tag: string }>(httpApiEncoding)
const readPattern = SchemaAST.resolveAt<TextErrorPattern>(textErrorKey)

const isText = (schema: Schema.Top) => readEncoding(schema.ast)?._tag === "Text"

/** The schema of the details of a known error, if it has any. */
export const findDetails = ({ ast }: Schema.Top): Schema.Top | undefined => {
  const body = ast.encoding?.[0].to
  const details =
    body !== undefined && SchemaAST.isObjects(body)
      ? body.propertySignatures.find(({ name }) => name === "details")
      : undefined
  return details && Schema.make(details.type)
}

const makeEntry = (schema: Schema.Top): KnownErrorEntry => {
  if (!isKnownErrorSchema(schema)) throw new Error("not the schema of a known error")
  const details = findDetails(schema)
  return { Class: schema.class, ...(details === undefined ? {} : { details: makeDecoder(details) as Decode<object> }) }
}

const findLevel = (endpoint: Declared): AccessLevel | undefined => {
  const [access] = endpoint.middlewares as unknown as ReadonlySet<{ readonly key: string }>
  return access?.key.match(/(Client|Server|Admin)Access$/)?.[1]?.toLowerCase() as AccessLevel | undefined
}

const makeSuccess = (endpoint: Declared): Pick<Endpoint<never, unknown, never, undefined>, "success" | "reads"> => {
  const schemas = [...endpoint.success]
  if (schemas.every(({ ast }) => SchemaAST.isVoid(ast))) return { success: () => undefined, reads: "nothing" }
  const byStatus = new Map(schemas.map((schema) => [readStatus(schema.ast) ?? 200, makeDecoder(schema)]))
  const [first] = byStatus.values()
  return {
    success: (value, key, status) => (byStatus.get(status) ?? first!)(value, key),
    ...(schemas.some(isText) ? { reads: "text" } : {})
  }
}

/** The runtime value of a declared endpoint. */
export const interpreted = <E extends Declared>(endpoint: E): Interpreted<E> => {
  const [payload] = endpoint.payload.values()
  const errors = [...endpoint.error]
  const made: Endpoint<never, unknown, never, AccessLevel | undefined> = {
    name: endpoint.identifier,
    method: endpoint.method as "GET",
    path: endpoint.path,
    level: findLevel(endpoint),
    levelErrors: [...endpoint.middlewares].flatMap((middleware) =>
      [...(middleware as unknown as HttpApiMiddleware.AnyService).error].map((error) => makeEntry(error as Schema.Top))
    ),
    ...(endpoint.params === undefined ? {} : { params: makeEncoder(endpoint.params) }),
    ...(endpoint.query === undefined ? {} : { query: makeEncoder(endpoint.query) }),
    ...(payload === undefined ? {} : { payload: makeEncoder(payload.schemas[0] as Schema.Top) }),
    ...(payload?.encoding._tag === "FormUrlEncoded" ? { sends: "form" } : {}),
    ...makeSuccess(endpoint),
    errors: errors.filter((error) => !isText(error)).map(makeEntry),
    textErrors: errors.filter(isText).map((error) => ({ ...readPattern(error.ast)!, status: readStatus(error.ast)! }))
  }
  // The types follow from the endpoint that is passed.
  return made as unknown as Interpreted<E>
}

/**
 * Declares endpoints: `HttpApiEndpoint` values without the code that `HttpApiEndpoint.make` brings along for streams,
 * multipart and codecs.
 *
 * The values implement the whole interface, so that `HttpApi`, `HttpApiBuilder`, `HttpApiClient` and `OpenApi` take
 * them as they are; see docs/decisions/0002-transport.md for what it saves.
 */
import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import type { HttpMethod } from "effect/http/HttpMethod"
import type { PathInput } from "effect/http/HttpRouter"
import * as Option from "effect/Option"
import { pipeArguments } from "effect/Pipeable"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Generation } from "../domain/Generation.ts"
import { apiRoot } from "../domain/url/ApiRoot.ts"
import { AdminAccess, ClientAccess, ServerAccess } from "./Access.ts"
import { httpApiEncoding, httpApiEndpoint } from "./internal/EffectIds.ts"
import { otherGeneration } from "./TextErrors.ts"

/**
 * The path prefix of every endpoint except that of health. It is a prefix of each group and not of the whole API, so
 * that the types of the API name the groups instead of repeating them.
 */
export const root = apiRoot

type OneOrMany = Schema.Top | ReadonlyArray<Schema.Top>

/**
 * An endpoint's summary, and its schemas, which encode to JSON, and those of `params` and `query` to text, without
 * further codecs.
 */
interface Parts<
  Params extends Schema.Struct.Fields,
  Query extends Schema.Top,
  Payload extends OneOrMany,
  Success extends OneOrMany,
  Error extends OneOrMany,
  Only extends Generation
> {
  readonly summary: string
  /** One schema for each `:name` of the path. */
  readonly params?: Params
  readonly query?: Query
  /** JSON unless annotated with `HttpApiSchema.asFormUrlEncoded`; several are distinguished by content type. */
  readonly payload?: Payload
  /** Status 200 unless annotated with `HttpApiSchema.status`. */
  readonly success: Success
  readonly error?: Error
  /** The only generation of the service that has the endpoint. With a level, the other one answers so. */
  readonly only?: Only
}

type Any<S extends OneOrMany> = S extends ReadonlyArray<Schema.Top> ? S[number] : S

/** The errors that a call of an endpoint adds to the declared ones. */
type OtherGeneration<Access, Only> = [Access] extends [never]
  ? never
  : [Only] extends [never]
    ? never
    : typeof otherGeneration

type Declare<Method extends HttpMethod, Access> = <
  const Identifier extends string,
  const Path extends PathInput,
  const Success extends OneOrMany,
  Params extends Schema.Struct.Fields = never,
  Query extends Schema.Top = never,
  const Payload extends OneOrMany = never,
  const Error extends OneOrMany = never,
  const Only extends Generation = never
>(
  identifier: Identifier,
  path: Path,
  parts: Parts<Params, Query, Payload, Success, Error, Only>
) => HttpApiEndpoint.HttpApiEndpoint<
  Identifier,
  Method,
  Path,
  [Params] extends [never] ? never : Schema.Struct<Params>,
  Query,
  Any<Payload>,
  never,
  Any<Success>,
  Any<Error> | OtherGeneration<Access, Only>,
  Access
>

interface Fields {
  readonly identifier: string
  readonly method: HttpMethod
  readonly path: string
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
  readonly headers: undefined
  readonly payload: HttpApiEndpoint.PayloadMap
  readonly success: ReadonlySet<Schema.Top>
  readonly error: ReadonlySet<Schema.Top>
  readonly annotations: Context.Context<never>
  readonly middlewares: ReadonlySet<unknown>
  readonly disableCodecs: true
}

const make = (fields: Fields): Fields =>
  Object.assign(() => undefined, fields, {
    [httpApiEndpoint]: httpApiEndpoint,
    pipe() {
      return pipeArguments(this, arguments)
    },
    prefix: (prefix: string) => make({ ...fields, path: fields.path === "/" ? prefix : prefix + fields.path }),
    middleware: (middleware: unknown) => make({ ...fields, middlewares: new Set([...fields.middlewares, middleware]) }),
    annotate: (key: Context.Key<never, never>, value: never) =>
      make({ ...fields, annotations: Context.add(fields.annotations, key, value) }),
    annotateMerge: (annotations: Context.Context<never>) =>
      make({ ...fields, annotations: Context.merge(fields.annotations, annotations) })
  })

const toArray = <S extends OneOrMany>(schemas: S | undefined): ReadonlyArray<Schema.Top> =>
  schemas === undefined ? [] : Schema.isSchema(schemas) ? [schemas] : (schemas as ReadonlyArray<Schema.Top>)

const payloadEncoding = SchemaAST.resolveAt<HttpApiSchema.PayloadEncoding>(httpApiEncoding)
const json: HttpApiSchema.PayloadEncoding = { _tag: "Json", contentType: "application/json" }

const toPayloadMap = (payload: OneOrMany | undefined): HttpApiEndpoint.PayloadMap =>
  new Map(
    toArray(payload).map((schema) => {
      const encoding = payloadEncoding(schema.ast) ?? json
      return [encoding.contentType, { encoding, schemas: [schema] }]
    })
  )

/** The only generation of the service that has an endpoint. Without this annotation, both have it. */
const OnlyIn = Context.Service<Generation>("gatefold/api/Endpoint/OnlyIn")

/** The only generation that has an endpoint; undefined if both have it. */
export const getOnlyGeneration = ({ annotations }: Pick<HttpApiEndpoint.Top, "annotations">): Generation | undefined =>
  Option.getOrUndefined(Context.getOption(annotations, OnlyIn))

const annotate = (summary: string, only: Generation | undefined): Context.Context<never> => {
  const annotations = Context.make(OpenApi.Summary, summary)
  return (only === undefined ? annotations : Context.add(annotations, OnlyIn, only)) as Context.Context<never>
}

const declare = <Method extends HttpMethod, Access>(method: Method, access: Context.Key<Access, object> | undefined) =>
  ((
    identifier: string,
    path: string,
    {
      error,
      only,
      params,
      payload,
      query,
      success,
      summary
    }: Parts<Schema.Struct.Fields, Schema.Top, OneOrMany, OneOrMany, OneOrMany, Generation>
  ) =>
    make({
      identifier,
      method,
      path,
      params: params && Schema.Struct(params),
      query,
      headers: undefined,
      payload: toPayloadMap(payload),
      success: new Set(toArray(success)),
      error: new Set([...toArray(error), ...(access === undefined || only === undefined ? [] : [otherGeneration])]),
      annotations: annotate(summary, only),
      middlewares: new Set(access === undefined ? [] : [access]),
      disableCodecs: true
    })) as Declare<Method, Access>

const declareWith = <Access = never>(access?: Context.Key<Access, object>) => ({
  get: declare("GET", access),
  post: declare("POST", access),
  patch: declare("PATCH", access),
  put: declare("PUT", access),
  delete: declare("DELETE", access)
})

/** Declares endpoints without an access level: they check by themselves who calls. */
export const open = declareWith()
/** Declares endpoints that clients, servers and admins may call. */
export const client = declareWith(ClientAccess)
/** Declares endpoints that servers and admins may call. */
export const server = declareWith(ServerAccess)
/** Declares endpoints that only admins may call. */
export const admin = declareWith(AdminAccess)

/** The payload and query of a variant, and its additional errors. */
interface Variation<Query extends Schema.Top, Payload extends OneOrMany, Error extends OneOrMany> {
  readonly query?: Query
  readonly payload?: Payload
  readonly error?: Error
}

type Or<S, Default> = [S] extends [never] ? Default : S

type Variant<E, Query extends Schema.Top, Payload extends OneOrMany, Error extends OneOrMany> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer Identifier,
    infer Method,
    infer Path,
    infer Params,
    infer OwnQuery,
    infer OwnPayload,
    never,
    infer Success,
    infer OwnError,
    infer Middleware
  >
    ? HttpApiEndpoint.HttpApiEndpoint<
        Identifier,
        Method,
        Path,
        Params,
        Or<Query, OwnQuery>,
        Or<Any<Payload>, OwnPayload>,
        never,
        Success,
        OwnError | Any<Error>,
        Middleware
      >
    : never

/** The endpoint that a {@link makeVariant} was made of. */
export const Original = Context.Service<object>("gatefold/api/Endpoint/Original")

/** A variant of an endpoint that accepts other input than the contract declares. */
export const makeVariant = <
  E extends HttpApiEndpoint.Constraint,
  Query extends Schema.Top = never,
  const Payload extends OneOrMany = never,
  const Error extends OneOrMany = never
>(
  endpoint: E,
  { error, payload, query }: Variation<Query, Payload, Error>
): Variant<E, Query, Payload, Error> => {
  const fields = endpoint as unknown as Fields
  return make({
    ...fields,
    query: query ?? fields.query,
    payload: payload === undefined ? fields.payload : toPayloadMap(payload),
    error: new Set([...fields.error, ...toArray(error)]),
    annotations: Context.add(fields.annotations, Original, endpoint)
  }) as Variant<E, Query, Payload, Error>
}

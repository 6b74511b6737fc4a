/**
 * The pure halves of a call: an endpoint's input to a request, and a response
 * to the endpoint's answer. Nothing here does I/O.
 */
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as Types from "effect/Types"
import type { AnyKnownErrorClass } from "../domain/KnownError.ts"
import { UnsupportedError } from "../domain/errors/ProjectAccess.ts"
import type { HttpResponse } from "./Http.ts"
import * as Reason from "./TransportError.ts"

/** Any endpoint value of `api/`. */
export type Any = HttpApiEndpoint.ConstraintRequest & Pick<
  HttpApiEndpoint.Top,
  "method" | "path" | "params" | "query" | "payload" | "success" | "error" | "middlewares"
>

type Part<Key extends string, S extends Schema.Constraint> = [S] extends [never] ? {}
  : { readonly [K in Key]: S["Type"] }

/** The input of a call of `E`: `params`, `query` and `payload`, as far as it has them. */
export type Input<E extends Any> = Types.Simplify<
  & Part<"params", HttpApiEndpoint.Params<E>>
  & Part<"query", HttpApiEndpoint.Query<E>>
  & Part<"payload", HttpApiEndpoint.Payload<E>>
>

/** The decoded answer of `E`. */
export type Success<E extends Any> = HttpApiEndpoint.Success<E>["Type"]

/** The known errors that `E` can answer, those of its access level included. */
export type KnownErrors<E extends Any> = HttpApiEndpoint.Errors<E>

/** An encoded input; `path` has its values filled in, query included. */
export interface Encoded {
  readonly path: string
  readonly body: string | undefined
  readonly contentType: string | undefined
}

/** Encoder and decoder of one endpoint, derived once. */
export interface Codec {
  readonly encode: (input: EncodeInput) => Effect.Effect<Encoded, Reason.InvalidRequest>
  readonly decode: (
    response: HttpResponse,
    status: number
  ) => Effect.Effect<unknown, Reason.Reason | AnyKnownErrorClass["Type"] | UnsupportedError>
}

interface EncodeInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

const codecs = new WeakMap<Any, Codec>()

/** The codec of an endpoint. */
export const codec = (endpoint: Any): Codec => {
  const known = codecs.get(endpoint)
  if (known !== undefined) return known
  const made = { encode: makeEncode(endpoint), decode: makeDecode(endpoint) }
  codecs.set(endpoint, made)
  return made
}

/* ------------------------------------------------------------------ request */

const makeEncode = (endpoint: Any): Codec["encode"] => {
  const params = encoder(endpoint.params)
  const query = encoder(endpoint.query)
  const [payloadPart] = endpoint.payload.values()
  const payload = payloadPart === undefined ? undefined : encoder(payloadPart.schemas[0])
  const contentType = payloadPart === undefined
    ? undefined
    : payloadPart.encoding._tag === "FormUrlEncoded"
    ? "application/x-www-form-urlencoded"
    : "application/json"
  return Effect.fnUntraced(function*(input) {
    const path = params === undefined
      ? endpoint.path
      : yield* fillPath(endpoint.path, yield* params(input.params, "params"))
    const search = query === undefined ? "" : toSearch(yield* query(input.query ?? {}, "query"))
    if (payload === undefined) return { path: path + search, body: undefined, contentType: undefined }
    const encoded = yield* payload(input.payload, "payload")
    return {
      path: path + search,
      body: contentType === "application/json" ? JSON.stringify(encoded) : toSearch(encoded).slice(1),
      contentType
    }
  })
}

type Encode = (value: unknown, part: string) => Effect.Effect<unknown, Reason.InvalidRequest>

const encoder = (schema: Schema.Top | undefined): Encode | undefined => {
  if (schema === undefined) return undefined
  const encode = Schema.encodeUnknownEffect(schema as Schema.Encoder<unknown>)
  return (value, part) =>
    Effect.mapError(encode(value), (error) => new Reason.InvalidRequest({ detail: `${part}: ${error.message}` }))
}

/** What would end or leave a path segment, raw or percent-encoded (SECURITY A7.3). */
const unsafeSegment = /^\.{0,2}$|[/\\?#%\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u

const fillPath = (template: string, values: unknown): Effect.Effect<string, Reason.InvalidRequest> => {
  const byName = values as Readonly<Record<string, string>>
  const segments: Array<string> = []
  for (const segment of template.split("/")) {
    if (!segment.startsWith(":")) {
      segments.push(segment)
      continue
    }
    const value = byName[segment.slice(1)]
    if (typeof value !== "string" || value.length > 256 || unsafeSegment.test(value)) {
      return Effect.fail(new Reason.InvalidRequest({ detail: `params: ${segment.slice(1)} is not a valid id` }))
    }
    segments.push(encodeURIComponent(value))
  }
  return Effect.succeed(segments.join("/"))
}

const toSearch = (values: unknown): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values as Record<string, string | undefined>)) {
    if (value !== undefined) search.append(name, value)
  }
  return search.size === 0 ? "" : `?${search}`
}

/* ----------------------------------------------------------------- response */

const makeDecode = (endpoint: Any): Codec["decode"] => {
  const byStatus = new Map<number, Decode>()
  for (const schema of endpoint.success) {
    byStatus.set(successStatus(schema.ast) ?? 200, decoder(schema))
  }
  const [anySuccess] = byStatus.values()
  const errors = errorsByCode(endpoint)
  return (response, status) => {
    const code = response.header("x-stack-known-error")
    if (code !== undefined) return decodeKnownError(errors, code, response, status)
    if (status < 200 || status > 299) {
      return Effect.fail(new Reason.UnexpectedStatus({ status, text: excerpt(response.text) }))
    }
    const decode = byStatus.get(status) ?? anySuccess
    return decode === undefined ? Effect.void : decode(response, status)
  }
}

/** The annotations that `HttpApiSchema.status` and `HttpApiSchema.asText` leave on a schema. */
const successStatus = SchemaAST.resolveAt<number>("httpApiStatus")
const responseEncoding = SchemaAST.resolveAt<HttpApiSchema.ResponseEncoding>("~httpApiEncoding")

type Decode = (response: HttpResponse, status: number) => Effect.Effect<unknown, Reason.InvalidServerResponse>

const decoder = (schema: Schema.Top): Decode => {
  const decode = Schema.decodeUnknownEffect(schema as Schema.Decoder<unknown>)
  const isText = responseEncoding(schema.ast)?._tag === "Text"
  return (response, status) => {
    const value = isText ? response.text : parseJson(response)
    const invalid = (detail: string) => new Reason.InvalidServerResponse({ status, detail })
    if (value instanceof NotJson) return Effect.fail(invalid(value.detail))
    return Effect.mapError(decode(value), (error) => invalid(error.message))
  }
}

const errorsByCode = (endpoint: Any): ReadonlyMap<string, AnyKnownErrorClass> => {
  const classes = new Map<string, AnyKnownErrorClass>()
  const add = (schema: unknown) => {
    const knownError = schema as AnyKnownErrorClass
    classes.set(knownError.code, knownError)
  }
  endpoint.error.forEach(add)
  for (const middleware of endpoint.middlewares) {
    (middleware as unknown as HttpApiMiddleware.AnyService).error.forEach(add)
  }
  return classes
}

const decodeKnownError = (
  classes: ReadonlyMap<string, AnyKnownErrorClass>,
  code: string,
  response: HttpResponse,
  status: number
): Effect.Effect<never, Reason.Reason | AnyKnownErrorClass["Type"] | UnsupportedError> => {
  const body = parseJson(response)
  if (body instanceof NotJson || typeof body !== "object" || body === null || !("code" in body) || body.code !== code) {
    return Effect.fail(new Reason.ServerInvalid({ status }))
  }
  const knownError = classes.get(code)
  if (knownError === undefined) {
    return Effect.fail(new UnsupportedError({ details: { originalErrorCode: code } }))
  }
  return Schema.decodeUnknownEffect(knownError as unknown as Schema.ConstraintDecoder<AnyKnownErrorClass["Type"]>)(body)
    .pipe(
      Effect.mapError((error) => new Reason.InvalidServerResponse({ status, detail: `${code}: ${error.message}` })),
      Effect.flatMap(Effect.fail)
    )
}

/** Why a body is not JSON; a class, so that it cannot be confused with a JSON value. */
class NotJson {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}

const parseJson = (response: HttpResponse): unknown => {
  const contentType = response.header("content-type") ?? ""
  if (!/^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) {
    return new NotJson(`content type ${excerpt(contentType) || "missing"}`)
  }
  if (isTooDeep(response.text)) return new NotJson(`nested deeper than ${maxDepth} levels`)
  try {
    return JSON.parse(response.text)
  } catch {
    return new NotJson("malformed JSON")
  }
}

/** Deeper documents could exhaust the stack of a recursive decoder (SECURITY A7.20). */
const maxDepth = 64

const isTooDeep = (json: string): boolean => {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i)
    if (inString) {
      if (character === 0x5c) i++
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (character === 0x5d || character === 0x7d) depth--
  }
  return false
}

const excerpt = (text: string) => text.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim()

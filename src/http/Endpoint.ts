/**
 * The pure halves of a call: an endpoint's input to a request, and a response
 * to the endpoint's answer. Nothing here does I/O.
 */
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as Types from "effect/Types"
import type { KnownErrorSchema } from "../api/schema/KnownErrorSchema.ts"
import type { KnownError } from "../domain/KnownError.ts"
import type { RefusedInText } from "../domain/errors/ProjectFlags.ts"
import { UnsupportedError } from "../domain/errors/ProjectAccess.ts"
import { type HttpResponse, serviceHeader } from "./Http.ts"
import * as Masking from "./internal/Masking.ts"
import * as Reason from "./TransportError.ts"

/** The schema of any known error. */
export type AnyKnownErrorSchema = KnownErrorSchema<KnownError>

/** Any endpoint value of `api/`. */
export type Any = HttpApiEndpoint.ConstraintRequest &
  Pick<HttpApiEndpoint.Top, "method" | "path" | "params" | "query" | "payload" | "success" | "error" | "middlewares">

type Part<Key extends string, S extends Schema.Constraint> = [S] extends [never]
  ? {}
  : { readonly [K in Key]: S["Type"] }

/** The input of a call of `E`: those of `params`, `query` and `payload` that the endpoint has. */
export type Input<E extends Any> = Types.Simplify<
  Part<"params", HttpApiEndpoint.Params<E>> &
    Part<"query", HttpApiEndpoint.Query<E>> &
    Part<"payload", HttpApiEndpoint.Payload<E>>
>

/** The decoded answer of `E`. */
export type Success<E extends Any> = HttpApiEndpoint.Success<E>["Type"]

/** The known errors that `E` can answer, those of its access level included. */
export type KnownErrors<E extends Any> = HttpApiEndpoint.Errors<E>

/** An encoded input; `path` contains the values and the query. */
export interface Encoded {
  readonly path: string
  readonly body: string | undefined
  readonly contentType: string | undefined
}

/** An error of the service: a known error, or a refusal in plain text. */
export type ServiceError = KnownError | RefusedInText

/** Why an answer is a failure: an error of the service, or an answer that is not valid. */
export type DecodeError = ServiceError | Reason.Reason

/** Encoder and decoder of one endpoint, derived once. Both are synchronous, as all schemas of `api/` are. */
export interface Codec {
  readonly encode: (input: EncodeInput) => Result.Result<Encoded, Reason.InvalidRequest>
  readonly decode: (
    response: HttpResponse,
    status: number,
    accessErrors: ReadonlyArray<AnyKnownErrorSchema>,
    /** Masks the request's secrets in each text that a failure keeps. */
    mask: Masking.Mask
  ) => Result.Result<unknown, DecodeError>
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
  const [payloadPart] = endpoint.payload.values()
  if (endpoint.params === undefined && endpoint.query === undefined && payloadPart === undefined) {
    const encoded = Result.succeed({ path: endpoint.path, body: undefined, contentType: undefined })
    return () => encoded
  }
  const params = encoder("params", endpoint.params)
  const query = encoder("query", endpoint.query)
  const payload = encoder("payload", payloadPart?.schemas[0])
  const contentType = payloadPart?.encoding.contentType
  const isForm = payloadPart?.encoding._tag === "FormUrlEncoded"
  const encode = (input: EncodeInput) =>
    Result.gen(function* () {
      const path = params === undefined ? endpoint.path : yield* fillPath(endpoint.path, yield* params(input.params))
      const search = query === undefined ? "" : toSearch(yield* query(input.query ?? {}))
      const url = search === "" ? path : `${path}?${search}`
      if (payload === undefined) return { path: url, body: undefined, contentType: undefined }
      const encoded = yield* payload(input.payload)
      if (isDeeper(encoded, maxSentDepth)) {
        return yield* Result.fail(
          new Reason.InvalidRequest({ detail: `payload: nested deeper than ${maxSentDepth} levels` })
        )
      }
      return { path: url, body: isForm ? toSearch(encoded) : JSON.stringify(encoded), contentType }
    })
  return (input) => {
    try {
      return encode(input)
    } catch {
      // Cycles, and getters or `toJSON` that throw, make schemas and `JSON.stringify` throw.
      return Result.fail(new Reason.InvalidRequest({ detail: "it cannot be written as JSON" }))
    }
  }
}

type Encode = (value: unknown) => Result.Result<unknown, Reason.InvalidRequest>

const encoder = (part: string, schema: Schema.Top | undefined): Encode | undefined => {
  if (schema === undefined) return undefined
  const encode = Schema.encodeUnknownResult(schema as Schema.Encoder<unknown>)
  return (value) =>
    Result.mapError(
      encode(value),
      (error) => new Reason.InvalidRequest({ detail: `${part}: ${oneLine(error.message)}` })
    )
}

/**
 * Characters and segments with which a value would leave its path segment
 * (docs/protocol/threats.md#ids-that-leave-their-path).
 */
const unsafeSegment = /^\.{0,2}$|[/\\?#%\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u

const fillPath = (template: string, values: unknown): Result.Result<string, Reason.InvalidRequest> => {
  const byName = values as Readonly<Record<string, unknown>>
  const segments: Array<string> = []
  for (const segment of template.split("/")) {
    if (!segment.startsWith(":")) {
      segments.push(segment)
      continue
    }
    const name = segment.slice(1)
    const value = byName[name]
    if (typeof value !== "string" || value.length > 256 || unsafeSegment.test(value)) {
      return Result.fail(new Reason.InvalidRequest({ detail: `params: ${name} is not a valid id` }))
    }
    segments.push(encodeURIComponent(value))
  }
  return Result.succeed(segments.join("/"))
}

const toSearch = (values: unknown): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values as Record<string, string | undefined>)) {
    if (value !== undefined) search.append(name, value)
  }
  return search.toString()
}

/* ----------------------------------------------------------------- response */

const makeDecode = (endpoint: Any): Codec["decode"] => {
  const byStatus = new Map<number, Decode>()
  for (const schema of endpoint.success) {
    byStatus.set(httpStatus(schema.ast) ?? 200, decoder(schema))
  }
  const [anySuccess] = byStatus.values()
  const errors = errorsByCode(endpoint)
  const refusal = refusals(endpoint)
  const decodeAnswer = (
    response: HttpResponse,
    status: number,
    mask: Masking.Mask
  ): Result.Result<unknown, DecodeError> => {
    if (status < 200 || status > 299) {
      const text = excerpt(response.text, mask)
      return Result.fail(refusal(response, status, text) ?? new Reason.UnexpectedStatus({ status, text }))
    }
    const decode = byStatus.get(status) ?? anySuccess
    return decode === undefined ? Result.succeed(undefined) : decode(response, status, mask)
  }
  return (response, status, accessErrors, mask) => {
    const classOf = (code: string) => errors.get(code) ?? accessErrors.find((error) => error.class.code === code)
    const code = serviceHeader(response, "known-error")
    if (code !== undefined) return decodeKnownError(classOf(code), code, response, status, mask)
    const answer = decodeAnswer(response, status, mask)
    if (Result.isSuccess(answer)) return answer
    const relayed = relayedCode(response, mask)
    const knownError = relayed === undefined ? undefined : classOf(relayed)
    return knownError === undefined
      ? answer
      : decodeKnownError(knownError, knownError.class.code, response, status, mask)
  }
}

/** The code of an error whose header is missing: an older endpoint relays the answers of an inner call by their bodies. */
const relayedCode = (response: HttpResponse, mask: Masking.Mask): string | undefined => {
  const body = parseJson(response, mask)
  return typeof body === "object" && body !== null && "code" in body && typeof body.code === "string"
    ? body.code
    : undefined
}

/** The annotations that `HttpApiSchema.status` and `HttpApiSchema.asText` leave on a schema. */
const httpStatus = SchemaAST.resolveAt<number>("httpApiStatus")
const responseEncoding = SchemaAST.resolveAt<HttpApiSchema.ResponseEncoding>("~httpApiEncoding")

const isText = (schema: Schema.Top): boolean => responseEncoding(schema.ast)?._tag === "Text"

type Decode = (
  response: HttpResponse,
  status: number,
  mask: Masking.Mask
) => Result.Result<unknown, Reason.InvalidServerResponse>

const decoder = (schema: Schema.Top): Decode => {
  if (SchemaAST.isVoid(schema.ast)) return () => Result.succeed(undefined)
  const decode = Schema.decodeUnknownResult(schema as Schema.Decoder<unknown>)
  const inText = isText(schema)
  return (response, status, mask) => {
    const value = inText ? response.text : parseJson(response, mask)
    if (value instanceof NotJson) return invalid(status, value.detail, mask)
    const decoded = decode(value)
    return Result.isSuccess(decoded) ? Result.succeed(decoded.success) : invalid(status, decoded.failure.message, mask)
  }
}

const invalid = (status: number, detail: string, mask: Masking.Mask) =>
  Result.fail(new Reason.InvalidServerResponse({ status, detail: oneLine(mask(detail)).slice(0, 1000) }))

const errorsByCode = (endpoint: Any): ReadonlyMap<string, AnyKnownErrorSchema> => {
  const classes = new Map<string, AnyKnownErrorSchema>()
  const add = (schema: unknown) => {
    if (isText(schema as Schema.Top)) return
    const knownError = schema as AnyKnownErrorSchema
    classes.set(knownError.class.code, knownError)
  }
  endpoint.error.forEach(add)
  for (const middleware of endpoint.middlewares) {
    ;(middleware as unknown as HttpApiMiddleware.AnyService).error.forEach(add)
  }
  return classes
}

/** The refusals in plain text, recognised by their status and words (`api/Refusals`). */
const refusals = (endpoint: Any) => {
  const schemas = [...endpoint.error].filter(isText).map((schema) => ({
    status: httpStatus(schema.ast),
    decode: Schema.decodeUnknownOption(schema as Schema.Decoder<RefusedInText>)
  }))
  return (response: HttpResponse, status: number, masked: string): RefusedInText | undefined => {
    if (!/^\s*text\/plain\b/i.test(response.header("content-type") ?? "")) return undefined
    // The unmasked text: these words are the service's own, even if the password is one of them.
    const text = excerpt(response.text, (text) => text)
    for (const schema of schemas) {
      const decoded = schema.status === status ? schema.decode(text) : Option.none()
      if (Option.isSome(decoded)) {
        const Class = decoded.value.constructor as new (fields: { readonly error: string }) => RefusedInText
        return new Class({ error: masked })
      }
    }
    return undefined
  }
}

const decodeKnownError = (
  knownError: AnyKnownErrorSchema | undefined,
  code: string,
  response: HttpResponse,
  status: number,
  mask: Masking.Mask
): Result.Result<never, DecodeError> => {
  const body = parseJson(response, mask)
  if (typeof body !== "object" || body === null || !("code" in body) || body.code !== code) {
    return Result.fail(new Reason.ServerInvalid({ status }))
  }
  if (knownError === undefined) {
    return Result.fail(new UnsupportedError({ details: { originalErrorCode: excerpt(code, mask) } }))
  }
  const decoded = Schema.decodeUnknownResult(knownError)(body)
  return Result.isSuccess(decoded)
    ? Result.fail(masked(knownError, decoded.success, mask))
    : invalid(status, `${code}: ${decoded.failure.message}`, mask)
}

/** The error with its texts masked. It is a new error, because the stack of the first one contains its message. */
const masked = ({ class: Class }: AnyKnownErrorSchema, decoded: KnownError, mask: Masking.Mask): KnownError => {
  const details = ("details" in decoded ? Masking.deep(decoded.details, mask) : undefined) as never
  // The text of the contract quotes nothing, even if a short password is one of its words.
  return new Class({ details, error: decoded.error === Class.message ? decoded.error : mask(decoded.error) })
}

/** Why a body is not JSON; a class, so that it cannot be confused with a JSON value. */
class NotJson {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}

const jsonType = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i

const parseJson = (response: HttpResponse, mask: Masking.Mask): unknown => {
  const contentType = response.header("content-type") ?? ""
  if (!jsonType.test(contentType)) return new NotJson(`content type ${excerpt(contentType, mask) || "missing"}`)
  try {
    const value: unknown = JSON.parse(response.text)
    return isDeeper(value, maxDepth) ? new NotJson(`nested deeper than ${maxDepth} levels`) : value
  } catch {
    return new NotJson("malformed JSON")
  }
}

/** Deeper documents could exhaust the stack of a recursive decoder (docs/protocol/threats.md#hostile-answers). */
const maxDepth = 64

/** What is sent is later part of a larger answer, which must stay below `maxDepth`. */
const maxSentDepth = 60

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1)))

/** Without control characters, so that no log line can be forged. */
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+\s*/g, " ").trim()

/** At most 200 characters, no markup or JSON, and nothing that could be a token: an error page may quote the request. */
const excerpt = (text: string, mask: Masking.Mask) =>
  oneLine(mask(text).slice(0, 2000))
    .replace(/[{<].*|[\w.~+/=-]{40,}/g, "…")
    .slice(0, 200)

/**
 * Reads request bodies like the service (docs/protocol/headers.md#bodies-and-queries), unlike `HttpApiBuilder`: it
 * ignores a body without a content type, accepts every known content type, and fails with `BODY_PARSING_ERROR` for an
 * unreadable body.
 */
import * as Effect from "effect/Effect"
import { fromInput } from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { BodyParsingError } from "../../domain/errors/ProjectAccess.ts"
import { joinChunks } from "../../domain/text/Bytes.ts"
import { isNestedDeeper } from "../../domain/text/Json.ts"
import * as RequestValidation from "./RequestValidation.ts"

/** The largest body in bytes; a larger one is answered 413. The hosted service runs on a platform with this limit. */
export const maxBytes = 4_500_000

/**
 * The largest depth of a document. Deeper ones exhaust the stack of encoders, also of clients, which receive stored
 * documents two levels deeper.
 */
const maxDepth = 60

/** The body was larger than {@link maxBytes}; thrown as a defect and answered by the app. */
export class BodyTooLarge {}

export const jsonType = "application/json"

export const form = "application/x-www-form-urlencoded"

const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

const refuse = (error: string): Effect.Effect<never> => Effect.die(new BodyParsingError({ error }))

const readBytes = async (request: Request): Promise<Uint8Array | BodyTooLarge> => {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return new BodyTooLarge()
  if (request.body === null) return new Uint8Array(0)
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) return new BodyTooLarge()
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : joinChunks(chunks, size)
}

const readBodies = new WeakMap<Request, Uint8Array>()

/** The bytes of a request's body; `undefined` if it was not read, or is too large. */
export const getBytes = (request: Request): Uint8Array | undefined => readBodies.get(request)

const readText = (request: Request): Effect.Effect<string> =>
  Effect.flatMap(
    Effect.promise(() => readBytes(request)),
    (bytes) => {
      if (bytes instanceof BodyTooLarge) return Effect.die(bytes)
      readBodies.set(request, bytes)
      try {
        return Effect.succeed(strictUtf8.decode(bytes))
      } catch {
        return refuse("The request body is not UTF-8 text.")
      }
    }
  )

/** The body as the JSON text that the endpoint's decoder expects. */
const readJson = (type: string, request: Request): Effect.Effect<string> => {
  switch (type) {
    case "":
      return Effect.succeed("")
    case jsonType:
      return Effect.flatMap(readText(request), (text) => {
        try {
          JSON.parse(text)
          return isNestedDeeper(text, maxDepth)
            ? refuse("The request body is nested too deeply.")
            : Effect.succeed(text)
        } catch {
          return refuse("The request body is not valid JSON.")
        }
      })
    case form:
      return Effect.map(readText(request), (text) => JSON.stringify(Object.fromEntries(new URLSearchParams(text))))
    case "text/plain":
    case "application/octet-stream":
      return Effect.map(readText(request), (text) => JSON.stringify(text))
    default:
      return refuse("The content type of the request body is not supported.")
  }
}

const getContentType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase()

/** The request with other members: `modify` cannot replace its body. */
const override = (
  request: HttpServerRequest.HttpServerRequest,
  members: Partial<Pick<HttpServerRequest.HttpServerRequest, "arrayBuffer" | "headers" | "text">>
): HttpServerRequest.HttpServerRequest => Object.create(request, Object.getOwnPropertyDescriptors(members))

/**
 * The request for a handler. Its body is read on demand, after the access check. Forms stay forms if the endpoint
 * accepts them; everything else becomes JSON.
 */
export const normalize = (
  request: Request,
  takesForms: boolean,
  about: { readonly url: string; readonly remoteAddress: Option.Option<string> }
): HttpServerRequest.HttpServerRequest => {
  const type = getContentType(request)
  const isForm = takesForms && type === form
  const original = HttpServerRequest.fromWeb(request)
  const headers = fromInput({ ...original.headers, "content-type": isForm ? form : jsonType })
  return override(original.modify({ ...about, headers }), {
    text: isForm ? readText(request) : readJson(type, request),
    arrayBuffer: Effect.map(readText(request), (text) => new TextEncoder().encode(text).buffer)
  })
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const parseFields = (
  { headers }: HttpServerRequest.HttpServerRequest,
  text: string
): Readonly<Record<string, unknown>> => {
  if (headers["content-type"] === form) return Object.fromEntries(new URLSearchParams(text))
  const value = parseJson(text)
  return Predicate.isObject(value) && !Array.isArray(value) ? { ...value } : {}
}

/** The members of a form or a JSON object; none for anything else. */
export const readFields = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Readonly<Record<string, unknown>>> =>
  Effect.map(Effect.orDie(request.text), (text) => parseFields(request, text))

const replaceText = (request: HttpServerRequest.HttpServerRequest, text: string): HttpServerRequest.HttpServerRequest =>
  override(request, {
    headers: fromInput({ ...request.headers, "content-type": jsonType }),
    text: Effect.succeed(text)
  })

/** The request with these members as JSON body. */
export const withFields = (
  request: HttpServerRequest.HttpServerRequest,
  fields: Readonly<Record<string, unknown>>
): HttpServerRequest.HttpServerRequest => replaceText(request, JSON.stringify(fields))

/** The request with its JSON body converted by a function; a list is not converted. */
export const mapJson = (
  request: HttpServerRequest.HttpServerRequest,
  f: (value: unknown) => unknown
): HttpServerRequest.HttpServerRequest => {
  if (request.headers["content-type"] === form) return request
  const refuseList = RequestValidation.makeSchemaError(["body must be an object"]).pipe(
    Effect.flatMap(Effect.die),
    Effect.provideService(HttpServerRequest.HttpServerRequest, request)
  )
  return override(request, {
    text: Effect.flatMap(request.text, (text) => {
      if (text === "") return Effect.succeed(text)
      const value: unknown = JSON.parse(text)
      if (Array.isArray(value)) return refuseList
      const mapped = f(value)
      return Effect.succeed(mapped === value ? text : JSON.stringify(mapped))
    })
  })
}

/** Reads the body of endpoints that accept any: the members of a form or an object, none of others. Rejects `null`. */
export const readLenient = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerRequest.HttpServerRequest> =>
  Effect.map(Effect.orDie(request.text), (text) =>
    text.trim() === "null" ? replaceText(request, text) : withFields(request, parseFields(request, text))
  )

/** Reads an optional body: a missing one becomes `{}`. */
export const readOptional = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerRequest.HttpServerRequest> =>
  Effect.succeed(override(request, { text: Effect.map(request.text, (text) => text || "{}") }))

/** Reads the body of endpoints that ignore it: any readable one becomes `{}`. */
export const ignoreBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerRequest.HttpServerRequest> =>
  Effect.succeed(override(request, { text: Effect.as(request.text, "{}") }))

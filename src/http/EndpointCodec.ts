/**
 * The pure halves of a call: an endpoint's input to a request, and a response to the endpoint's answer. Nothing here
 * does I/O.
 */
import { hasProperty } from "effect/Predicate"
import * as Result from "effect/Result"
import type { KnownError } from "../domain/errors/KnownError.ts"
import { UnsupportedError } from "../domain/errors/ProjectAccess.ts"
import { isProtocolError, RequestRefused } from "../domain/errors/RequestRefused.ts"
import type { TextError } from "../domain/errors/TextError.ts"
import * as TransportReason from "../domain/errors/TransportReason.ts"
import { isNestedDeeper } from "../domain/text/Json.ts"
import { toOneLine } from "../domain/text/ShownText.ts"
import type { Any, KnownErrorEntry } from "../wire/Endpoint.ts"
import * as Runtime from "../wire/Runtime.ts"
import { type HttpResponse, serviceHeader } from "./Http.ts"
import { makeExcerpt, type Mask, maskDeep } from "./internal/Excerpt.ts"

/** An encoded input; `path` contains the values and the query. */
export interface Encoded {
  readonly path: string
  readonly body: string | undefined
  readonly contentType: string | undefined
}

/** An error of the service: a known error, perhaps as the reason of a `RequestRefused`, or an error in plain text. */
export type ServiceError = KnownError | RequestRefused | TextError

/** Why an answer is a failure: an error of the service, or an answer that is not valid. */
export type DecodeError = ServiceError | TransportReason.RequestReason

interface EncodeInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

export const encode = (endpoint: Any, input: EncodeInput): Result.Result<Encoded, TransportReason.InvalidRequest> => {
  try {
    return Result.succeed(encodeUnsafe(endpoint, input))
  } catch (failure) {
    // Anything else is a cycle, a getter or a `toJSON` that throws: `JSON` throws what it meets there.
    const detail = failure instanceof Runtime.Mismatch ? toOneLine(failure.message) : "it cannot be written as JSON"
    return Result.fail(new TransportReason.InvalidRequest({ detail }))
  }
}

const encodeUnsafe = (endpoint: Any, input: EncodeInput): Encoded => {
  const { params, payload, query } = endpoint
  const path = params === undefined ? endpoint.path : fillPath(endpoint.path, params(input.params))
  const search = query === undefined ? "" : toSearch(query(input.query ?? {}))
  const url = search === "" ? path : `${path}?${search}`
  if (payload === undefined) return { path: url, body: undefined, contentType: undefined }
  const encoded = payload(input.payload)
  if (isDeeper(encoded, maxSentDepth)) throw new Runtime.Mismatch(`nested deeper than ${maxSentDepth} levels`)
  return endpoint.sends === "form"
    ? { path: url, body: toSearch(encoded), contentType: "application/x-www-form-urlencoded" }
    : { path: url, body: JSON.stringify(encoded), contentType: "application/json" }
}

/**
 * Characters and segments with which a value would leave its path segment
 * (docs/protocol/threats.md#ids-that-leave-their-path).
 */
const unsafeSegment = /^\.{0,2}$|[/\\?#%\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u

const fillPath = (template: string, values: unknown): string => {
  const byName = values as Readonly<Record<string, unknown>>
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = byName[name]
    if (typeof value !== "string" || value.length > 256 || unsafeSegment.test(value)) {
      throw new Runtime.Mismatch(`${name} is not a valid ID`)
    }
    return encodeURIComponent(value)
  })
}

const toSearch = (values: unknown): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values as Record<string, string | undefined>)) {
    if (value !== undefined) search.append(name, value)
  }
  return search.toString()
}

/** A response, and what is needed to read it. */
export interface Received {
  readonly endpoint: Any
  readonly response: HttpResponse
  /** The status that the service meant. */
  readonly status: number
  /** The errors about the keys of the app. */
  readonly appErrors: ReadonlyArray<KnownErrorEntry>
  /** Masks the request's secrets in each text that a failure keeps. */
  readonly mask: Mask
}

export const decode = (received: Received): Result.Result<unknown, DecodeError> => {
  const { appErrors, endpoint, mask, response } = received
  const findEntry = (code: unknown) => {
    const hasCode = ({ Class }: KnownErrorEntry) => Class.code === code
    return endpoint.errors?.find(hasCode) ?? endpoint.levelErrors?.find(hasCode) ?? appErrors.find(hasCode)
  }
  let parsed: ParsedBody | undefined
  const parse = () => (parsed ??= parseJson(response, mask))
  const code = serviceHeader(response, "known-error")
  if (code !== undefined) return decodeKnownError(received, parse(), code, findEntry(code))
  const answer = decodeAnswer(received, parse)
  if (Result.isSuccess(answer)) return answer
  // An older endpoint relays the answers of an inner call by their bodies, without the header.
  const entry = findEntry(readCode(parse()))
  return entry === undefined ? answer : decodeKnownError(received, parse(), entry.Class.code, entry)
}

type ParsedBody = Result.Result<unknown, string>

const decodeAnswer = (received: Received, parse: () => ParsedBody): Result.Result<unknown, DecodeError> => {
  const { endpoint, mask, response, status } = received
  if (status < 200 || status > 299) return Result.fail(toDecodeError(received))
  const { reads, success } = endpoint
  if (reads === "nothing") return Result.succeed(undefined)
  const body = reads === "text" ? Result.succeed(response.text) : parse()
  if (Result.isFailure(body)) return failInvalid(status, body.failure, mask)
  try {
    return Result.succeed(success(body.success, undefined, status))
  } catch (failure) {
    return failMismatch(failure, status, mask)
  }
}

const failMismatch = (failure: unknown, status: number, mask: Mask, prefix = "") => {
  if (failure instanceof Runtime.Mismatch) return failInvalid(status, prefix + failure.message, mask)
  throw failure
}

const readCode = (body: ParsedBody): unknown =>
  Result.isSuccess(body) && hasProperty(body.success, "code") ? body.success.code : undefined

const failInvalid = (status: number, detail: string, mask: Mask) =>
  Result.fail(new TransportReason.InvalidServerResponse({ status, detail: toOneLine(mask(detail)).slice(0, 1000) }))

/** The error of an answer: one in plain text of the endpoint, by its status and words, or any other. */
const toDecodeError = ({ endpoint, mask, response, status }: Received): DecodeError => {
  const text = makeExcerpt(response.text, mask)
  if (/^text\/plain\b/i.test(readContentType(response))) {
    // The unmasked text: these words are the service's own, even if the password is one of them.
    const words = makeExcerpt(response.text, (unmasked) => unmasked)
    const entry = endpoint.textErrors?.find((candidate) => candidate.status === status && candidate.words.test(words))
    if (entry !== undefined) return new entry.Class({ error: text })
  }
  return new TransportReason.UnexpectedStatus({ status, text })
}

const decodeKnownError = (
  { mask, status }: Received,
  body: ParsedBody,
  code: string,
  entry: KnownErrorEntry | undefined
): Result.Result<never, DecodeError> => {
  if (Result.isFailure(body) || readCode(body) !== code) {
    return Result.fail(new TransportReason.ServerInvalid({ status }))
  }
  if (entry === undefined) {
    return failWith(new UnsupportedError({ details: { originalErrorCode: makeExcerpt(code, mask) } }))
  }
  const { Class } = entry
  const { details, error } = body.success as { readonly details?: unknown; readonly error?: unknown }
  try {
    const decoded = entry.details?.(details, "details")
    const text = Runtime.string(error, "error")
    return failWith(
      new Class({
        // Details have the contract's names, so only their values are masked.
        details: (decoded === undefined ? undefined : mapValues(decoded, (member) => maskDeep(member, mask))) as never,
        // The contract's own text quotes nothing: it stays, even if a short password is one of its words.
        error: text === Class.message ? text : mask(text)
      })
    )
  } catch (failure) {
    return failMismatch(failure, status, mask, `${code}: `)
  }
}

const mapValues = (members: object, map: (member: unknown) => unknown) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]))

const failWith = (error: KnownError) =>
  Result.fail(isProtocolError(error) ? new RequestRefused({ reason: error }) : error)

const readContentType = (response: HttpResponse): string => response.header("content-type") ?? ""

const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i

const parseJson = (response: HttpResponse, mask: Mask): ParsedBody => {
  const contentType = readContentType(response)
  if (!jsonType.test(contentType)) return Result.fail(`content type ${makeExcerpt(contentType, mask) || "missing"}`)
  const { text } = response
  if (mayBeDeep(text) && isNestedDeeper(text, maxDepth)) return Result.fail(`nested deeper than ${maxDepth} levels`)
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail("malformed JSON")
  }
}

/** Deeper documents could exhaust the stack of a recursive decoder (docs/protocol/threats.md#hostile-answers). */
const maxDepth = 64

/** Lower than `maxDepth`, because a later, larger answer contains the sent data and must stay below that. */
const maxSentDepth = 60

/**
 * Whether the text has enough brackets to be nested too deep. It also counts brackets in strings, which makes it fast.
 */
const mayBeDeep = (text: string): boolean => text.split(/[[{]/, maxDepth + 2).length > maxDepth + 1

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1)))

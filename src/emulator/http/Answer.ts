/** The envelope of the emulator's answers (docs/protocol/headers.md#answers). */
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import * as Errors from "../../api/errors/index.ts"
import { isKnownErrorSchema } from "../../api/schema/KnownErrorSchema.ts"
import type { KnownError } from "../../domain/errors/KnownError.ts"
import type { TextAnswer } from "../errors/TextAnswer.ts"

const encoders = new Map(
  Object.values<unknown>({ ...Errors })
    .filter(isKnownErrorSchema)
    .map((schema) => [schema.class.code, Schema.encodeSync(schema)])
)

/** Plain text: the greeting, text errors, failures of the emulator itself. */
export const text = (status: number, body: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, contentType: "text/plain; charset=utf-8" })

/** JSON in the service's format. */
export const json = (status: number, body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json" })

export const encodeKnownError = (error: KnownError): unknown => encoders.get(error.code)!(error)

/** A known error: its indented body, and the header with its code. */
export const knownError = (error: KnownError, status: number = error.status): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(encodeKnownError(error), undefined, 2), {
    status,
    contentType: "application/json",
    headers: { "x-stack-known-error": error.code }
  })

/** An answer without the header that marks known errors. */
export const withoutKnownError = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => HttpServerResponse.removeHeader(response, "x-stack-known-error")

export const textAnswer = (error: TextAnswer): HttpServerResponse.HttpServerResponse => {
  const response = text(error.status, error.text)
  return error.retryAfter === undefined
    ? response
    : HttpServerResponse.setHeader(response, "retry-after", String(error.retryAfter))
}

/** The parts of a request that determine the envelope. */
export interface Envelope {
  readonly requestId: string
  /** Whether the client requests status 200 instead of error statuses. */
  readonly overrideStatus: boolean
  /** A browser navigates to it. */
  readonly indent: boolean
}

const indentJson = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  if (response.body._tag !== "Uint8Array") return response
  const body: unknown = JSON.parse(new TextDecoder().decode(response.body.body))
  return HttpServerResponse.text(JSON.stringify(body, undefined, 2), {
    status: response.status,
    headers: response.headers,
    contentType: "application/json"
  })
}

/** The service sends these with every answer, where the emulator's pages have stricter ones. */
const securityHeaders = {
  "content-security-policy": "",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN"
}

/** Adds the envelope to an answer: request id, security headers, no caching unless set, and the status override. */
export const seal = (
  response: HttpServerResponse.HttpServerResponse,
  envelope: Envelope
): HttpServerResponse.HttpServerResponse => {
  const type = response.headers["content-type"]?.split(";", 1)[0]
  const overridden = envelope.overrideStatus && response.status >= 400
  const body = type === "application/json" && envelope.indent ? indentJson(response) : response
  // The status first, because setting it resets the content type.
  return HttpServerResponse.setHeaders(overridden ? HttpServerResponse.setStatus(body, 200) : body, {
    ...securityHeaders,
    ...body.headers,
    "x-stack-request-id": envelope.requestId,
    "cache-control": response.headers["cache-control"] ?? "no-store, max-age=0",
    ...(type === "application/json" || type === "text/plain" ? { "content-type": `${type}; charset=utf-8` } : {}),
    ...(overridden ? { "x-stack-actual-status": String(response.status) } : {})
  })
}

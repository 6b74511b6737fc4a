/**
 * The headers of the protocol have two names since 2026-05, when the service was renamed: `x-stack-…` and
 * `x-hexclave-…`. The emulator converts requests to the former names, and sends both in answers.
 */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const old = "x-stack-"
const newPrefix = "x-hexclave-"

const requestedHeaders = "access-control-request-headers"

/**
 * A request with the former names, also in the headers that a preflight announces. If it has both, the new one counts.
 */
export const normalize = (request: Request): Request => {
  const requested = request.headers.get(requestedHeaders)?.toLowerCase()
  const announcesNew = requested?.includes(newPrefix) === true
  const sent = [...request.headers].filter(([name]) => name.startsWith(newPrefix))
  if (!announcesNew && sent.length === 0) return request
  const headers = new Headers(request.headers)
  if (announcesNew) headers.set(requestedHeaders, requested.replaceAll(newPrefix, old))
  for (const [name, value] of sent) {
    headers.delete(name)
    headers.set(old + name.slice(newPrefix.length), value)
  }
  return new Request(request, { headers })
}

export const addAliases = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...names,
  ...names.filter((name) => name.startsWith(old)).map((name) => newPrefix + name.slice(old.length))
]

export const withBoth = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const formerHeaders = Object.entries(response.headers).filter(([name]) => name.startsWith(old))
  return HttpServerResponse.setHeaders(
    response,
    formerHeaders.map(([name, value]) => [newPrefix + name.slice(old.length), value] as const)
  )
}

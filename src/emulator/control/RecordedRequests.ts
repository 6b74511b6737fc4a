/**
 * The newest requests as commands of curl, to send them again, and their answers. They are in memory only, because they
 * hold secrets.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** An answer as the app got it, apart from the headers of the connection. */
export interface RecordedAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** The bytes of its body, if the emulator read it. */
  readonly body: Uint8Array | undefined
  /** Undefined if a fault left the request without an answer. */
  readonly answered: RecordedAnswer | undefined
}

export interface Showing {
  readonly secrets?: boolean | undefined
}

export interface ShownAnswer {
  readonly headers: Readonly<Record<string, string>>
  /** Null if the emulator did not keep it: a stream, or more than 100,000 bytes. */
  readonly body: string | null
}

export class RecordedRequests extends Context.Service<
  RecordedRequests,
  {
    readonly record: (requestId: string, sent: Sent) => void
    /** A shell command, with `***` for keys, tokens, passwords, codes and custom headers, unless `secrets` is true. */
    readonly curl: (requestId: string, options?: Showing) => Effect.Effect<string | undefined>
    /** The answer, with `***` for keys, tokens, passwords and codes, unless `secrets` is true. */
    readonly answer: (requestId: string, options?: Showing) => Effect.Effect<ShownAnswer | undefined>
    /** The complete request, including its keys. */
    readonly requestAgain: (requestId: string) => Effect.Effect<Request | undefined>
    readonly clear: Effect.Effect<void>
  }
>()("gatefold/emulator/control/RecordedRequests") {}

const capacity = 1_000
const maxCharacters = 10_000_000
const maxUrl = 4_000
const maxBody = 100_000

const mask = "***"

/** Names of headers, fields and parameters whose values are secrets. */
const secret =
  /password|secret|token|code|otp|api_?key|config_?(override_?)?string|authorization|cookie|x-(stack|hexclave)-auth$|admin-key|assertion|response$/i

/** Headers of browsers, proxies and the protocol. Others are an app's own, and may be a secret of its gateway. */
const commonHeader =
  /^(accept(-.*)?|cache-control|content-.*|forwarded|if-.*|ngrok-skip-browser-warning|origin|pragma|priority|sec-.*|te|traceparent|upgrade-insecure-requests|via|x-forwarded-.*|x-real-ip|x-(stack|hexclave)-.*)$/i

/** The headers that curl sets itself. */
const connectionHeaders = /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent)$/i

/** Whether a member is the `code` of an error, such as `USER_NOT_FOUND`. Codes of emails have no underscore. */
const isErrorCode = (name: string, value: unknown): boolean =>
  name === "code" && typeof value === "string" && /^[A-Z]+(_[A-Z0-9]+)+$/.test(value)

const maskValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskValue)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secret.test(name) && !isErrorCode(name, inner) ? mask : maskValue(inner)
    ])
  )
}

const maskQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encodeURIComponent(name)}=${secret.test(name) ? mask : encodeURIComponent(value)}`)
    .join("&")

/** A body without the values of secrets; `***` if it is neither a form nor JSON. */
export const maskBody = (text: string, type: string): string => {
  if (type.includes("form-urlencoded")) return maskQuery(new URLSearchParams(text))
  try {
    return JSON.stringify(maskValue(JSON.parse(text)))
  } catch {
    return mask
  }
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes a method that a shell would run: not every server refuses such methods. */
const formatMethod = (method: string): string => (/^[\w-]+$/.test(method) ? method : quoteForShell(method))

/** Turns off the brackets of curl, which would make many requests of one URL. */
const formatGlobOff = (url: string): string => (/[[\]{}]/.test(url) ? "-g " : "")

const formatUrl = (text: string, secrets: boolean): string => {
  const url = new URL(text)
  return secrets || url.search === "" ? text : `${url.origin}${url.pathname}?${maskQuery(url.searchParams)}`
}

const formatCurl = ({ body, headers, method, url }: Sent, secrets: boolean): string => {
  const visibleHeaders = [...headers].filter(([name]) => !connectionHeaders.test(name))
  const text = body === undefined || body.length === 0 ? undefined : new TextDecoder().decode(body)
  return [
    `curl ${formatGlobOff(url)}-X ${formatMethod(method)} ${quoteForShell(formatUrl(url, secrets))}`,
    ...visibleHeaders.map(([name, value]) => {
      const isShown = secrets || (commonHeader.test(name) && !secret.test(name))
      return `-H ${quoteForShell(`${name}: ${isShown ? value : mask}`)}`
    }),
    ...(text === undefined
      ? []
      : [`--data-raw ${quoteForShell(secrets ? text : maskBody(text, headers.get("content-type") ?? ""))}`])
  ].join(" \\\n  ")
}

/** Masks parameters in the query and in the fragment. A fragment may also be a path, with or without a query. */
const maskLocation = (url: string): string =>
  url.replace(/([?#])([^?#]*=[^#]*)/g, (_, sign: string, query: string) => sign + maskQuery(new URLSearchParams(query)))

/** The value of a header. Redirects carry codes and tokens in their URL. */
const formatHeader = (name: string, value: string): string => {
  if (secret.test(name)) return mask
  return name === "location" ? maskLocation(value) : value
}

/** The text of an answer. A text that is neither JSON nor a form is an error of the service, which holds no secret. */
export const formatBody = (text: string, type: string, secrets: boolean): string =>
  secrets || text === "" || type.startsWith("text/plain") ? text : maskBody(text, type)

const toShownAnswer = ({ body, headers }: RecordedAnswer, secrets: boolean): ShownAnswer => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secrets ? value : formatHeader(name, value)])
  ),
  body: body === undefined ? null : formatBody(new TextDecoder().decode(body), headers["content-type"] ?? "", secrets)
})

const measureLength = ({ answered, body, headers, url }: Sent): number =>
  [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    url.length + (body?.length ?? 0) + (answered?.body?.length ?? 0)
  )

/** Drops a body that is too long to keep. */
const trimToLimits = (sent: Sent): Sent =>
  (sent.answered?.body?.length ?? 0) > maxBody
    ? { ...sent, answered: sent.answered && { ...sent.answered, body: undefined } }
    : sent

/** The newest 1,000 requests, and 10 million characters; without those with more than 100,000 in their body. */
export const layer: Layer.Layer<RecordedRequests> = Layer.sync(RecordedRequests, () => {
  const requests = new Map<string, { readonly sent: Sent; readonly length: number }>()
  let characters = 0
  const remove = (id: string) => {
    characters -= requests.get(id)?.length ?? 0
    requests.delete(id)
  }

  return {
    record: (requestId, request) => {
      // With `randomSeed`, the ids of requests repeat after a reset.
      remove(requestId)
      if (request.url.length > maxUrl || (request.body?.length ?? 0) > maxBody) return
      const sent = trimToLimits(request)
      const length = measureLength(sent)
      requests.set(requestId, { sent, length })
      characters += length
      for (const id of requests.keys()) {
        if (requests.size <= capacity && characters <= maxCharacters) break
        remove(id)
      }
    },
    curl: (requestId, { secrets = false } = {}) =>
      Effect.sync(() => {
        const recorded = requests.get(requestId)
        return recorded && formatCurl(recorded.sent, secrets)
      }),
    answer: (requestId, { secrets = false } = {}) =>
      Effect.sync(() => {
        const answered = requests.get(requestId)?.sent.answered
        return answered && toShownAnswer(answered, secrets)
      }),
    requestAgain: (requestId) =>
      Effect.sync(() => {
        const sent = requests.get(requestId)?.sent
        if (sent === undefined) return undefined
        const { body, headers, method, url } = sent
        const hasBody = body !== undefined && body.length > 0
        return new Request(url, {
          method,
          headers,
          redirect: "manual",
          ...(hasBody && { body: new Uint8Array(body) })
        })
      }),
    clear: Effect.sync(() => {
      requests.clear()
      characters = 0
    })
  }
})

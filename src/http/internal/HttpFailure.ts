/** Why no response could be read, in a form that is safe to print. */
import { TaggedError } from "../../domain/errors/TaggedError.ts"

/**
 * Says why no response could be read.
 *
 * - `reason`: `Network` (the connection failed or broke), `Timeout` (longer than `timeoutMillis`), `TooLarge` (more
 *   than `maxResponseBytes`), `Redirect` (a 3xx that a browser hides, or that a client followed although it must not)
 *   or `CircuitOpen` (a circuit breaker has not sent it).
 * - `sent`: false only when it is certain that the server saw nothing.
 *
 * It never holds the request, headers, or the underlying error, all of which may contain tokens; `detail` is a short
 * code such as `ECONNRESET`.
 */
export class HttpFailure extends TaggedError("HttpFailure")<{
  readonly reason: "Network" | "Timeout" | "TooLarge" | "Redirect" | "CircuitOpen"
  readonly sent: boolean
  readonly detail: string
  /** For how long an open circuit sends nothing, in milliseconds. */
  readonly retryAfterMillis?: number
}> {}

export const timeoutFailure: HttpFailure = new HttpFailure({ reason: "Timeout", sent: true, detail: "timeout" })

export const tooLarge = (limit: number): HttpFailure =>
  new HttpFailure({ reason: "TooLarge", sent: true, detail: `more than ${limit} bytes` })

/**
 * Codes of failures before a request is sent, of undici, Bun and certificate checks. If the platform names the system
 * call, that decides instead: a network that is lost later is EHOSTUNREACH of a `read`.
 */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|ERR_TLS_CERT_.*|CERT_.*|UNABLE_TO_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*)$/

/**
 * Converts any thrown value to a failure that is safe to print. Only a short code is kept: a message or cause could
 * quote the request.
 */
export const toHttpFailure = (cause: unknown): HttpFailure => {
  if (cause instanceof HttpFailure) return cause
  const origin = findOrigin(cause)
  const detail = [origin.code, origin.name].find((text) => typeof text === "string" && /^\w{1,64}$/.test(text))
  const connecting =
    typeof origin.syscall === "string"
      ? origin.syscall === "connect" || origin.syscall === "getaddrinfo"
      : neverSent.test(String(origin.code))
  return new HttpFailure({
    reason: "Network",
    sent: !connecting,
    detail: typeof detail === "string" ? detail : "unknown"
  })
}

interface Origin {
  readonly code?: unknown
  readonly name?: unknown
  readonly syscall?: unknown
}

/** The error below the `TypeError: fetch failed` of Node, or the first of several addresses that were tried. */
const findOrigin = (error: unknown): Origin => {
  if (typeof error !== "object" || error === null) return {}
  if (error instanceof AggregateError && error.errors.length > 0) return findOrigin(error.errors[0])
  if ("code" in error && typeof error.code === "string") return error
  return "cause" in error && error.cause instanceof Error ? findOrigin(error.cause) : error
}

/** Why a call brought no decoded answer: the reasons of a `TransportError`. */
import * as Data from "effect/Data"
import { isLoopbackUrl } from "../url/Loopback.ts"
import type { TokenUnavailable } from "./TokenUnavailable.ts"

/** No connection, or it broke before the answer was complete. */
export class Network extends Data.TaggedClass("Network")<{
  /** A short code such as `ECONNREFUSED`. */
  readonly detail: string
  /** The URL of the service, as configured. */
  readonly apiUrl: string
  /** Whether `/health` of the configured host answers now; only that host is ever contacted. */
  readonly healthy: boolean
}> {
  /** Whether the service is on this machine. If nothing answers there, `message` says how to start the emulator. */
  get isLocal(): boolean {
    return isLoopbackUrl(this.apiUrl)
  }

  get message() {
    const { apiUrl, detail } = this
    if (this.healthy) return `the connection failed (${detail}), although the service answers at /health`
    return this.isLocal
      ? `${apiUrl} did not answer (${detail}); if that is the emulator, start it: npx gatefold start`
      : `${apiUrl} cannot be reached (${detail}); check the API URL and that the service runs`
  }
}

/** The device reports that it is offline. */
export class Offline extends Data.TaggedClass("Offline")<{}> {
  get message() {
    return "you appear to be offline; check your internet connection"
  }
}

/** No complete answer arrived in time. */
export class Timeout extends Data.TaggedClass("Timeout")<{
  /** The time limit that was reached: of the call, or of its last attempt. */
  readonly limitMillis: number
  /**
   * The step that took too long: the answer of the service, or a fresh access token (then the request itself was not
   * sent).
   */
  readonly waitedFor: "answer" | "session"
  /** Whether `/health` of the configured host answers now; undefined when no time was left to ask. */
  readonly healthy: boolean | undefined
}> {
  get message() {
    return this.waitedFor === "answer"
      ? `no complete answer within ${this.limitMillis} ms`
      : `the session was not refreshed within ${this.limitMillis} ms; nothing else was sent`
  }
}

/** Status 429: the service asks to wait longer than the retry policy allows, or all attempts were refused. */
export class RateLimited extends Data.TaggedClass("RateLimited")<{
  /** How long the service asked to wait; undefined if it did not say. */
  readonly retryAfterMillis: number | undefined
}> {
  get message() {
    return this.retryAfterMillis === undefined
      ? "too many requests; try again later"
      : `too many requests; try again in ${Math.ceil(this.retryAfterMillis / 1000)} s`
  }
}

/** The service has not answered recently, so a circuit breaker sent nothing. Only servers have one. */
export class CircuitOpen extends Data.TaggedClass("CircuitOpen")<{
  /** When the next request may be sent, in milliseconds from now. */
  readonly retryAfterMillis: number
}> {
  get message() {
    return `nothing was sent: the service does not answer; try again in ${Math.ceil(this.retryAfterMillis / 1000)} s`
  }
}

/** A redirect, which is never followed because it would carry keys and tokens elsewhere. */
export class UnexpectedRedirect extends Data.TaggedClass("UnexpectedRedirect")<{
  readonly status: number
  /** The host that it points to, when known. */
  readonly host: string | undefined
}> {
  get message() {
    return (
      `the service answered with a redirect${this.host === undefined ? "" : ` to ${this.host}`}; ` +
      "check that the API URL is the final one (scheme, host and path)"
    )
  }
}

/** The answer is larger than the limit. */
export class ResponseTooLarge extends Data.TaggedClass("ResponseTooLarge")<{
  readonly limitBytes: number
}> {
  get message() {
    return `the answer is larger than ${this.limitBytes} bytes`
  }
}

/** The answer is not what the contract promises, such as an HTML page of a proxy. */
export class InvalidServerResponse extends Data.TaggedClass("InvalidServerResponse")<{
  readonly status: number
  readonly detail: string
}> {
  get message() {
    return `the answer (status ${this.status}) is not valid: ${this.detail}`
  }
}

/** The header `x-stack-known-error` and the body disagree (docs/protocol/errors.md#failures-without-an-answer). */
export class ServerInvalid extends Data.TaggedClass("ServerInvalid")<{
  readonly status: number
}> {
  get message() {
    return "the known-error header of the answer does not match its body"
  }
}

/** A failure status without a known error, such as the service's errors in plain text. */
export class UnexpectedStatus extends Data.TaggedClass("UnexpectedStatus")<{
  readonly status: number
  /** At most 200 characters of the body, without control characters. */
  readonly text: string
}> {
  get message() {
    return `status ${this.status}${this.text === "" ? "" : `: ${this.text}`}`
  }
}

/** The input cannot be sent: an id that is not one, a value of the wrong shape. Nothing was sent. */
export class InvalidRequest extends Data.TaggedClass("InvalidRequest")<{
  readonly detail: string
}> {
  get message() {
    return `the input is not valid, nothing was sent: ${this.detail}`
  }
}

const reasons = [
  Network,
  Offline,
  Timeout,
  RateLimited,
  CircuitOpen,
  UnexpectedRedirect,
  ResponseTooLarge,
  InvalidServerResponse,
  ServerInvalid,
  UnexpectedStatus,
  InvalidRequest
] as const

/** Why a request failed. */
export type RequestReason = InstanceType<(typeof reasons)[number]>

/** Why a call failed: its request, or what comes before it. */
export type Reason = RequestReason | TokenUnavailable

export const isReason = (u: unknown): u is RequestReason => reasons.some((reason) => u instanceof reason)

/**
 * Whether a request that changes something may have been carried out although it failed for this reason: the service
 * gave no answer that says otherwise.
 */
export const leavesOutcomeUnknown = (reason: Reason): boolean => {
  switch (reason._tag) {
    case "RateLimited":
    case "CircuitOpen":
    case "UnexpectedRedirect":
    case "ServerInvalid":
    case "InvalidRequest":
    case "TokenUnavailable":
      return false
    case "UnexpectedStatus":
      return reason.status < 200 || (reason.status >= 500 && reason.status !== 501 && reason.status !== 508)
    default:
      return true
  }
}

/**
 * Attempts that brought no answer: what each of them means, whether another one can help, and what is found out about
 * the last.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TransportReason from "../../domain/errors/TransportReason.ts"
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"
import type * as CallTimeout from "../CallTimeout.ts"
import type { HttpFailure, HttpRequest, HttpResponse } from "../Http.ts"
import type { Channel } from "./Channel.ts"
import type { Mask } from "./Excerpt.ts"
import * as RetryAfter from "./RetryAfter.ts"

export interface AttemptedCall {
  readonly channel: Channel
  readonly clock: Clock.Clock
  /** Whether a repetition has the same effect as one request. */
  readonly isIdempotent: boolean
  /** Whether it changes nothing, or may be repeated as if it did not. */
  readonly isRead: boolean
}

export interface AttemptFailure {
  readonly reason: TransportReason.Reason
  /** False only when it is certain that the server saw nothing. */
  readonly isSent: boolean
  /** Whether sending the request again can help and cannot do harm. */
  readonly isRepeatable: boolean
  readonly retryAfterMillis: number
  /** Whether the service is on this machine, and nothing seems to listen there. */
  readonly isMissing: boolean
}

/** Longer responses are refused. */
export const maxResponseBytes = 10 * 1024 * 1024

const makeFailure = (reason: TransportReason.Reason, options: Partial<AttemptFailure> = {}): AttemptFailure => ({
  reason,
  isSent: true,
  isRepeatable: false,
  retryAfterMillis: 0,
  isMissing: false,
  ...options
})

export const makeTimeout = (limitMillis: number) =>
  new TransportReason.Timeout({ limitMillis, waitedFor: "answer", healthy: undefined })

export const toRequestFailure = (
  failure: HttpFailure,
  { channel, isIdempotent }: AttemptedCall,
  limitMillis: number,
  mask: Mask
): AttemptFailure => {
  switch (failure.reason) {
    case "Timeout":
      return makeFailure(makeTimeout(limitMillis), { isRepeatable: isIdempotent })
    case "Network":
      return makeFailure(
        new TransportReason.Network({
          // Browsers report only this word, which has no secret: without a connection, the masking would not load.
          detail: failure.detail === "TypeError" ? failure.detail : mask(failure.detail),
          apiUrl: channel.project.apiUrl,
          healthy: false
        }),
        {
          isSent: failure.sent,
          isRepeatable: isIdempotent || !failure.sent,
          // Browsers report only `TypeError` for any failed connection.
          isMissing: channel.isLocal && (!failure.sent || failure.detail === "TypeError")
        }
      )
    case "CircuitOpen":
      return makeFailure(new TransportReason.CircuitOpen({ retryAfterMillis: failure.retryAfterMillis ?? 0 }), {
        isSent: false
      })
    case "TooLarge":
      return makeFailure(new TransportReason.ResponseTooLarge({ limitBytes: maxResponseBytes }))
    case "Redirect":
      return makeFailure(new TransportReason.UnexpectedRedirect({ status: 0, host: undefined }))
  }
}

/** A response that is refused before the endpoint's own decoder sees it. */
export const toResponseFailure = (
  response: HttpResponse,
  status: number,
  { clock }: AttemptedCall,
  mask: Mask
): AttemptFailure | undefined => {
  if (Number.isNaN(status)) {
    return makeFailure(
      new TransportReason.InvalidServerResponse({ status: response.status, detail: "malformed x-stack-actual-status" })
    )
  }
  if (status >= 300 && status < 400) {
    return makeFailure(
      new TransportReason.UnexpectedRedirect({ status, host: parseHost(response.header("location"), mask) })
    )
  }
  if (status === 429) {
    const retryAfterMillis = readRetryAfter(response, clock)
    return retryLater(new TransportReason.RateLimited({ retryAfterMillis }), retryAfterMillis)
  }
  if (status === 508 && response.text.includes("INFINITE_LOOP_DETECTED")) {
    return makeFailure(new TransportReason.UnexpectedStatus({ status, text: "infinite loop detected" }), {
      isRepeatable: true
    })
  }
  return undefined
}

const readRetryAfter = (response: HttpResponse, clock: Clock.Clock): number | undefined =>
  RetryAfter.parse(response.header("retry-after"), clock.currentTimeMillisUnsafe())

/** A failure that passes, after the time that the service asks to wait. */
const retryLater = (reason: TransportReason.Reason, retryAfterMillis = 0): AttemptFailure =>
  makeFailure(reason, { isRepeatable: retryAfterMillis <= RetryAfter.maxMillis, retryAfterMillis })

/** A read that a proxy answered for a service that is down. */
export const toGatewayFailure = (
  reason: TransportReason.Reason,
  response: HttpResponse,
  { clock, isRead }: AttemptedCall
): AttemptFailure | undefined =>
  isRead && reason._tag === "UnexpectedStatus" && reason.status >= 502 && reason.status <= 504
    ? retryLater(reason, readRetryAfter(response, clock))
    : undefined

const parseHost = (location: string | undefined, mask: Mask): string | undefined => {
  const url = parseUrl(location ?? "")
  return url && mask(url.host)
}

/** After the last attempt: finds out whether the device is offline and whether the configured host answers. */
export const diagnose = Effect.fnUntraced(function* (
  reason: TransportReason.Reason,
  channel: Channel,
  deadline: CallTimeout.Deadline
): Effect.fn.Return<TransportReason.Reason> {
  if (reason._tag !== "Network" && reason._tag !== "Timeout") return reason
  if (!(yield* channel.online)) return new TransportReason.Offline()
  const timeoutMillis = Math.min(5000, deadline.remainingMillis())
  // A timer may fire a moment early.
  if (timeoutMillis <= 1) return reason
  const request: HttpRequest = {
    method: "GET",
    url: `${channel.project.apiUrl}/health`,
    template: "/health",
    headers: channel.project.extraRequestHeaders,
    body: undefined,
    maxResponseBytes: 4096,
    timeoutMillis
  }
  const healthy = yield* channel.direct(request).pipe(
    Effect.map((response) => response.status === 200),
    Effect.orElseSucceed(() => false)
  )
  return reason._tag === "Network"
    ? new TransportReason.Network({ ...reason, healthy })
    : new TransportReason.Timeout({ ...reason, healthy })
})

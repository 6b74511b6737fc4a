/** The data of a request on its way, and its answer. */
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Caller } from "../access/Caller.ts"
import type { Hit } from "../faults/Faults.ts"

/** Metadata of a request. */
export interface Connection {
  /** The address that the request came from, if it came over a socket. */
  readonly ip?: string | undefined
  /** Aborts when the caller has left, to end the delay of a fault. Default: the signal of the request. */
  readonly signal?: AbortSignal | undefined
}

export interface IncomingRequest {
  readonly request: Request
  readonly url: URL
  readonly connection: Connection
}

/** The faults that the request gets. */
export interface WithHit {
  readonly hit: Hit | undefined
}

export interface ServiceRequest extends IncomingRequest, WithHit {
  /** The path below the API's root. Matches no endpoint if the URL is outside that root. */
  readonly path: string
  /** When the service got it, by the clock that only goes forward. */
  readonly startedAt: bigint
}

/** The id of the request, in its answer and in the journal. */
export interface WithId {
  readonly requestId: string
}

export interface ServiceAnswer {
  readonly response: HttpServerResponse
  /** The caller, if the service found out. */
  readonly caller?: Caller["Service"] | undefined
  /** Whether it is from the platform around the service: then it gets no envelope. */
  readonly isForeign?: boolean
}

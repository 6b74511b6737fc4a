/** What can go wrong, and what it means for a call. */
import type { FaultRule } from "../../../src/emulator/index.ts"
import type { Misbehavior } from "./FaultyServer.ts"

/** What a caller can know of a request. */
export type Meaning =
  /** It is answered as it should be. */
  | "answered"
  /** It was never sent. */
  | "not sent"
  /** The connection broke, and nobody knows what the service has done. */
  | "lost"
  /** No whole answer comes in time. */
  | "silent"
  /** There is an answer, and it is not what was promised. */
  | "unreadable"
  | "too large"
  | "redirected"
  /** The service has failed. */
  | "failed"
  /** A proxy answers for a service that is down: reads may try again (docs/decisions/0067-circuits-and-budgets.md). */
  | "down"
  /** Something in front of the service refuses the request. */
  | "forbidden"
  /** Asked to come again later: soon, or in a day. */
  | "limited"
  | "limited for long"
  /** The service has met itself, and asks for another try. */
  | "looping"
  /** Header and body name two errors. */
  | "contradictory"
  /** An error that this version does not know. */
  | "unknown error"
  /** The access token is not accepted. */
  | "token refused"
  /** The refresh token is not accepted. */
  | "session refused"

/** What a fault means for an HTTP layer, or a kind of call, that sees it in another way. */
export interface Otherwise {
  readonly of: string
  readonly means: Meaning
  readonly why: string
}

interface Common {
  /** One for each level. */
  readonly name: string
  readonly means: Meaning
  readonly otherwise?: ReadonlyArray<Otherwise> | undefined
  /** Whether only the first request is hit, and the next one is answered. */
  readonly once?: true | undefined
  /** Whether the service has carried the first request out. */
  readonly carriedOut?: true | undefined
  /** How long it takes at least until there is an answer, in milliseconds. */
  readonly atLeastMillis?: number | undefined
  /** Whether memory is measured, with nothing else going on. */
  readonly isLarge?: true | undefined
}

/** A fault of the connection, or of the bytes that come over it. */
export interface TcpFault extends Common, Misbehavior {
  /** Whether the client speaks TLS. */
  readonly isTls?: true | undefined
  /** Whether a request is answered over the same connection before. */
  readonly isKept?: true | undefined
}

/** A fault of the service, or of what stands in front of it. */
export interface HttpFault extends Common {
  readonly rule: FaultRule
}

export type Fault = TcpFault | HttpFault

export const isTcp = (fault: Fault): fault is TcpFault => "does" in fault

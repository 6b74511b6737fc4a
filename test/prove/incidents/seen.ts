/** What users saw, and the figures of it. */
import { quantile } from "../support/quantile.ts"

/**
 * What a user does: a page by the token alone, the user read from the service, a page after the access token has
 * expired, and a sign-in.
 */
export type Action = "page" | "account" | "refresh" | "sign-in"

/** One request of a user. */
export interface Sample {
  readonly action: Action
  /** What was going on when it was sent. */
  readonly stage: string
  /** When it was sent, and when it was answered. */
  readonly begun: number
  readonly ended: number
  readonly status: number
  readonly place: number
  /** Whether a refusal says when to try again. */
  readonly saysWhen: boolean
  /** Whether the answer was about another user. */
  readonly isWrong: boolean
  /** Whether the answer brought a new access token. */
  readonly isRenewed: boolean
  /** Whether the answer removed the user's session. */
  readonly isSignOut: boolean
  readonly text: string
}

/** Whether the user got what they came for. */
export const isAnswered = ({ isWrong, status }: Sample): boolean => (status === 200 || status === 204) && !isWrong

export const getMillis = ({ begun, ended }: Sample): number => ended - begun

export interface Figures {
  readonly requests: number
  readonly answered: number
  readonly unauthorized: number
  readonly forbidden: number
  readonly unavailable: number
  /** Every other status, among them 502 for lost connections. */
  readonly otherwise: number
  readonly wrong: number
  readonly signOuts: number
  readonly p50: number
  readonly p99: number
}

/** The value below which that part of all values is, in milliseconds; 0 of none. */
export const millisAt = (samples: ReadonlyArray<Sample>, part: number): number =>
  samples.length === 0 ? 0 : Math.round(quantile(samples.map(getMillis), part))

export const summarize = (samples: ReadonlyArray<Sample>): Figures => {
  const count = (is: (sample: Sample) => boolean) => samples.filter(is).length
  const withStatus = (wanted: number) => count(({ status }) => status === wanted)
  const [answered, wrong] = [count(isAnswered), count(({ isWrong }) => isWrong)]
  const [unauthorized, forbidden, unavailable] = [withStatus(401), withStatus(403), withStatus(503)]
  return {
    requests: samples.length,
    answered,
    unauthorized,
    forbidden,
    unavailable,
    otherwise: samples.length - answered - wrong - unauthorized - forbidden - unavailable,
    wrong,
    signOuts: count(({ isSignOut }) => isSignOut),
    p50: millisAt(samples, 0.5),
    p99: millisAt(samples, 0.99)
  }
}

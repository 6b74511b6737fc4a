/** Converts failures to the errors of an app's own API. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { findKnownError } from "../../domain/errors/RequestRefused.ts"
import { isInvalidAccessToken } from "../../domain/errors/Session.ts"
import { isTransportError } from "../../domain/errors/TransportError.ts"
import type { AllowedKinds } from "../../domain/TokenKind.ts"
import { Forbidden, Unauthorized, Unavailable } from "../AuthErrors.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import { TokenKindNotAllowed } from "./AccessTokenVerifier.ts"

export interface AuthProblem {
  readonly _tag: string
  readonly message: string
  /** The service's ID of the request that failed. */
  readonly requestId?: string | undefined
  /** When public keys are missing: the time until the next try. */
  readonly retryAfterMillis?: number | undefined
}

const findRetryAfter = (problem: AuthProblem): number | undefined => {
  if (!isTransportError(problem)) return problem.retryAfterMillis
  const { reason } = problem
  return "retryAfterMillis" in reason ? reason.retryAfterMillis : undefined
}

/** The error for a failure: about the token, or `Unavailable`, whose reason is only logged. */
export const failAuth = (problem: AuthProblem): Effect.Effect<never, Unauthorized | Unavailable> => {
  const knownError = findKnownError(problem)
  if (isInvalidAccessToken(knownError)) {
    return Effect.fail(new Unauthorized({ reason: knownError._tag === "AccessTokenExpired" ? "expired" : "invalid" }))
  }
  if (problem._tag === "UserAuthenticationRequired" || problem._tag === "CannotGetOwnUserWithoutUser") {
    return Effect.fail(new Unauthorized({ reason: "invalid" }))
  }
  const { requestId } = knownError ?? problem
  const refused = failUnavailable(problem.message, findRetryAfter(problem))
  return requestId === undefined ? refused : Effect.annotateLogs(refused, "gatefold.request.id", requestId)
}

/** The error for a failure about the user, who may also be of a kind that is not allowed. */
export const failUserAuth = (problem: AuthProblem): Effect.Effect<never, Unauthorized | Forbidden | Unavailable> => {
  const kind = problem instanceof TokenKindNotAllowed ? problem.kind : kinds[problem._tag]
  return kind === undefined ? failAuth(problem) : Effect.fail(new Forbidden({ reason: kind }))
}

/** The kinds of users that the service refuses with these errors. */
const kinds: Readonly<Record<string, AllowedKinds[number]>> = {
  AnonymousAuthenticationNotAllowed: "anonymous",
  RestrictedUserNotAllowed: "restricted"
}

const failUnavailable = (problem: string, retryAfterMillis?: number): Effect.Effect<never, Unavailable> =>
  Effect.andThen(
    Effect.logWarning(`Authentication is not available: ${problem}`),
    Effect.fail(
      new Unavailable(
        retryAfterMillis === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMillis / 1000)) }
      )
    )
  )

/** Interrupts work after a limit, and fails with `Unavailable`. */
export const failAfter = (limit: Duration.Input) =>
  AuthTimeout.interruptAfter(limit, (problem) => failUnavailable(problem))

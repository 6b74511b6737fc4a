/**
 * One error for all errors of the protocol, which no app can repair while it runs. The app names no project or another
 * one, has the wrong keys or level, or sends a request that the service cannot read.
 */
import { hasProperty, isTagged } from "effect/Predicate"
import { isKnownError, type KnownError } from "./KnownError.ts"
import type { InvalidOAuthClientIdOrSecret } from "./OAuth.ts"
import type * as ProjectAccess from "./ProjectAccess.ts"
import type { InvalidAccessToken } from "./Session.ts"
import { TaggedError } from "./TaggedError.ts"

/** Why a request was refused: an error of the protocol between app and service. */
export type ProtocolError =
  | ProjectAccess.UnsupportedError
  | ProjectAccess.BodyParsingError
  | ProjectAccess.SchemaError
  | ProjectAccess.AllOverloadsFailed
  | ProjectAccess.ProjectAuthenticationError
  | ProjectAccess.ProjectNotFound
  | ProjectAccess.CurrentProjectNotFound
  | ProjectAccess.PublishableClientKeyRequiredForProject
  | ProjectAccess.BranchDoesNotExist
  | InvalidAccessToken
  | InvalidOAuthClientIdOrSecret

/** Whether a known error is one that comes as the reason of a {@link RequestRefused}: its class says so. */
export const isProtocolError = (error: KnownError): error is ProtocolError => error.isProtocolError

/**
 * The service refused a request for a reason that no app can repair while it runs. Distinguish the reasons by
 * `reason._tag`, for example with `Effect.catchReason`.
 */
export class RequestRefused extends TaggedError("RequestRefused")<{ readonly reason: ProtocolError }> {
  override get message() {
    return this.reason.message
  }

  /** The ID by which the service's operators find the request in their logs. */
  get requestId(): string | undefined {
    return this.reason.requestId
  }
}

/** Whether it is one: by its tag and reason, because another copy of the package may have made it. */
const isRequestRefused = (u: unknown): u is RequestRefused =>
  isTagged(u, "RequestRefused") && hasProperty(u, "reason") && isKnownError(u.reason)

/** The known error itself, also if it is the reason of a {@link RequestRefused}; undefined for anything else. */
export const findKnownError = (error: unknown): KnownError | undefined =>
  isRequestRefused(error) ? error.reason : isKnownError(error) ? error : undefined

export const isRefusedFor =
  (isReason: (u: unknown) => boolean) =>
  (error: unknown): error is RequestRefused =>
    isRequestRefused(error) && isReason(error.reason)

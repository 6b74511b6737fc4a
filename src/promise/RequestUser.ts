/** The user of a request as servers see it, with one method that reads it in every way. */
import type * as Effect from "effect/Effect"
import type { ServerUser } from "../api/schema/User.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import { readData, withData } from "../operation/OperationData.ts"
import * as CurrentUser from "../server/CurrentUser.ts"
import { allowUsers, allowingAnonymous } from "../session/AllowedUsers.ts"

export { update, delete } from "../server/CurrentUser.ts"

const reads = {
  "return-null": CurrentUser.get,
  throw: CurrentUser.getOrFail,
  "anonymous-if-exists": allowingAnonymous(CurrentUser.get)
}

type Reads = typeof reads

/** The users that `get` accepts, and its behavior without such a user. */
export interface GetOptions {
  /**
   * - `return-null` (default): null.
   * - `throw`: fails with `UserAuthenticationRequired`, and for a restricted user who does not count with
   *   `RestrictedUserNotAllowed`, whose details have the reason.
   * - `anonymous-if-exists`: null, but an anonymous user counts.
   */
  readonly or?: keyof Reads | undefined
  /** Users to accept besides ordinary ones. Default: those that `forRequest` or the Next.js app allows, else none. */
  readonly allow?: AllowedKinds | undefined
}

/** Everything that `get` can fail with; each `or` meets a part of it. */
export type GetError = Effect.Error<Reads[keyof Reads]>

type Needs = Effect.Services<Reads[keyof Reads]>

/** Reads the user of the session with everything that servers see. */
export const get = withData(
  ({ allow, or = "return-null" }: GetOptions = {}) => allowUsers(allow)<ServerUser | null, GetError, Needs>(reads[or]),
  { ...readData(CurrentUser.get)!, inputs: 1 }
)

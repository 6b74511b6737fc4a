/**
 * The user of a request's session, as a server sees and changes it.
 */
import * as Effect from "effect/Effect"
import * as Wire from "../wire/generated/Users.ts"
import type { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import { ofUsers } from "../domain/Resource.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import type { ServerUser } from "../api/schema/User.ts"
import { admit } from "../session/AllowedUsers.ts"
import type { Session } from "../session/Session.ts"
import { asServer, callForUser } from "./internal/AsServer.ts"
import type { ServerApp } from "./ServerApp.ts"
import { fromUpdate, type UserUpdate } from "./internal/UserInput.ts"

const read = callForUser(Wire.serverGetMe, {}).pipe(
  Effect.catchTag(["CannotGetOwnUserWithoutUser", "UserAuthenticationRequired"], () => Effect.succeed(null))
)

/** Options for which users `get` accepts, and what it does without such a user. */
export interface GetOptions {
  /**
   * - `return-null` (default): null.
   * - `throw`: fails with `UserAuthenticationRequired`, and for a restricted user who does not count with
   *   `RestrictedUserNotAllowed`, whose details have the reason.
   * - `anonymous-if-exists`: null, but an anonymous user counts.
   */
  readonly or?: "return-null" | "throw" | "anonymous-if-exists" | undefined
  /** Users to accept besides ordinary ones. Default: those that `forRequest` or the Next.js app allows, else none. */
  readonly allow?: AllowedKinds | undefined
}

type ReadError = Effect.Error<typeof read>

/** Everything that `get` can fail with; each `or` meets a part of it. */
export type GetError = ReadError | UserAuthenticationRequired

/** Reads the user of the session with everything that servers see. */
export const get: {
  (options: {
    readonly or: "throw"
    readonly allow?: AllowedKinds | undefined
  }): Effect.Effect<ServerUser, ReadError | UserAuthenticationRequired, ServerApp | Session>
  (options?: {
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
    readonly allow?: AllowedKinds | undefined
  }): Effect.Effect<ServerUser | null, ReadError, ServerApp | Session>
} = asServer.read(
  "server/CurrentUser.get",
  [Wire.serverGetMe],
  { shows: ["users"] },
  ({ allow, or = "return-null" }: GetOptions = {}) => Effect.flatMap(read, (user) => admit(user, or, allow))
) as never

/** Changes the user of the session as only servers may, and returns it. */
export const update = asServer.write(
  "server/CurrentUser.update",
  [Wire.serverUpdateMe],
  { changes: ["users", "sessions", "contactChannels", "members", "metrics"] },
  (input: UserUpdate) => callForUser(Wire.serverUpdateMe, { payload: fromUpdate(input) })
)

const delete_ = asServer.write(
  "server/CurrentUser.delete",
  [Wire.deleteMe],
  { changes: ofUsers },
  // an error that only clients can get
  Effect.catchTag(callForUser(Wire.deleteMe, {}), "ClientUserDeletionNotEnabled", Effect.die)
)
export {
  /** Deletes the user of the session; also if the project does not let users delete themselves. */
  delete_ as delete
}

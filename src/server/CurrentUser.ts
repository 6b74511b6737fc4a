/** The user of a request's session, as a server sees and changes it. */
import * as Effect from "effect/Effect"
import { ofUsers } from "../domain/Resource.ts"
import * as AllowedUsers from "../session/AllowedUsers.ts"
import * as Wire from "../wire/generated/Users.ts"
import { asServer, callForUser } from "./AsServer.ts"
import { toPayload, type UserUpdate } from "./UserInput.ts"

const read = callForUser(Wire.serverGetMe, {}).pipe(
  Effect.catchTag(["CannotGetOwnUserWithoutUser", "UserAuthenticationRequired"], () => Effect.succeed(null))
)

/**
 * Reads the user of the session with everything that servers see, or null if nobody is signed in. Ordinary users count,
 * and those kinds that `AllowedUsers` adds.
 */
export const get = asServer.read("server/CurrentUser.get", [Wire.serverGetMe], { shows: ["users"] })(
  Effect.flatMap(read, AllowedUsers.admit)
)

/**
 * Reads the current user like {@link get}, but fails with `UserAuthenticationRequired` if nobody is signed in, and for
 * a restricted user who does not count with `RestrictedUserNotAllowed`, whose details have the reason.
 */
export const getOrFail = asServer.read("server/CurrentUser.getOrFail", [Wire.serverGetMe], { shows: ["users"] })(
  Effect.flatMap(read, AllowedUsers.admitOrFail)
)

/** Changes the user of the session as only servers may, and returns it. */
export const update = asServer.write("server/CurrentUser.update", [Wire.serverUpdateMe], {
  changes: ["users", "sessions", "contactChannels", "members", "metrics"]
})((input: UserUpdate) => callForUser(Wire.serverUpdateMe, { payload: toPayload(input) }))

const delete_ = asServer.write("server/CurrentUser.delete", [Wire.deleteMe], { changes: ofUsers })(
  // An error that only clients can get.
  Effect.catchTag(callForUser(Wire.deleteMe, {}), "ClientUserDeletionNotEnabled", Effect.die)
)
export {
  /** Deletes the user of the session; also if the project does not let users delete themselves. */
  delete_ as delete
}

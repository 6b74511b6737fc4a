/**
 * The kinds of users that a server accepts as the user of a request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RestrictedUserNotAllowed, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { RestrictedReason } from "../domain/RestrictedReason.ts"
import { type AllowedKinds, isRefused, ofUser } from "../domain/TokenKind.ts"

/** The kinds of users that count besides ordinary ones. Default: none. */
export const AllowedUsers: Context.Reference<AllowedKinds> = Context.Reference<AllowedKinds>(
  "gatefold/session/AllowedUsers",
  { defaultValue: () => [] }
)

interface AnyUser {
  readonly isAnonymous: boolean
  readonly isRestricted: boolean
  readonly restrictedReason: RestrictedReason["type"] | null
}

/**
 * The user of a session if they count, by {@link AllowedUsers} or because of `or`; otherwise null, or with
 * `or: "throw"` why not.
 */
export const admit = Effect.fnUntraced(function* <User extends AnyUser>(
  user: User | null,
  or: "return-null" | "throw" | "anonymous-if-exists",
  allow?: AllowedKinds
): Effect.fn.Return<User | null, RestrictedUserNotAllowed | UserAuthenticationRequired> {
  if (user !== null) {
    const kind = ofUser(user)
    const isGuest = kind === "anonymous"
    if (!isRefused(kind, allow ?? (yield* AllowedUsers)) || (isGuest && or === "anonymous-if-exists")) return user
    if (or === "throw" && !isGuest) {
      const type = user.restrictedReason ?? "unknown"
      return yield* new RestrictedUserNotAllowed({ details: { restrictedReason: { type } } })
    }
  }
  return or === "throw" ? yield* new UserAuthenticationRequired() : null
})

/** The kinds of users that a server accepts as the user of a request. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RestrictedUserNotAllowed, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { RestrictedReason } from "../domain/RestrictedReason.ts"
import { type AllowedKinds, isRefused, getKind } from "../domain/TokenKind.ts"

/** The kinds of users that count besides ordinary ones. Default: none. */
export const AllowedUsers = Context.Reference<AllowedKinds>("gatefold/session/AllowedUsers", { defaultValue: () => [] })

interface AnyUser {
  readonly isAnonymous: boolean
  readonly isRestricted: boolean
  readonly restrictedReason: RestrictedReason["type"] | null
}

/** The user of a session if they count, by {@link AllowedUsers}; otherwise null. */
export const admit = <User extends AnyUser>(user: User | null): Effect.Effect<User | null> =>
  Effect.map(AllowedUsers, (allowed) => (user !== null && isRefused(getKind(user), allowed) ? null : user))

/** The user of a session if they count; otherwise fails with the reason why nobody does. */
export const admitOrFail = Effect.fnUntraced(function* <User extends AnyUser>(
  user: User | null
): Effect.fn.Return<User, RestrictedUserNotAllowed | UserAuthenticationRequired> {
  const admitted = yield* admit(user)
  if (admitted !== null) return admitted
  if (user === null || getKind(user) === "anonymous") return yield* new UserAuthenticationRequired()
  const type = user.restrictedReason ?? "unknown"
  return yield* new RestrictedUserNotAllowed({ details: { restrictedReason: { type } } })
})

/** Runs an effect for which these kinds count; without any, those that count already. */
export const allowUsers =
  (allow: AllowedKinds | undefined) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    allow === undefined ? self : Effect.provideService(self, AllowedUsers, allow)

/** Runs an effect for which anonymous users count too. */
export const allowingAnonymous = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(AllowedUsers, (allowed) => Effect.provideService(self, AllowedUsers, [...allowed, "anonymous"]))

/** The signed-in user: read, change and delete your own account. */
import * as Effect from "effect/Effect"
import type { Metadata } from "../api/schema/Metadata.ts"
import type { CurrentUser } from "../api/schema/User.ts"
import type * as Api from "../api/Users.ts"
import { asUser } from "../app/AsClient.ts"
import * as Onboarding from "../app/Onboarding.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { TeamId } from "../domain/Ids.ts"
import { ofUsers } from "../domain/Resource.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { type SessionCredentials, Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import * as SignInTurns from "../session/SignInTurns.ts"
import { continues } from "../token/TokenStore.ts"
import * as AnonymousWire from "../wire/generated/Anonymous.ts"
import * as Wire from "../wire/generated/Users.ts"
import * as Redirect from "./Redirect.ts"

export type { CurrentUser } from "../api/schema/User.ts"

/** If the user is not restricted any more, the access token is replaced, because backends believe its claims. */
const renewIfReleased = ({
  answer,
  credentials
}: {
  readonly answer: CurrentUser
  readonly credentials: SessionCredentials
}) =>
  !answer.isRestricted && AccessTokenClaims.decodeOnce(credentials.accessToken)?.isRestricted === true
    ? Effect.flatMap(Session, ({ renew }) => Effect.catch(renew(credentials), () => Effect.void))
    : Effect.void

const ask = AuthorizedTransport.callWithCredentials(Wire.getMe, {}).pipe(
  Effect.tap(renewIfReleased),
  Effect.map(({ answer }) => answer)
)

/** The current user, or null when nobody is signed in. Anonymous users count too. */
const read = ask.pipe(
  // Another user may have signed in while the call waited for fresh tokens of the former one.
  Effect.catchTag("UserAuthenticationRequired", () => ask),
  Effect.catchTag(["CannotGetOwnUserWithoutUser", "UserAuthenticationRequired"], () => Effect.succeed(null))
)

const isSignedUp = (user: CurrentUser | null): user is CurrentUser => user?.isAnonymous === false

const nobody = Effect.suspend(() => Effect.fail(new UserAuthenticationRequired()))

const reads = <A, E>(name: string, body: Effect.Effect<A, E, Session>) =>
  asUser.read(`CurrentUser.${name}`, [Wire.getMe], { shows: ["users"] })(body)

/** Reads the current user, or null if nobody is signed in. An anonymous user counts as nobody. */
export const get = reads(
  "get",
  Effect.map(read, (user) => (isSignedUp(user) ? user : null))
)

/** Reads the current user, who may be anonymous, or null if nobody is signed in. */
export const getIncludingAnonymous = reads("getIncludingAnonymous", read)

/** Reads the current user like {@link get}, but fails with `UserAuthenticationRequired` if nobody is signed in. */
export const getOrFail = reads(
  "getOrFail",
  Effect.flatMap(read, (user) => (isSignedUp(user) ? Effect.succeed(user) : nobody))
)

/**
 * Reads the current user like {@link get}, but redirects to the sign-in page if nobody is signed in, and a restricted
 * user to `urls.onboarding` if the app has that page. Returns null then, which is seen only if redirects are off.
 */
export const getOrRedirect = reads(
  "getOrRedirect",
  Effect.gen(function* () {
    const user = yield* read
    const target = isSignedUp(user) ? yield* Onboarding.findDetour(user) : "signIn"
    if (target === undefined) return user
    yield* Redirect.to(target, { replace: true })
    return null
  }).pipe((self) => Effect.flatMap(Session, ({ app }) => Effect.provideService(self, ClientApp, app)))
)

/**
 * Reads the current user, who may be anonymous. If nobody is signed in, signs up an anonymous user; concurrent callers
 * get the same one.
 */
export const getOrSignUpAnonymously = asUser.read(
  "CurrentUser.getOrSignUpAnonymously",
  [Wire.getMe, AnonymousWire.signUpAnonymously],
  { shows: ["users"] }
)(
  Effect.gen(function* () {
    const user = yield* read
    if (user !== null) return user
    // Of concurrent callers the first one signs up, and the others read that user.
    return yield* SignInTurns.runInTurn(
      Effect.gen(function* () {
        const existing = yield* read
        if (existing !== null) return existing
        yield* SignIn.signInAnonymously({ fallback: true })
        return (yield* read) ?? (yield* nobody)
      })
    )
  })
)

/** The fields to change. Omitted fields keep their value; `null` clears a field. */
export type UpdateInput = Api.UpdateMe

/**
 * Changes the current user and returns it.
 *
 * A changed `primaryEmail` is unverified, and the former address stays as a channel that still signs in. To replace the
 * address use `ContactChannels.update` with `value`.
 */
export const update = asUser.write("CurrentUser.update", Wire.updateMe, {
  input: (input: UpdateInput) => ({ payload: input }),
  changes: ["users", "contactChannels", "members"]
})

/** Changes the display name; null or an empty text removes it. */
export const setDisplayName = asUser.write("CurrentUser.setDisplayName", Wire.updateMe, {
  input: (displayName: string | null) => ({ payload: { displayName } }),
  changes: ["users", "members"]
})

/** Replaces the metadata that the user may read and write, as a whole. */
export const setClientMetadata = asUser.write("CurrentUser.setClientMetadata", Wire.updateMe, {
  input: (clientMetadata: Metadata) => ({ payload: { clientMetadata } }),
  changes: ["users"]
})

/** Selects one of the user's teams, or none. Fails with `TeamMembershipNotFound` for a foreign team. */
export const setSelectedTeam = asUser.write("CurrentUser.setSelectedTeam", Wire.updateMe, {
  input: (selectedTeamId: TeamId | null) => ({ payload: { selectedTeamId } }),
  changes: ["users"]
})

const delete_ = asUser.write("CurrentUser.delete", [Wire.deleteMe], { changes: ofUsers })(
  Effect.gen(function* () {
    const session = yield* Session
    const before = yield* session.store.get
    yield* asUser.call(Wire.deleteMe, {})
    const now = yield* session.store.get
    // The tokens are read again: this call may have refreshed them, or another user may have signed in.
    if (before !== undefined && now !== undefined && continues(before, now)) {
      yield* Effect.catch(session.store.compareAndSet(now, undefined, { byUser: true }), () => Effect.void)
    }
  })
)
export {
  /**
   * Deletes the current user with everything that belongs to it, and signs out. Fails with
   * `ClientUserDeletionNotEnabled` if the project does not allow it.
   */
  delete_ as delete
}

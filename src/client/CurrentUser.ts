/**
 * The signed-in user: read, change and delete the own account.
 */
import * as Effect from "effect/Effect"
import * as AnonymousWire from "../wire/generated/Anonymous.ts"
import type * as Api from "../api/Users.ts"
import * as Wire from "../wire/generated/Users.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { TeamId } from "../domain/Ids.ts"
import { ofUsers } from "../domain/Resource.ts"
import type { Metadata } from "../api/schema/Metadata.ts"
import type { CurrentUser } from "../api/schema/User.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { Credentials } from "../http/Transport.ts"
import type { RedirectLoop, UntrustedRedirect } from "../platform/Redirector.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { continues, Session } from "../session/Session.ts"
import * as Onboarding from "./internal/Onboarding.ts"
import * as Redirect from "./Redirect.ts"
import * as SignIn from "./internal/SignIn.ts"
import { asUser } from "./internal/AsClient.ts"

export type { CurrentUser } from "../api/schema/User.ts"

/** If the user is not restricted any more, the access token is replaced, because backends believe its claims. */
const renewIfReleased = ({
  answer,
  credentials
}: {
  readonly answer: CurrentUser
  readonly credentials: Credentials
}) =>
  !answer.isRestricted && AccessTokenClaims.of(credentials.accessToken)?.isRestricted === true
    ? Effect.flatMap(Session, ({ renew }) => Effect.exit(renew(credentials)))
    : Effect.void

const ask = AuthorizedTransport.callFirst(Wire.getMe, {}).pipe(
  Effect.tap(renewIfReleased),
  Effect.map(({ answer }) => answer)
)

/** The current user, or null when nobody is signed in. Anonymous users count too. */
const read = ask.pipe(
  // Another user may have signed in while the call waited for fresh tokens of the former one.
  Effect.catchTag("UserAuthenticationRequired", () => ask),
  Effect.catchTag(["CannotGetOwnUserWithoutUser", "UserAuthenticationRequired"], () => Effect.succeed(null))
)

/** What `get` does when nobody is signed in (docs/protocol/session.md#reading-the-user). */
export interface GetOptions {
  /**
   * - `return-null` (default): null; an anonymous user counts as nobody.
   * - `throw`: fails with `UserAuthenticationRequired`.
   * - `redirect`: redirects to the sign-in page, and a restricted user to `urls.onboarding` if the app has that page.
   *   Returns null if redirects are off.
   * - `anonymous`: an anonymous user counts; if nobody is signed in, one is signed up.
   * - `anonymous-if-exists`: null, but an anonymous user counts.
   */
  readonly or?: "return-null" | "throw" | "redirect" | "anonymous" | "anonymous-if-exists" | undefined
}

type ReadError = Effect.Error<typeof read>

type SignUpError = Effect.Error<ReturnType<typeof SignIn.anonymously>>

/** Everything that `get` can fail with; each `or` meets a part of it. */
export type GetError = ReadError | SignUpError | UserAuthenticationRequired | RedirectLoop | UntrustedRedirect

/** Reads the current user from the service. */
export const get: {
  (options: { readonly or: "throw" }): Effect.Effect<CurrentUser, ReadError | UserAuthenticationRequired, Session>
  (options: {
    readonly or: "anonymous"
  }): Effect.Effect<CurrentUser, ReadError | SignUpError | UserAuthenticationRequired, Session>
  (options: {
    readonly or: "redirect"
  }): Effect.Effect<CurrentUser | null, ReadError | RedirectLoop | UntrustedRedirect, Session>
  (options?: {
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
  }): Effect.Effect<CurrentUser | null, ReadError, Session>
} = asUser.read(
  "CurrentUser.get",
  [Wire.getMe, AnonymousWire.signUpAnonymously],
  { shows: ["users"] },
  function* ({ or = "return-null" }: GetOptions = {}) {
    const user = yield* read
    const counts = user !== null && (!user.isAnonymous || or === "anonymous" || or === "anonymous-if-exists")
    if (or === "redirect") {
      const { app } = yield* Session
      const target = counts ? yield* Effect.provideService(Onboarding.detourOf(user), ClientApp, app) : "signIn"
      if (target === undefined) return user
      yield* Redirect.to(target, { replace: true }).pipe(Effect.provideService(ClientApp, app))
      return null
    }
    if (counts) return user
    if (or === "anonymous") {
      // Of concurrent callers the first one signs up, and the others read that user.
      return yield* SignIn.oneAtATime(
        Effect.gen(function* () {
          const existing = yield* read
          if (existing !== null) return existing
          yield* SignIn.anonymously(true)
          return (yield* read) ?? (yield* new UserAuthenticationRequired())
        })
      )
    }
    return or === "throw" ? yield* new UserAuthenticationRequired() : null
  }
) as never

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

const delete_ = asUser.write(
  "CurrentUser.delete",
  [Wire.deleteMe],
  { changes: ofUsers },
  Effect.gen(function* () {
    const session = yield* Session
    const before = yield* session.store.get
    yield* asUser.call(Wire.deleteMe, {})
    const now = yield* session.store.get
    // The tokens are read again: this call may have refreshed them, or another user may have signed in.
    if (before !== undefined && now !== undefined && continues(before, now)) {
      yield* Effect.exit(session.store.compareAndSet(now, undefined, true))
    }
  })
)
export {
  /**
   * Deletes the current user with everything that belongs to it, and signs out. Fails with `ClientUserDeletionNotEnabled`
   * if the project does not allow it.
   */
  delete_ as delete
}

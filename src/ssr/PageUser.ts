/** The user of a page, read as `or` says. */
import * as Effect from "effect/Effect"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { RestrictedUserNotAllowed, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import type { PageName } from "../domain/url/HandlerUrls.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { ClientServices } from "../promise/ClientApp.ts"
import type { GetOptions } from "../promise/CurrentUser.ts"
import * as AllowedUsers from "../session/AllowedUsers.ts"

/** Options of reading the user on a page. */
export interface GetUserOptions {
  /** The path of this page, to return to after signing in; needed only where the server does not know it. */
  readonly returnTo?: string | undefined
  /** Users to accept besides ordinary ones. Default: those that the app allows. */
  readonly allow?: AllowedKinds | undefined
}

/** Reads the current user; all components of one render share one request. */
export interface GetUser {
  /**
   * `redirect` redirects to the sign-in page, `throw` rejects with `UserAuthenticationRequired`, and `anonymous` signs
   * up an anonymous user, whose cookies cannot be written during a render.
   */
  (options: { readonly or: "redirect" | "throw" | "anonymous" } & GetUserOptions): Promise<CurrentUser.CurrentUser>
  (options?: GetOptions & GetUserOptions): Promise<CurrentUser.CurrentUser | null>
}

const isNobody = (error: unknown) => error instanceof UserAuthenticationRequired

/** Null when nobody is signed in. */
export const orNull = <User, R>(user: Effect.Effect<User, unknown, R>) =>
  Effect.catchIf(user, isNobody, () => Effect.succeed(null))

const leaveFor = (page: PageName) =>
  Effect.andThen(
    Redirect.to(page, { replace: true }),
    Effect.fail(new InvalidOption({ option: "navigation", problem: 'is needed for `or: "redirect"`' }))
  )

/**
 * Redirects to the sign-in page if nobody is signed in, and restricted users to the onboarding page, if there is one.
 */
const orRedirect = <User, R>(user: Effect.Effect<User, unknown, R>) =>
  Effect.catch(user, (error): Effect.Effect<never, unknown, ClientApp> => {
    if (isNobody(error)) return leaveFor("signIn")
    if (!(error instanceof RestrictedUserNotAllowed)) return Effect.fail(error)
    return Effect.flatMap(ClientApp, ({ urls }): Effect.Effect<never, unknown, ClientApp> =>
      urls.onboarding === undefined ? Effect.fail(error) : leaveFor("onboarding")
    )
  })

/** Adds `redirect` to the other ways to read a user, and who is allowed. */
export const makeReader =
  <User, Or extends string, R>(
    reads: Readonly<Record<Or | "return-null" | "throw", Effect.Effect<User | null, unknown, R>>>
  ) =>
  (
    or: Or | "return-null" | "throw" | "redirect" = "return-null",
    allow?: AllowedKinds
  ): Effect.Effect<User | null, unknown, R | ClientApp> =>
    AllowedUsers.allowUsers(allow)(or === "redirect" ? orRedirect(reads.throw) : reads[or])

/** Reads the user of the session in context. */
export const read = makeReader<
  CurrentUser.CurrentUser,
  Exclude<NonNullable<GetOptions["or"]>, "redirect">,
  ClientServices
>({
  "return-null": Effect.flatMap(CurrentUser.getIncludingAnonymous, AllowedUsers.admit),
  throw: Effect.flatMap(CurrentUser.getIncludingAnonymous, AllowedUsers.admitOrFail),
  anonymous: AllowedUsers.allowingAnonymous(Effect.flatMap(CurrentUser.getOrSignUpAnonymously, AllowedUsers.admit)),
  "anonymous-if-exists": AllowedUsers.allowingAnonymous(
    Effect.flatMap(CurrentUser.getIncludingAnonymous, AllowedUsers.admit)
  )
})

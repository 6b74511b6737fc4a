/**
 * The operations of a client for one request of a page, and what a server that renders needs beside them: the user or a
 * redirect, and the state for the browser.
 */
import * as Effect from "effect/Effect"
import { hasProperty } from "effect/Predicate"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import { RestrictedUserNotAllowed, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { PageName } from "../domain/HandlerUrls.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import { version } from "../domain/Version.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import { type ClientAppError, clientMethods, type ClientMethods, type ClientServices } from "../promise/ClientApp.ts"
import type { GetOptions } from "../promise/CurrentUser.ts"
import { type CallOptions, orReject, type RunToExit } from "../promise/Method.ts"
import type { Operation } from "../app/ClientOperation.ts"
import { dehydrate, type DehydratedState } from "../react/Dehydrated.ts"
import { admit, admitOrFail, allowing, allowingAnonymous } from "../session/AllowedUsers.ts"

/** Options of reading the user on a page. */
export interface ReturnTo {
  /** The path of this page, to return to after signing in; needed only where the proxy does not run. */
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
  (options: { readonly or: "redirect" | "throw" | "anonymous" } & ReturnTo): Promise<CurrentUser.CurrentUser>
  (options?: GetOptions & ReturnTo): Promise<CurrentUser.CurrentUser | null>
}

/** Every operation of a client, for the current request. */
export interface PageApp<AppError = ClientAppError> extends ClientMethods<AppError> {
  readonly getUser: GetUser
  /** Runs any effect over the current request. Rejects with its own error, or redirects. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>, options?: CallOptions) => Promise<A>
  /**
   * Reads the current user, and further operations, for the `initial` of `<AuthProvider>`. Reads that fail are left to
   * the browser.
   */
  readonly dehydrate: (
    reads?: ReadonlyArray<readonly [operation: Operation, input?: unknown]>
  ) => Promise<DehydratedState>
}

/** The error if a redirect did not happen. */
const requireRedirect: Effect.Effect<never, InvalidOption> = Effect.fail(
  new InvalidOption({ option: "navigation", problem: 'is needed for `or: "redirect"`' })
)

const isNobody = (error: unknown) => error instanceof UserAuthenticationRequired

/** Null when nobody is signed in. */
export const orNull = <User, R>(user: Effect.Effect<User, unknown, R>) =>
  Effect.catchIf(user, isNobody, () => Effect.succeed(null))

const leaveFor = (page: PageName) => Effect.andThen(Redirect.to(page, { replace: true }), requireRedirect)

/**
 * Redirects to the sign-in page if nobody is signed in, and restricted users to the onboarding page, if there is one.
 */
export const orRedirect = <User, R>(user: Effect.Effect<User, unknown, R>) =>
  Effect.catch(user, (error): Effect.Effect<never, unknown, ClientApp> => {
    if (isNobody(error)) return leaveFor("signIn")
    if (!(error instanceof RestrictedUserNotAllowed)) return Effect.fail(error)
    return Effect.flatMap(ClientApp, ({ urls }): Effect.Effect<never, unknown, ClientApp> =>
      urls.onboarding === undefined ? Effect.fail(error) : leaveFor("onboarding")
    )
  })

type Or = GetOptions["or"]

const reads = {
  "return-null": Effect.flatMap(CurrentUser.getIncludingAnonymous, admit),
  throw: Effect.flatMap(CurrentUser.getIncludingAnonymous, admitOrFail),
  redirect: orRedirect(Effect.flatMap(CurrentUser.getIncludingAnonymous, admitOrFail)),
  anonymous: allowingAnonymous(Effect.flatMap(CurrentUser.getOrSignUpAnonymously, admit)),
  "anonymous-if-exists": allowingAnonymous(Effect.flatMap(CurrentUser.getIncludingAnonymous, admit))
}

/** Reads the user of the session in context. */
export const read = (or: Or = "return-null", allow?: AllowedKinds) =>
  allowing(allow)<CurrentUser.CurrentUser | null, unknown, ClientServices>(reads[or])

/** The app over a runner of effects, which may redirect back to a path. */
export const make = <AppError>(runAt: (path: string | undefined) => RunToExit<ClientServices>): PageApp<AppError> => {
  const getUser = ({ allow, or, returnTo }: GetOptions & ReturnTo = {}) =>
    orReject<CurrentUser.CurrentUser | null, ClientServices>(runAt(returnTo), read(or, allow))
  const request = runAt(undefined)
  const run: PageApp["run"] = (effect, options) => orReject(request, effect, options)
  return {
    ...clientMethods<AppError>(request),
    getUser: getUser as GetUser,
    run,
    dehydrate: (reads) =>
      dehydrate({ run }, reads).catch((error: unknown) => {
        // A failure must not keep a layout from rendering.
        if (hasProperty(error, "_tag") && error._tag === "TransportError") return { version, reads: [] }
        throw error
      })
  }
}

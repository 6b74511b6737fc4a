/**
 * A client app whose user is the sender of the current request, for server components, server actions and route
 * handlers.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hasProperty } from "effect/Predicate"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import { RestrictedUserNotAllowed, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { PageName } from "../domain/HandlerUrls.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import { version } from "../domain/Version.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import {
  type ClientAppError,
  clientMethods,
  type ClientMethods,
  type ClientServices,
  type CreateClientAppOptions,
  layer
} from "../promise/ClientApp.ts"
import type { OriginOptions } from "../platform/RequestOrigin.ts"
import { type CallOptions, orReject } from "../promise/Method.ts"
import { dehydrate, type DehydratedState } from "../react/Dehydrated.ts"
import type { Operation } from "../react/ClientOperation.ts"
import type { GetOptions } from "../promise/CurrentUser.ts"
import { admit, admitOrFail, AllowedUsers, allowing, allowingAnonymous } from "../session/AllowedUsers.ts"
import * as CurrentRequest from "./CurrentRequest.ts"
import * as Protect from "./Protect.ts"
import * as Proxy from "./Proxy.ts"
import type { RequestCookieOptions } from "./RequestCookies.ts"

/** How a Next.js app is configured. Operations redirect by Next.js, unless `navigation` is given. */
export interface NextAppOptions
  extends Omit<CreateClientAppOptions, "tokenStore">, RequestCookieOptions, OriginOptions, Proxy.ProxySecretOptions {
  /**
   * Users to accept besides ordinary ones: `restricted` users, such as those whose email address is not verified, and
   * `anonymous` users (guests). Default: none.
   */
  readonly allow?: AllowedKinds | undefined
}

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
export interface NextApp<AppError = ClientAppError> extends ClientMethods<AppError> {
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
  /** A route handler for signed-in users; other requests are refused. */
  readonly protect: Protect.Protect<CurrentUser.CurrentUser>
  /**
   * The function for `proxy.ts`: it refreshes the session before a page renders, because a page cannot write cookies,
   * and passes the page's path on.
   */
  readonly proxy: Proxy.Proxy
}

/** Makes the app over the functions of Next.js. */
export const make = (next: CurrentRequest.NextRuntime & Proxy.ProxyRuntime, options: NextAppOptions): NextApp =>
  over(
    CurrentRequest.make(next, options, (parts) =>
      Layer.merge(layer(withParts(options, parts)), Layer.succeed(AllowedUsers, options.allow ?? []))
    ),
    next,
    options
  )

/** The options of an app for one request. */
export const withParts = (options: NextAppOptions, parts: CurrentRequest.RequestParts): CreateClientAppOptions => ({
  ...options,
  tokenStore: parts.tokenStore,
  platform: parts.platform(options.platform),
  http: parts.http(options.http)
})

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

const read = (or: Or = "return-null", allow?: AllowedKinds) =>
  allowing(allow)<CurrentUser.CurrentUser | null, unknown, ClientServices>(reads[or])

/** The app over a runner of effects for the current request. */
export const over = <AppError>(
  request: CurrentRequest.CurrentRequest<ClientServices>,
  next: Proxy.ProxyRuntime,
  options: NextAppOptions
): NextApp<AppError> => {
  const getUser = ({ allow, or, returnTo }: GetOptions & ReturnTo = {}) =>
    orReject<CurrentUser.CurrentUser | null, ClientServices>(request.runAt(returnTo), read(or, allow))
  const run: NextApp["run"] = (effect, options) => orReject(request.run, effect, options)
  return {
    ...clientMethods<AppError>(request.run),
    getUser: getUser as GetUser,
    run,
    dehydrate: (reads) =>
      dehydrate({ run }, reads).catch((error: unknown) => {
        // A failure must not keep a layout from rendering.
        if (hasProperty(error, "_tag") && error._tag === "TransportError") return { version, reads: [] }
        throw error
      }),
    protect: Protect.make(
      (allow) => orReject<CurrentUser.CurrentUser | null, ClientServices>(request.run, orNull(read("throw", allow))),
      options
    ),
    proxy: Proxy.make(next, options)
  }
}

/**
 * A client app whose user is whoever has sent the request that Next.js is
 * working on, in server components, server actions and route handlers.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hasProperty } from "effect/Predicate"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import { RestrictedUserNotAllowed, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { PageName } from "../domain/HandlerUrls.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
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
import type { Operation } from "../react/Operation.ts"
import { admit, AllowedUsers } from "../session/AllowedUsers.ts"
import * as CurrentRequest from "./CurrentRequest.ts"
import * as Protect from "./Protect.ts"
import * as Proxy from "./Proxy.ts"
import type { RequestCookieOptions } from "./RequestCookies.ts"

/** How a Next.js app is configured. Operations redirect by Next.js, unless `navigation` says otherwise. */
export interface NextAppOptions
  extends Omit<CreateClientAppOptions, "tokenStore">, RequestCookieOptions, OriginOptions, Proxy.ProxySecretOptions {
  /**
   * Who counts as the user of a request beside ordinary users: `restricted` for users who have to do something first,
   * such as to verify their e-mail address, `anonymous` for guests. Default: nobody.
   */
  readonly allow?: AllowedKinds | undefined
}

/** Where a user comes back to who is sent to sign in, and who counts here. */
export interface ReturnTo {
  /** The path of this page; needed only where the proxy does not run. */
  readonly returnTo?: string | undefined
  /** Who counts beside ordinary users. Default: whom the app allows. */
  readonly allow?: AllowedKinds | undefined
}

/** Reads the current user; all components of one render share one request. */
export interface GetUser {
  /**
   * `redirect` goes to the sign-in page, `throw` rejects with
   * `UserAuthenticationRequired`, and `anonymous` signs up an anonymous user,
   * whose cookies cannot be written while a page renders.
   */
  (options: { readonly or: "redirect" | "throw" | "anonymous" } & ReturnTo): Promise<CurrentUser.CurrentUser>
  (options?: CurrentUser.GetOptions & ReturnTo): Promise<CurrentUser.CurrentUser | null>
}

/** Every operation of a client, for the current request. */
export interface NextApp<AppError = ClientAppError> extends ClientMethods<AppError> {
  readonly getUser: GetUser
  /** Runs any effect over the current request. Rejects with its own error, or redirects. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>, options?: CallOptions) => Promise<A>
  /**
   * Reads the current user, and whatever else, for the `initial` of
   * `<AuthProvider>`. What cannot be read now is left to the browser.
   */
  readonly dehydrate: (
    reads?: ReadonlyArray<readonly [operation: Operation, input?: unknown]>
  ) => Promise<DehydratedState>
  /** A route handler for signed-in users; all others are refused. */
  readonly protect: Protect.Protect<CurrentUser.CurrentUser>
  /**
   * What `proxy.ts` exports: it refreshes the session before a page renders,
   * because a page cannot write cookies, and tells it its own path.
   */
  readonly proxy: Proxy.Proxy
}

/** Makes the app over what Next.js offers. */
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

/** What is wrong when somebody should have been redirected and nobody was. */
const requireRedirect: Effect.Effect<never, InvalidOption> = Effect.fail(
  new InvalidOption({ option: "navigation", problem: 'is needed for `or: "redirect"`' })
)

const isNobody = (error: unknown) => error instanceof UserAuthenticationRequired

/** Null when nobody is signed in. */
export const orNull = <User, R>(user: Effect.Effect<User, unknown, R>) =>
  Effect.catchIf(user, isNobody, () => Effect.succeed(null))

const leaveFor = (page: PageName) => Effect.andThen(Redirect.to(page, { replace: true }), requireRedirect)

/** Goes to the sign-in page when nobody is signed in, and with restricted users to the onboarding page, if there is one. */
export const orRedirect = <User, R>(user: Effect.Effect<User, unknown, R>) =>
  Effect.catch(user, (error): Effect.Effect<never, unknown, ClientApp> => {
    if (isNobody(error)) return leaveFor("signIn")
    if (!(error instanceof RestrictedUserNotAllowed)) return Effect.fail(error)
    return Effect.flatMap(ClientApp, ({ urls }): Effect.Effect<never, unknown, ClientApp> =>
      urls.onboarding === undefined ? Effect.fail(error) : leaveFor("onboarding")
    )
  })

type Or = CurrentUser.GetOptions["or"]

const read = (or: Or, allow?: AllowedKinds): Effect.Effect<CurrentUser.CurrentUser | null, unknown, ClientServices> => {
  if (or === "redirect") return orRedirect(read("throw", allow))
  if (or === "anonymous") {
    return Effect.flatMap(CurrentUser.get({ or }), (user) => admit(user, "anonymous-if-exists", allow))
  }
  return Effect.flatMap(CurrentUser.get({ or: "anonymous-if-exists" }), (user) =>
    admit(user, or ?? "return-null", allow)
  )
}

/** The app over something that runs effects for the current request. */
export const over = <AppError>(
  request: CurrentRequest.CurrentRequest<ClientServices>,
  next: Proxy.ProxyRuntime,
  options: NextAppOptions
): NextApp<AppError> => {
  const getUser = ({ allow, or, returnTo }: CurrentUser.GetOptions & ReturnTo = {}) =>
    orReject<CurrentUser.CurrentUser | null, ClientServices>(request.runAt(returnTo), read(or, allow))
  const run: NextApp["run"] = (effect, options) => orReject(request.run, effect, options)
  return {
    ...clientMethods<AppError>(request.run),
    getUser: getUser as GetUser,
    run,
    dehydrate: (reads) =>
      dehydrate({ run }, reads).catch((error: unknown) => {
        // A layout without the service is better than no page.
        if (hasProperty(error, "_tag") && error._tag === "TransportError") return { reads: [] }
        throw error
      }),
    protect: Protect.make(
      (allow) => orReject<CurrentUser.CurrentUser | null, ClientServices>(request.run, orNull(read("throw", allow))),
      options
    ),
    proxy: Proxy.make(next, options)
  }
}

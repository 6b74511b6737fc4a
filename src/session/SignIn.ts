/** The common part of all sign-ins. */
import * as Effect from "effect/Effect"
import { isTagged } from "effect/Predicate"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import type { MultiFactorAuthenticationRequired } from "../domain/errors/Mfa.ts"
import type { ClientEndpoint } from "../http/Transport.ts"
import { Navigation } from "../platform/page/Navigation.ts"
import type { IssuedTokens, Tokens } from "../token/TokenStore.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import * as AnonymousWire from "../wire/generated/Anonymous.ts"
import * as AuthorizedTransport from "./AuthorizedTransport.ts"
import * as SecondFactor from "./internal/SecondFactor.ts"
import { type NewSession, Session } from "./Session.ts"

/** A page that a sign-in leads to takes the place of the sign-in page. */
const replace = { replace: true }

/** Options that every sign-in accepts. */
export interface SignInOptions {
  /** Stay on the page, without a redirect to the after-sign-in or after-sign-up page. */
  readonly noRedirect?: boolean | undefined
}

/** Options that only this SDK's operations pass. */
interface CompleteOptions extends SignInOptions {
  /** Whether the user has not asked for this sign-in: see `Session.signIn`. */
  readonly fallback?: boolean | undefined
  /** Whether the user is still on the page where the sign-in began. Default: true. */
  readonly isOnPage?: Effect.Effect<boolean> | undefined
}

/**
 * The result of a sign-in. `signed-in`: an existing user. `signed-up`: a new user. `upgraded`: a guest who became an
 * ordinary user, with the same id and data. Only the current service upgrades guests; that of 2025-06 creates another
 * user (`signed-up`), and the guest is left behind.
 */
export type SignInResult = "signed-in" | "signed-up" | "upgraded"

/** The answer of a first factor if no second one is required. */
export type SignInReply = NewSession & {
  /** Whether the sign-in created the user. Absent if the endpoint cannot. */
  readonly isNewUser?: boolean
  /** The page to redirect to instead, if it is a page of this app. */
  readonly afterCallbackRedirectUrl?: string | null
}

/**
 * Signs in with the answer of a request, then redirects. A failed redirect does not undo the sign-in: the user then
 * stays on the page.
 */
export const complete = Effect.fnUntraced(function* <E, R>(
  request: Effect.Effect<SignInReply, E, R>,
  options: CompleteOptions
) {
  const session = yield* Session
  // A new user with the id of the former session's user was a guest before.
  const withPrevious = Effect.flatMap(request, (answer) =>
    Effect.map(session.store.get, (previous) => ({ ...answer, isNewUser: answer.isNewUser === true, previous }))
  )
  const answer = yield* session.signIn(withPrevious, options)
  const { afterCallbackRedirectUrl, isNewUser, previous } = answer
  const result: SignInResult = !isNewUser ? "signed-in" : isSameUser(previous, answer) ? "upgraded" : "signed-up"
  if (options.noRedirect === true || !(yield* options.isOnPage ?? Effect.succeed(true))) return result
  const { redirector } = yield* Navigation
  if (redirector === undefined) return result
  const redirect = redirector.to(session.app, isNewUser ? "afterSignUp" : "afterSignIn", replace)
  const redirectBack =
    typeof afterCallbackRedirectUrl === "string"
      ? Effect.catch(redirector.toUrl(session.app, afterCallbackRedirectUrl, replace), () => redirect)
      : redirect
  yield* Effect.catch(redirectBack, () => Effect.void)
  return result
})

const isSameUser = (earlier: Tokens | undefined, later: Tokens): boolean => {
  const id = AccessTokenClaims.decodeOnce(earlier?.accessToken)?.userId
  return id !== undefined && id === AccessTokenClaims.decodeOnce(later.accessToken)?.userId
}

/**
 * Calls a sign-up endpoint, as the signed-in anonymous user if there is one: see `AuthorizedTransport.sendAsAnonymous`.
 */
export const callSignUp = <E extends ClientEndpoint & Endpoint.Answering<IssuedTokens>>(
  endpoint: E,
  input: Endpoint.Input<E>
) =>
  Effect.flatMap(Session, ({ app }) =>
    AuthorizedTransport.sendAsAnonymous((anonymous) => app.call(endpoint, input, anonymous))
  )

const needsSecondFactor = (error: unknown): error is MultiFactorAuthenticationRequired =>
  isTagged(error, "MultiFactorAuthenticationRequired")

/** Runs a first factor, then the second if it is asked for, and completes the sign-in. */
export const run = <E, R>(
  firstFactor: Effect.Effect<SignInReply, E | MultiFactorAuthenticationRequired, R>,
  options: CompleteOptions
) =>
  complete(
    Effect.catch(firstFactor, (error): Effect.Effect<SignInReply, E | SecondFactor.PromptError, Session> =>
      needsSecondFactor(error) ? SecondFactor.prompt(error) : Effect.fail(error)
    ),
    options
  )

/**
 * Creates an anonymous user and signs in as it. As a fallback it does not replace a user who signs in meanwhile, here
 * or in another tab, and ends no sign-in under way.
 */
export const signInAnonymously = Effect.fnUntraced(function* ({ fallback }: { readonly fallback: boolean }) {
  const { app } = yield* Session
  yield* complete(app.call(AnonymousWire.signUpAnonymously, {}), { noRedirect: true, fallback })
})

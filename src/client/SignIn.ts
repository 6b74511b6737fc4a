/**
 * How every sign-in ends, whatever the method.
 */
import * as Effect from "effect/Effect"
import { ClientApp } from "../http/ClientApp.ts"
import { Session } from "../session/Session.ts"
import type { Tokens } from "../token/TokenStore.ts"
import * as Redirect from "./Redirect.ts"

/** What every sign-in takes. */
export interface SignInOptions {
  /** Stays on the page instead of going on to the after-sign-in or after-sign-up page. */
  readonly noRedirect?: boolean | undefined
}

/**
 * Stores the tokens, then goes on. Nothing that is wrong with the way on
 * undoes the sign-in: the user then stays where they are.
 */
export const complete = Effect.fnUntraced(function* (
  tokens: Tokens,
  options: SignInOptions & { readonly isNewUser: boolean }
) {
  const session = yield* Session
  yield* session.signIn(tokens)
  if (options.noRedirect === true) return
  yield* Redirect.to(options.isNewUser ? "afterSignUp" : "afterSignIn", { replace: true }).pipe(
    Effect.provideService(ClientApp, session.app),
    Effect.ignore
  )
})

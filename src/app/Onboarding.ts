/** The page where restricted users finish their sign-up. */
import * as Effect from "effect/Effect"
import type { CurrentUser } from "../api/schema/User.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { currentPage } from "../platform/page/Navigation.ts"
import { isAt, readRemembered } from "../platform/page/Redirector.ts"

/**
 * The page to redirect a user to: `onboarding` while they are restricted, `afterSignIn` if they are on that page, are
 * not restricted any more, and a page to return to is remembered; else undefined. Guests are not redirected there,
 * because they have to sign up.
 */
export const findDetour = Effect.fnUntraced(function* (
  user: CurrentUser
): Effect.fn.Return<"onboarding" | "afterSignIn" | undefined, never, ClientApp> {
  const { onboarding } = (yield* ClientApp).urls
  if (onboarding === undefined || user.isAnonymous) return undefined
  const page = yield* currentPage
  const isThere = page !== undefined && isAt(onboarding, page)
  if (user.isRestricted) return isThere ? undefined : "onboarding"
  return isThere && readRemembered(page) !== undefined ? "afterSignIn" : undefined
})

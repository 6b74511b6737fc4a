/**
 * The page where restricted users do what they have to.
 */
import * as Effect from "effect/Effect"
import type { CurrentUser } from "../../api/schema/User.ts"
import { ClientApp } from "../../http/ClientApp.ts"
import { Navigation } from "../../platform/Navigation.ts"
import { isAt, remembered } from "../../platform/Redirector.ts"

/**
 * Where a user is to be instead of this page, if the app has an onboarding
 * page: there as long as they are restricted, then back where they came from.
 * Guests are not led there; they are to sign up.
 */
export const detourOf = (
  user: CurrentUser
): Effect.Effect<"onboarding" | "afterSignIn" | undefined, never, ClientApp> =>
  Effect.gen(function* () {
    const { onboarding } = (yield* ClientApp).urls
    if (onboarding === undefined || user.isAnonymous) return undefined
    const page = yield* (yield* Navigation).current
    const isThere = page !== undefined && isAt(onboarding, page)
    if (user.isRestricted) return isThere ? undefined : "onboarding"
    return isThere && remembered(page) !== undefined ? "afterSignIn" : undefined
  })

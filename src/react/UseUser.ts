"use client"
/** The hook for the signed-in user. */
import * as Effect from "effect/Effect"
import { useEffect, useSyncExternalStore } from "react"
import type { ClientServices } from "../app/ClientLayer.ts"
import * as Onboarding from "../app/Onboarding.ts"
import type { Read } from "../cache/AsyncCache.ts"
import type { CurrentUser } from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { PageName } from "../domain/url/HandlerUrls.ts"
import type { WhenSignedOut } from "../domain/WhenSignedOut.ts"
import { Navigation, noNavigation } from "../platform/page/Navigation.ts"
import { isSameOwner } from "../session/OwnerWatch.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import * as SignInTurns from "../session/SignInTurns.ts"
import { type AuthClient, toError } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { useValue, waitFor } from "./UseResource.ts"
import { userRead } from "./UserRead.ts"

/** How often the current page is read, in milliseconds: often enough to notice that the user has left and returned. */
const pollMillis = 100

/**
 * Options of `useUser`, such as what to do if nobody is signed in: see `app.currentUser.get` of promises. The type
 * parameters have no defaults, because editors would complete only the defaults.
 */
export interface UseUserOptions<O extends WhenSignedOut, As extends "suspense" | "value"> {
  readonly or?: O | undefined
  /** `value` returns undefined until the user is known, instead of suspending. */
  readonly as?: As | undefined
}

/** Redirects once, and ends when the user has left the page or another user is signed in. */
const leaveFor = Effect.fnUntraced(function* (client: AuthClient, target: PageName) {
  const { current, redirector } = yield* Navigation
  if (redirector === undefined) {
    return yield* new InvalidOption({ option: "navigation", problem: noNavigation })
  }
  const { store } = yield* Session
  const owner = yield* store.get
  const page = (yield* current)?.href
  // Waits for the end of the render, because a router may set state. The app may leave the page in the meantime.
  yield* Effect.sleep(0)
  const before = redirector.count()
  const isLeft = (yield* current)?.href !== page
  const leaving = client.fork(isLeft ? Effect.void : Redirect.to(target, { replace: true }))
  // A redirect is not repeated if a router ignores it. Routers do not report navigation, so the current page is
  // polled. Another redirect may have led back to it meanwhile, such as that of a sign-out.
  do {
    yield* Effect.sleep(pollMillis)
    yield* leaving.pollUnsafe() ?? Effect.void
  } while ((yield* current)?.href === page && redirector.count() <= before + 1 && isSameOwner(owner, yield* store.get))
})

const signInAnonymously = SignInTurns.runInTurn(
  Effect.flatMap(Session, ({ store }) =>
    Effect.flatMap(store.get, (tokens) =>
      tokens === undefined ? SignIn.signInAnonymously({ fallback: true }) : Effect.void
    )
  )
)

/**
 * Returns the signed-in user; null if nobody is signed in, depending on `or`. `redirect` redirects to the sign-in page,
 * `anonymous` signs up an anonymous user, and both suspend meanwhile; `throw` throws `UserAuthenticationRequired`.
 * `redirect` also redirects restricted users to `urls.onboarding`, if the app has one, and back when they are not
 * restricted any more; on that page, or without one, they are returned. Anonymous users count as nobody, except with
 * `anonymous` and `anonymous-if-exists`. All components share one request.
 *
 * @example
 * ```tsx
 * const user = useUser({ or: "redirect" })
 * return <p>Hello {user.displayName}</p>
 * ```
 */
export const useUser = <const O extends WhenSignedOut, const As extends "suspense" | "value">({
  as,
  or
}: UseUserOptions<O, As> = {}):
  | CurrentUser
  | (O extends "return-null" | "anonymous-if-exists" ? null : never)
  | ("suspense" extends As ? never : undefined) => {
  const client = useClient()
  const read = useValue(userRead, as)
  const user = read?.isAnonymous === true && !or?.startsWith("anonymous") ? null : read
  const onboarding = useOnboarding(client, or === "redirect" ? user : undefined)
  const step = user === null ? steps[or ?? "return-null"] : onboarding
  useInBackground(client, as === "value" ? step : undefined)

  if (step === "signIn" || step === "onboarding") client.redirectOnServer?.(step)
  if (user === null && or === "throw") throw new UserAuthenticationRequired()
  if (step !== undefined && as !== "value") waitFor(client, makeStepRead(client, step))
  return (step === undefined ? user : undefined) as ReturnType<typeof useUser<O, As>>
}

/** What a page waits for before it can show a user: the app, an anonymous user, or a redirect. */
type Step = PageName | "anonymous" | "app"

const steps: Partial<Record<WhenSignedOut, Step>> = { redirect: "signIn", anonymous: "anonymous" }

/** The step of a restricted user, who first goes to the onboarding page, if there is one. */
const useOnboarding = (client: AuthClient, user: CurrentUser | null | undefined): Step | undefined => {
  // A page restored from a server knows the user before the app is loaded, and the app knows the onboarding page.
  const unknown = user?.isRestricted === true ? "app" : undefined
  const peekDetour = () => (user ? client.runSync(Onboarding.findDetour(user), unknown) : undefined)
  return useSyncExternalStore(client.onApp, peekDetour, peekDetour)
}

const useInBackground = (client: AuthClient, step: Step | undefined) =>
  useEffect(() => {
    if (step === undefined) return
    const { snapshot, subscribe } = client.view(makeStepRead(client, step))
    return subscribe(() => {
      const { state } = snapshot()
      if (state._tag === "Failure") client.notify(toError(state.cause))
    })
  }, [client, step])

/** A step as a read, which runs once for all components that need it. */
const makeStepRead = (client: AuthClient, step: Step): Read<void, unknown, ClientServices> => ({
  key: step,
  shows: [],
  effect: step === "app" ? Effect.void : step === "anonymous" ? signInAnonymously : leaveFor(client, step),
  isOwnerless: true,
  isAction: true
})

"use client"
/** The hook for the signed-in user. */
import * as Effect from "effect/Effect"
import { useEffect, useSyncExternalStore } from "react"
import type { ClientServices } from "../app/ClientLayer.ts"
import * as Onboarding from "../app/Onboarding.ts"
import type { WhenSignedOut } from "../app/WhenSignedOut.ts"
import type { Read } from "../cache/AsyncCache.ts"
import type { CurrentUser } from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { PageName } from "../domain/HandlerUrls.ts"
import { InvalidOption } from "../domain/InvalidOption.ts"
import { Navigation, problem } from "../platform/Navigation.ts"
import { isSameOwner } from "../session/OwnerWatch.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import * as SignInTurns from "../session/SignInTurns.ts"
import { type AuthClient, errorOf } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { useValue, waitFor } from "./UseResource.ts"
import { currentUser } from "./UserRead.ts"

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
    return yield* new InvalidOption({ option: "navigation", problem })
  }
  const { store } = yield* Session
  const owner = yield* store.get
  const page = (yield* current)?.href
  // Not while React renders: a router may set state. The app may leave the page by itself until then.
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

const signInAnonymously = SignInTurns.oneAtATime(
  Effect.flatMap(Session, ({ store }) =>
    Effect.flatMap(store.get, (tokens) => (tokens === undefined ? SignIn.anonymously({ fallback: true }) : Effect.void))
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
  const found = useValue(currentUser, as)
  const user = found?.isAnonymous === true && !or?.startsWith("anonymous") ? null : found
  const leaves = or === "redirect" && user ? user : undefined
  // A page restored from a server knows the user before the app is loaded, and the app knows the onboarding page.
  const unknown = leaves?.isRestricted === true ? "app" : undefined
  const look = () => leaves && client.look(Onboarding.detourOf(leaves), unknown)
  const detour = useSyncExternalStore(client.onApp, look, look)
  const needed = user === null ? neededBy(or) : detour

  const remedy = as === "value" ? needed : undefined
  useEffect(() => {
    if (remedy === undefined) return
    const { snapshot, subscribe } = client.view(remedyOf(client, remedy))
    return subscribe(() => {
      const { state } = snapshot()
      if (state._tag === "Failure") client.notify(errorOf(state.cause))
    })
  }, [client, remedy])

  if (needed === "signIn" || needed === "onboarding") client.redirectOnServer?.(needed)
  if (user === null && or === "throw") throw new UserAuthenticationRequired()
  if (needed !== undefined && remedy === undefined) waitFor(client, remedyOf(client, needed))
  return (needed === undefined ? user : undefined) as ReturnType<typeof useUser<O, As>>
}

/** The step that a page needs because nobody is signed in. */
const neededBy = (or: WhenSignedOut | undefined): "signIn" | "anonymous" | undefined => {
  if (or === "redirect") return "signIn"
  return or === "anonymous" ? or : undefined
}

type Needed = PageName | "anonymous" | "app"

/** The remedy runs at most once at a time. */
const remedyOf = (client: AuthClient, needed: Needed): Read<void, unknown, ClientServices> => ({
  key: needed,
  shows: [],
  effect: effectOf(client, needed),
  shared: true,
  once: true
})

/** Waits for the app, signs up an anonymous user, or redirects. */
const effectOf = (client: AuthClient, needed: Needed) => {
  if (needed === "app") return Effect.void
  return needed === "anonymous" ? signInAnonymously : leaveFor(client, needed)
}

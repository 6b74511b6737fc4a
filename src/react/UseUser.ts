"use client"
/**
 * Who is signed in.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { useEffect } from "react"
import * as Anonymous from "../client/Anonymous.ts"
import type { CurrentUser, GetOptions } from "../client/CurrentUser.ts"
import * as Redirect from "../client/Redirect.ts"
import * as SignIn from "../client/SignIn.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import { Navigation } from "../platform/Navigation.ts"
import { Session } from "../session/Session.ts"
import { isSameOwner } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { currentUser } from "./Dehydrated.ts"
import { NotOnServer, useRead } from "./UseResource.ts"

/** How often to look where the user is: too often for them to come back unseen. */
const pollMillis = 100

type Or = NonNullable<GetOptions["or"]>

/** What to do when nobody is signed in: see `CurrentUser.get`. */
export interface UseUserOptions<O extends Or, As extends "suspense" | "value"> {
  readonly or?: O | undefined
  /** `value` gives undefined until it is known who is signed in, instead of suspending. */
  readonly as?: As | undefined
}

type ShownUser<O extends Or, As extends "suspense" | "value"> =
  | CurrentUser
  | (O extends "return-null" | "anonymous-if-exists" ? null : never)
  | (As extends "value" ? undefined : never)

/** Goes to the sign-in page once, and ends when the user has left this page or somebody else is here. */
const toSignIn = Effect.gen(function* () {
  const { current, redirector } = yield* Navigation
  if (redirector === undefined) {
    return yield* new InvalidOption({ option: "navigation", problem: 'is needed for `or: "redirect"`' })
  }
  const { store } = yield* Session
  const owner = yield* store.get
  const page = (yield* current)?.href
  // A router that ignores the redirect is not told again; as none says when the user moves, this looks.
  const leaving = yield* Effect.forkChild(
    Effect.gen(function* () {
      do yield* Effect.sleep(pollMillis)
      while ((yield* current)?.href === page && isSameOwner(owner, yield* store.get))
    })
  )
  yield* Redirect.to("signIn", { replace: true })
  yield* Fiber.join(leaving)
})

const signInAnonymously = SignIn.oneAtATime(
  Effect.flatMap(Session, ({ store }) =>
    Effect.flatMap(store.get, (tokens) => (tokens === undefined ? Anonymous.signUp : Effect.void))
  )
)

/**
 * The signed-in user; null when there is none, unless `or` says otherwise.
 * `redirect` goes to the sign-in page and `anonymous` signs up an anonymous
 * user, and both wait for that; `throw` throws `UserAuthenticationRequired`.
 * Anonymous users count as nobody, except with `anonymous` and
 * `anonymous-if-exists`. All components share one request, whatever they ask.
 *
 * @example
 * ```tsx
 * const user = useUser({ or: "redirect" })
 * return <p>Hello {user.displayName}</p>
 * ```
 */
export const useUser = <const O extends Or = "return-null", const As extends "suspense" | "value" = "suspense">({
  as,
  or: asked
}: UseUserOptions<O, As> = {}): ShownUser<O, As> => {
  const client = useClient()
  const or: Or = asked ?? "return-null"
  const waits = as !== "value"
  const found = useRead(currentUser, { as: as ?? "suspense" }) as CurrentUser | null | undefined
  const isVisible = found?.isAnonymous !== true || or === "anonymous" || or === "anonymous-if-exists"
  const user = isVisible ? found : null
  const remedy =
    user !== null ? undefined : or === "redirect" ? toSignIn : or === "anonymous" ? signInAnonymously : undefined

  useEffect(() => {
    if (waits || remedy === undefined) return
    const once = client.once(or, remedy)
    void once.promise.then(() => (once.error === undefined ? undefined : client.notify(once.error)))
  }, [client, or, remedy, waits])

  if (user === null && or === "throw") throw new UserAuthenticationRequired()
  if (remedy === undefined) return user as ShownUser<O, As>
  if (!waits) return undefined as ShownUser<O, As>
  if (globalThis.window === undefined) throw new NotOnServer()
  const { error, promise } = client.once(or, remedy)
  // Not `use`: that expects a component which comes back to ask for the same promises in the same order.
  throw error ?? promise
}

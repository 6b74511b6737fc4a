/**
 * The user of a client, with one method that reads it in every way, as people of promises expect.
 */
import type * as Effect from "effect/Effect"
import type { Or } from "../app/Or.ts"
import * as CurrentUser from "../client/CurrentUser.ts"
import { dataOf, withData } from "../operation/Operation.ts"

export { update, setDisplayName, setClientMetadata, setSelectedTeam, delete } from "../client/CurrentUser.ts"

const reads = {
  "return-null": CurrentUser.get,
  throw: CurrentUser.getOrFail,
  redirect: CurrentUser.getOrRedirect,
  anonymous: CurrentUser.getOrSignUpAnonymously,
  "anonymous-if-exists": CurrentUser.getIncludingAnonymous
} satisfies Record<Or, unknown>

type Reads = typeof reads

/** What `get` does when nobody is signed in. */
export interface GetOptions {
  /**
   * - `return-null` (default): null; an anonymous user counts as nobody.
   * - `throw`: fails with `UserAuthenticationRequired`.
   * - `redirect`: redirects to the sign-in page, and a restricted user to `urls.onboarding` if the app has that page.
   *   Returns null if redirects are off.
   * - `anonymous`: an anonymous user counts; if nobody is signed in, one is signed up.
   * - `anonymous-if-exists`: null, but an anonymous user counts.
   */
  readonly or?: Or | undefined
}

/** Everything that `get` can fail with; each `or` meets a part of it. */
export type GetError = Effect.Error<Reads[keyof Reads]>

/** Reads the current user from the service. */
export const get = withData(
  ({ or = "return-null" }: GetOptions = {}): Reads[keyof Reads] => reads[or],
  dataOf(CurrentUser.get)!
)

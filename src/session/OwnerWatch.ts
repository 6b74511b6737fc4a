/** Notices when another user, or nobody, is signed in. */
import * as Effect from "effect/Effect"
import { continues, type Tokens, type TokenStore } from "../token/TokenStore.ts"

/** Whether the tokens before and after a change belong to one user, or to nobody both times. */
export const isSameOwner = (before: Tokens | undefined, now: Tokens | undefined): boolean =>
  before === undefined || now === undefined ? before === now : continues(before, now)

/**
 * Makes a check that returns whether the user has changed since the previous check. The first compares with `owner`.
 */
export const make = (store: TokenStore["Service"], owner: Tokens | undefined): Effect.Effect<boolean> =>
  Effect.map(store.get, (now) => {
    const isSame = isSameOwner(owner, now)
    owner = now
    return !isSame
  })

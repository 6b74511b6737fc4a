/** Notices when another user, or nobody, is signed in. */
import * as Effect from "effect/Effect"
import { continues, type Tokens, type TokenStore } from "../token/TokenStore.ts"

/** Whether the same user, or nobody, is signed in as before. */
export const isSameOwner = (before: Tokens | undefined, now: Tokens | undefined): boolean =>
  before === undefined || now === undefined ? before === now : continues(before, now)

/** Makes a check whether the owner of a store is another one than at the last check, at first than `owner`. */
export const make = (store: TokenStore["Service"], owner: Tokens | undefined): Effect.Effect<boolean> =>
  Effect.map(store.get, (now) => {
    const isSame = isSameOwner(owner, now)
    owner = now
    return !isSame
  })

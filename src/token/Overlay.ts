/** Tokens that count although a store refused them, as long as the store holds those that they replace. */
import { isSameSession, type Tokens } from "./TokenStore.ts"

/** The tokens that count over those of one store; at first there are none. */
export interface Overlay {
  /** Whether others count in place of these, which the store holds. */
  readonly covers: (stored: Tokens | undefined) => boolean
  /** The tokens that count if the store holds these. */
  readonly effective: (stored: Tokens | undefined) => Tokens | undefined
  /** The tokens that the store holds if these count. */
  readonly storedFor: (tokens: Tokens) => Tokens | undefined
  /** Has `tokens` count in place of `instead`, and nothing else. */
  readonly replace: (instead: Tokens | undefined, tokens: Tokens | undefined) => void
  /** Makes the tokens of the store count again. */
  readonly clear: () => void
}

/** Makes an overlay. */
export const make = (): Overlay => {
  let refused: { readonly instead: Tokens | undefined; readonly tokens: Tokens | undefined } | undefined
  return {
    covers: (stored) => refused !== undefined && isSameSession(stored, refused.instead),
    effective: (stored) => (refused !== undefined && isSameSession(stored, refused.instead) ? refused.tokens : stored),
    storedFor: (tokens) => (refused !== undefined && isSameSession(tokens, refused.tokens) ? refused.instead : tokens),
    replace: (instead, tokens) => {
      refused = { instead, tokens }
    },
    clear: () => {
      refused = undefined
    }
  }
}

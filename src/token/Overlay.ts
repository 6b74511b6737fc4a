/**
 * Tokens that a store refused to write, kept in memory. They count as long as the store still holds the tokens that
 * they were to replace.
 */
import { isSameSession, type Tokens } from "./TokenStore.ts"

/** The refused tokens of one store, at most one pair. */
export interface Overlay {
  /** Whether refused tokens count in place of the stored ones. */
  readonly covers: (stored: Tokens | undefined) => boolean
  /** The tokens that count: the refused ones, or else the stored ones. */
  readonly apply: (stored: Tokens | undefined) => Tokens | undefined
  /** The inverse of `apply`: the stored tokens that these stand for. */
  readonly findStored: (tokens: Tokens) => Tokens | undefined
  /** Keeps `tokens`, which the store refused in place of `stored`. */
  readonly replace: (stored: Tokens | undefined, tokens: Tokens | undefined) => void
  readonly clear: () => void
}

export const make = (): Overlay => {
  let refused: { readonly stored: Tokens | undefined; readonly tokens: Tokens | undefined } | undefined
  return {
    covers: (stored) => refused !== undefined && isSameSession(stored, refused.stored),
    apply: (stored) => (refused !== undefined && isSameSession(stored, refused.stored) ? refused.tokens : stored),
    findStored: (tokens) => (refused !== undefined && isSameSession(tokens, refused.tokens) ? refused.stored : tokens),
    replace: (stored, tokens) => {
      refused = { stored, tokens }
    },
    clear: () => {
      refused = undefined
    }
  }
}

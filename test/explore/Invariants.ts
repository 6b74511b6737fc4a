/** What holds in every history (docs/reliability.md#exploration). */
import * as Data from "effect/Data"

export const invariants = {
  I1: "At most one refresh is under way for a store and a refresh token, across fibers and tabs.",
  I2: "No request carries an access token that has expired by the session's own rule, or that was refused before.",
  I3: "A store never holds an access token beside the refresh token of another session.",
  I4: "After a sign-out, however it ends, no tab has a token.",
  I5: "Work that began before a sign-out, or before the sign-in of somebody else, writes no tokens afterwards.",
  I6: "An interruption never loses a rotated refresh token.",
  I7: "What happens to one session never removes the tokens of another.",
  I8: "A network failure, a failure of the service or an unreadable answer signs nobody out.",
  I9: "A failed operation leaves the store as it was, and no reader ever sees half of a pair.",
  I10: "A request that changes something is carried out at most once for each call.",
  I11: "Nothing waits for ever, and a call that changes something makes at most 5 attempts, and 5 more after a refused access token.",
  I12: "Every failure is of a declared type, and none is a defect.",
  I13: "No token and no key is in the text of a failure.",
  I14: "Requests go to the configured origin and below `/api/v1` only.",
  I15: "A client app sends no secret key.",
  I16: "Navigation goes to trusted URLs only, once for each flow.",
  I17: "The record of a started flow is used at most once, and no code is exchanged without it.",
  I18: "A code that works once works once, whoever uses it at the same time.",
  I19: "An answer belongs to the user who asked, through every cache.",
  I20: "After a sign-out or a sign-in nothing of the former user is shown.",
  I21: "When everything has ended, no timer is left.",
  I22: "All tabs agree on the session 200 ms after the last write.",
  I23: "A jump of the clock costs at most one refresh more.",
  I24: "The same seed gives the same history.",
  I25: "What the service has made is what calls have reported: made, or perhaps made where no answer came.",
  I26: "No untrusted URL is taken into a mail or a redirect by the emulator.",
  I27: "Answers for accounts that exist and for those that do not are the same.",
  I28: "No prototype of the language is changed.",
  I29: "Tokens live as long as the service says.",
  I30: "Every request has the mandatory headers, and a nonce of its own."
} as const

/** The name of an invariant. */
export type Invariant = keyof typeof invariants

/** A broken invariant. */
export class Violation extends Data.TaggedError("Violation")<{
  readonly invariant: Invariant
  readonly detail: string
}> {
  override get message() {
    return `${this.invariant} (${invariants[this.invariant]}): ${this.detail}`
  }
}

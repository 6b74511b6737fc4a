/** What holds in every history (docs/reliability.md#exploration). */
import * as Data from "effect/Data"

export const invariants = {
  I1: "For each store and refresh token, at most one refresh runs at a time, across fibers and tabs, until the user signs out.",
  I2: "No call starts with an access token that has less than 20 seconds left (of a lifetime of 40 or more), or that the same app saw refused.",
  I3: "A store never holds an access token next to the refresh token of another session.",
  I4: "After a sign-out, however it ends, no tab has a token, and the server that performed it returns no token of that session.",
  I5: "Work that started before a sign-out, or before another user's sign-in, writes no tokens afterwards.",
  I6: "An interruption never loses a rotated refresh token.",
  I7: "Events in one session never remove the tokens of another.",
  I8: "A network failure, a service failure or an unreadable answer signs nobody out.",
  I9: "A failed sign-in or an outdated write leaves the store unchanged, and no reader ever sees half of a pair.",
  I10: "A request that changes something takes effect at most once for each call.",
  I11: "Nothing waits forever. A call ends in 30 seconds. A call that changes something makes at most 5 attempts, and 5 more after a refused access token.",
  I12: "Every failure of a call is one of the package's tagged errors, and none is a defect.",
  I13: "The text of a failure contains no token and no key, and no cache may keep a response with tokens.",
  I14: "Requests only go to the configured origin, below `/api/v1`.",
  I15: "A client app sends no secret key.",
  I16: "Navigation only goes to trusted URLs, once for each flow.",
  I17: "The record of a started flow is used at most once, within an hour and for its own page and project. No code is exchanged without it.",
  I18: "A single-use code works once, even if several clients use it at the same time.",
  I19: "An answer belongs to the user who asked, through the caches of React, of requests and of servers.",
  I20: "After a sign-out or a sign-in, nothing of the previous user is visible. A page that received no event shows this from its next read on.",
  I21: "Ten minutes after everything has ended, no timer is left.",
  I22: "All tabs agree on the session 200 ms after the last write.",
  I23: "At rest, a clock jump costs at most one additional refresh.",
  I24: "The same seed gives the same history.",
  I25: "The service has made exactly the changes that calls reported, or possibly made if no answer came.",
  I26: "The emulator accepts no untrusted URL in a reset email or a sign-in redirect.",
  I27: "Requests for a reset email get the same answer for existing and unknown accounts.",
  I28: "No built-in prototype changes.",
  I29: "Tokens live as long as the service says.",
  I30: "Every request except those for tokens and public keys has the mandatory headers and a unique nonce.",
  I31: "Once the service answers, the next call of a session that still exists succeeds, with at most 3 requests.",
  I32: "While the service is away, valid tokens of known keys pass at once. After 15 seconds almost nothing is sent, and what needs the service fails at once and says when to come again.",
  I33: "30 seconds after the service is back, requests that need it succeed, and one that is lost is repeated."
} as const

/** The name of an invariant. */
export type Invariant = keyof typeof invariants

/**
 * What has to happen for an invariant to say anything. A run counts each of them, and fails if one never happened in a
 * topology that claims to check it. Those of one invariant are its halves.
 */
export const premises = {
  I1: "two calls needed a refresh of one session at the same time",
  "I1 tabs": "a tab asked for the lock while another one held it",
  "I2 expiring": "a call found an access token with 0 to 20 seconds left",
  "I2 refused": "an app had seen an access token of the session refused, and sent another request",
  I3: "a store held a pair, after several sessions were opened",
  I4: "a sign-out removed tokens",
  "I4 failed": "a sign-out removed tokens while nothing answered",
  "I4 interrupted": "a sign-out was interrupted before its request ended",
  "I4 server": "a server got an expired token of a session that it had signed out",
  "I5 out": "a write came after the user had signed out",
  "I5 in": "a write came after somebody else had signed in",
  I6: "a call was interrupted during a refresh that rotates",
  I7: "tokens of a session were to be removed, and those of another one were there",
  "I8 network": "a refresh of an open session was lost",
  "I8 service": "a refresh of an open session was answered 500 or 429",
  "I8 unreadable": "a refresh of an open session brought half an answer, or a page",
  "I9 failed": "a sign-in failed, or a write did not count",
  "I9 read": "a call read a pair, after the access token was renewed or another session was opened",
  I10: "a fault hit a call that changes something",
  I11: "a history ended",
  "I11 late": "a call ran into its time limit",
  "I11 attempts": "a call that changes something made another attempt",
  "I11 refused": "it did so after its access token was refused",
  I12: "a history ended",
  "I12 failed": "a call failed",
  I13: "a call failed",
  "I13 response": "a response brought tokens",
  I14: "a request was sent",
  I15: "a request was sent",
  I16: "a page sent its user somewhere",
  "I16 untrusted": "a page was to send its user to an untrusted URL",
  "I16 twice": "a flow was worked on twice",
  "I17 twice": "an answer came whose record was gone",
  "I17 late": "an answer came an hour after the start",
  "I17 foreign": "an answer came for a flow of another page or project",
  "I17 exchange": "a code was exchanged",
  I18: "a code was used again",
  I19: "a call was answered, in a history with several users",
  "I20 out": "a component looked, after the user had signed out",
  "I20 in": "a component looked, after another user had signed in",
  "I20 untold": "a read ended, after a change of the user of which the page was not told",
  I21: "a history ended",
  I22: "tabs came to rest, after the session had changed",
  I23: "the clock jumped, and a call was made",
  I24: "a history was run twice",
  "I25 made": "a call that changes something succeeded",
  "I25 failed": "a call that changes something failed",
  "I25 unknown": "such a call failed after the service had acted",
  "I26 mail": "a mail with an untrusted URL was asked for",
  "I26 redirect": "a redirect to an untrusted URL was asked for",
  I27: "two accounts were compared",
  I28: "a history ended",
  "I29 issued": "an access token was issued",
  "I29 expired": "a request carried an expired access token",
  "I29 ended": "the refresh token of a session that had ended was used",
  I30: "a request was sent that needs them",
  "I31 failed": "a session was used again after one of its refreshes had failed",
  "I31 refused": "a session was used again while the service refused its access token",
  I32: "a request failed at once, because the circuit was open",
  "I32 known": "a valid token came while the service was away",
  I33: "a visitor came after an outage in which the circuit was open",
  "I33 repeated": "a request was lost after an outage"
} as const satisfies { readonly [premise: string]: string }

/** The name of an invariant, or of a half of it. */
export type Premise = keyof typeof premises

/** The invariant that a premise belongs to. */
export const readInvariant = (premise: Premise) => premise.split(" ")[0] as Invariant

/** A broken invariant. */
export class Violation extends Data.TaggedError("Violation")<{
  readonly invariant: Invariant
  readonly detail: string
}> {
  override get message() {
    return `${this.invariant} (${invariants[this.invariant]}): ${this.detail}`
  }
}

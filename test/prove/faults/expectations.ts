/**
 * What is to come of a call, by what a fault means for it and by what may be done again: written from
 * docs/protocol/retries.md and docs/decisions/0027-time-limits.md, and not from what the code does.
 *
 * An outcome is `ok`, or the tag of an error or of its reason, with `?` where it is unknown whether the request was
 * carried out; and how many requests were sent.
 */
import { type Fault, isTcp, type Meaning } from "./Fault.ts"
import type { Kind } from "./Kind.ts"

interface Outcomes {
  /** Of a request that may be repeated at any time. */
  readonly repeatable: string
  /** Of one that may not. */
  readonly unique: string
  /** Of both, if the next request is answered. */
  readonly once?: { readonly repeatable: string; readonly unique: string }
}

const both = (outcome: string) => ({ repeatable: outcome, unique: outcome })

const outcomes: Readonly<Record<Meaning, Outcomes>> = {
  answered: both("ok 1"),
  // Nobody can have seen it: all may try again.
  "not sent": { ...both("Network 5"), once: both("ok") },
  // The service may have carried it out: only what does no harm twice is sent again.
  lost: {
    repeatable: "Network 5",
    unique: "Network? 1",
    once: { repeatable: "ok 2", unique: "Network? 1" }
  },
  // An attempt that may be repeated has half of the time.
  silent: {
    repeatable: "Timeout 2",
    unique: "Timeout? 1",
    once: { repeatable: "ok 2", unique: "Timeout? 1" }
  },
  // The next answer would be no better.
  unreadable: { repeatable: "InvalidServerResponse 1", unique: "InvalidServerResponse? 1" },
  "too large": { repeatable: "ResponseTooLarge 1", unique: "ResponseTooLarge? 1" },
  redirected: both("UnexpectedRedirect 1"),
  forbidden: both("UnexpectedStatus 1"),
  failed: { repeatable: "UnexpectedStatus 1", unique: "UnexpectedStatus? 1" },
  down: { repeatable: "UnexpectedStatus 5", unique: "UnexpectedStatus? 1" },
  // Refused before anything was done: all may try again, unless it takes too long.
  limited: { ...both("RateLimited 5"), once: both("ok 2") },
  "limited for long": both("RateLimited 1"),
  looping: { ...both("UnexpectedStatus 5"), once: both("ok 2") },
  contradictory: both("ServerInvalid 1"),
  "unknown error": both("RequestRefused 1"),
  // With another token, once.
  "token refused": { ...both("RequestRefused 2"), once: both("ok 2") },
  "session refused": both("RequestRefused 1")
}

/** What a fault means for a call over an HTTP layer. */
const findMeaning = ({ means, otherwise = [] }: Fault, kind: Kind, layer: string): Meaning =>
  otherwise.find(({ of }) => of === layer || of === kind.name)?.means ?? means

/** Whether a request cannot be counted, because the fault comes before it. */
export const isUncounted = (fault: Fault): boolean =>
  isTcp(fault) && (fault.at === "connection" || fault.at === "never")

/** What is to come of a call. */
export const makeExpected = (kind: Kind, fault: Fault, layer: string): string => {
  const means = findMeaning(fault, kind, layer)
  const counted = (outcome: string, count: number) => (isUncounted(fault) ? outcome : `${outcome} ${count}`)
  const isRefused = means === "token refused"
  // The tokens are gone at once; the service is told once, and nobody hears whether it has heard.
  if (kind.repeats === "for nobody") return counted("ok", isRefused ? 2 : 1)
  // Asked once for each question, and again with the next.
  if (kind.repeats === "with the next") return means === "answered" ? "ok 1" : counted("KeysUnavailable", 1)
  if (isRefused && kind.isOfUser === undefined) return "RequestRefused 1"
  // This is how a session ends.
  if (means === "session refused" && kind.becomes === "refreshed") return "UserAuthenticationRequired 1"
  // What was deleted by the first request is not there for the second.
  if (fault.once && fault.carriedOut && kind.name === "delete" && (means === "lost" || means === "silent")) {
    return "TeamMembershipNotFound 2"
  }
  const all = outcomes[means]
  const { repeatable, unique } = fault.once && all.once !== undefined ? all.once : all
  return kind.repeats === "any time" ? repeatable : unique
}

/** How long a call is to take at least, in milliseconds: it waits for an answer, where it wants one. */
export const getAtLeastMillis = ({ repeats }: Kind, { atLeastMillis = 0 }: Fault, outcome: string): number =>
  outcome.startsWith("ok") && repeats !== "for nobody" ? atLeastMillis : 0

/** What the token store is to hold afterwards. */
export const tokensAfter = (kind: Kind, fault: Fault, layer: string, succeeds: boolean) => {
  const means = findMeaning(fault, kind, layer)
  if (kind.becomes === "signed out") return "none"
  if (means === "token refused" && kind.isOfUser) return "refreshed"
  if (means === "session refused" && kind.becomes === "refreshed") return "none"
  return succeeds && kind.becomes !== undefined ? kind.becomes : "the same"
}

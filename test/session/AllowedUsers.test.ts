/** Who counts as the user of a request on a server, and what the others get. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { AllowedKinds } from "../../src/domain/TokenKind.ts"
import { admit, admitOrFail, AllowedUsers, allowUsers, allowingAnonymous } from "../../src/session/AllowedUsers.ts"

const user = { isAnonymous: false, isRestricted: false, restrictedReason: null }
const guest = { isAnonymous: true, isRestricted: true, restrictedReason: "anonymous" } as const
const restricted = { isAnonymous: false, isRestricted: true, restrictedReason: "email_not_verified" } as const
const restrictedSomehow = { ...restricted, restrictedReason: null }

type Given = typeof user | typeof guest | typeof restricted | null

const ways = {
  "return-null": admit<NonNullable<Given>>,
  throw: admitOrFail<NonNullable<Given>>,
  "anonymous-if-exists": (given: Given) => allowingAnonymous(admit<NonNullable<Given>>(given))
}

/** The user, null, or why there is none. */
const outcome = (given: Given, or: keyof typeof ways, allow?: AllowedKinds) =>
  Effect.match(allowUsers(allow)(ways[or](given)), {
    onFailure: (error) =>
      error._tag === "RestrictedUserNotAllowed" ? error.details?.restrictedReason.type : "signed out",
    onSuccess: (admitted) => (admitted === given ? "admitted" : admitted)
  })

describe("a user", () => {
  it.effect.each([
    // Null as it was given.
    ["nobody", null, ["admitted", "signed out", "admitted"]],
    ["an ordinary one", user, ["admitted", "admitted", "admitted"]],
    ["a guest", guest, [null, "signed out", "admitted"]],
    ["a restricted one", restricted, [null, "email_not_verified", null]],
    ["one who is restricted for no reason", restrictedSomehow, [null, "unknown", null]]
  ] as const)("is admitted or not: %s", ([_, given, [orNull, orThrow, orGuest]]) =>
    Effect.gen(function* () {
      expect(yield* outcome(given, "return-null")).toBe(orNull)
      expect(yield* outcome(given, "throw")).toBe(orThrow)
      expect(yield* outcome(given, "anonymous-if-exists")).toBe(orGuest)
    })
  )

  it.effect.each(["return-null", "throw"] as const)(
    "is admitted if their kind is allowed, where a call's option overrides the app's: $0",
    (or) =>
      Effect.gen(function* () {
        expect(yield* outcome(guest, or, ["anonymous"])).toBe("admitted")
        expect(yield* outcome(restricted, or, ["restricted"])).toBe("admitted")
        expect(yield* outcome(guest, or, ["restricted"])).toBe(or === "throw" ? "signed out" : null)
        const allowed = Effect.provideService(AllowedUsers, ["anonymous"] as const)
        expect(yield* allowed(outcome(guest, or))).toBe("admitted")
        expect(yield* allowed(outcome(guest, or, []))).toBe(or === "throw" ? "signed out" : null)
      })
  )
})

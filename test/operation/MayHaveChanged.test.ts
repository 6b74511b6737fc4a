/** Whether a write may have been carried out, from what became of its call: caches are renewed by it. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Exit from "effect/Exit"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import * as TransportReason from "../../src/domain/errors/TransportReason.ts"
import { EmailPasswordMismatch } from "../../src/domain/errors/Users.ts"
import { mayHaveChanged } from "../../src/operation/MayHaveChanged.ts"

const failed = (outcomeUnknown: boolean) =>
  new TransportError({
    reason: outcomeUnknown
      ? new TransportReason.Network({ detail: "ECONNRESET", apiUrl: "https://api.example.org", healthy: true })
      : new TransportReason.RateLimited({ retryAfterMillis: undefined }),
    method: "POST",
    path: "/teams",
    attempts: 1,
    elapsedMillis: 5,
    outcomeUnknown
  })

/** The same class in another copy of the package. */
class Copy extends Data.TaggedError("TransportError")<{
  readonly reason: TransportError["reason"]
  readonly outcomeUnknown: boolean
}> {}

/** The service was asked by something that is no call of ours, and says that nobody knows. */
const alike = { _tag: "TransportError", outcomeUnknown: true }

describe("a write may have been carried out", () => {
  it.each([
    ["succeeded", Exit.succeed(null), true],
    ["succeeded with nothing", Exit.void, true],
    ["was given up, perhaps while the answer was on its way", Exit.interrupt(1), true],
    ["met a defect", Exit.die(new Error("a defect")), true],
    ["got no answer", Exit.fail(failed(true)), true],
    ["got no answer, says another copy of the package", Exit.fail(new Copy({ ...failed(true) })), true],
    ["was refused before it did anything", Exit.fail(failed(false)), false],
    ["was refused by the service", Exit.fail(new EmailPasswordMismatch()), false],
    ["failed with a text", Exit.fail("no"), false],
    ["failed with an object that only looks like it", Exit.fail(alike), false],
    [
      "was refused, and then interrupted",
      Exit.failCause(Cause.combine(Cause.interrupt(1), Cause.fail(failed(false)))),
      false
    ],
    [
      "got no answer, and met a defect before",
      Exit.failCause(Cause.combine(Cause.die("x"), Cause.fail(failed(true)))),
      true
    ]
  ])("counts as one that may have been when its call %s: %#", (_, exit, expected) => {
    expect(mayHaveChanged(exit)).toBe(expected)
  })
})

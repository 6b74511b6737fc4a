/** What the screens say about errors. */
import { describe, expect, it } from "@effect/vitest"
import {
  EmailPasswordMismatch,
  PasskeyWebAuthnError,
  PasswordTooShort,
  SignUpNotEnabled,
  TeamMembershipNotFound,
  TransportError
} from "gatefold"
import { describeError, errorFor, messageOf } from "../../screens/lib/describeError.ts"
import * as Reasons from "../../src/http/TransportError.ts"

const failed = (reason: Reasons.Reason, outcomeUnknown = false) =>
  new TransportError({
    reason,
    method: "POST",
    path: "/auth/password/sign-in",
    attempts: 1,
    elapsedMillis: 12,
    outcomeUnknown
  })

describe("the screens' words for errors", () => {
  it("name what to do, with the numbers that the service gave", () => {
    const tooShort = new PasswordTooShort({ details: { minLength: 8 } })
    expect(describeError(tooShort)).toBe("The password is too short: use at least 8 characters.")
    expect(describeError(new SignUpNotEnabled())).toBe("This app takes no new accounts at the moment.")
    const refused = { message: "The operation was not allowed", code: "ERROR_NOT_ALLOWED" }
    expect(describeError(new PasskeyWebAuthnError({ details: refused }))).toContain("cancelled")
  })

  it("are the error's own where those do", () => {
    const error = new TeamMembershipNotFound({ details: { teamId: "t", userId: "u" } })
    expect(describeError(error)).toBe(error.message)
  })

  it("say when to try again, and what is wrong with the connection", () => {
    expect(describeError(failed(new Reasons.RateLimited({ retryAfterMillis: 29_500 })))).toBe(
      "Too many attempts. Try again in 30 seconds."
    )
    expect(describeError(failed(new Reasons.RateLimited({ retryAfterMillis: 1_800_000 })))).toContain("in 30 minutes")
    expect(describeError(failed(new Reasons.RateLimited({ retryAfterMillis: undefined })))).toContain("later")
    expect(describeError(failed(new Reasons.Offline()))).toContain("Check your internet connection")
    const network = (apiUrl: string) => new Reasons.Network({ detail: "TypeError", apiUrl, healthy: false })
    expect(describeError(failed(network("https://api.example.org")))).toContain("Check your connection")
    const onThisMachine = network("http://127.0.0.1:8102")
    expect(onThisMachine.message).toContain("npx gatefold start")
    expect(describeError(failed(onThisMachine))).toBe(onThisMachine.message)
  })

  it("warn when it is not known whether something was done", () => {
    const timeout = new Reasons.Timeout({ limitMillis: 1_000, waitedFor: "answer", healthy: true })
    expect(describeError(failed(timeout, true))).toContain("may have been carried out")
    expect(describeError(failed(timeout))).not.toContain("may have been carried out")
  })

  it("stand beside the field that they are about", () => {
    const error = new EmailPasswordMismatch()
    expect(errorFor(error, "PasswordTooShort")).toBeUndefined()
    expect(errorFor(error, "EmailPasswordMismatch")).toBe(describeError(error))
    expect(errorFor(undefined, "EmailPasswordMismatch")).toBeUndefined()
  })

  it("do for whatever an error boundary catches", () => {
    expect(messageOf(failed(new Reasons.Offline()))).toContain("offline")
    expect(messageOf("a text")).toBe("Something went wrong. Please try again.")
  })
})

/** What the screens say about errors. */
import { describe, expect, it } from "@effect/vitest"
import {
  EmailPasswordMismatch,
  PasskeyWebAuthnError,
  PasswordTooShort,
  SignUpNotEnabled,
  TransportError
} from "gatefold"
import {
  describeError,
  describeFieldError,
  findFaultId,
  describeUnknownError
} from "../../screens/lib/describeError.ts"
import { en } from "../../screens/text/en.ts"
import * as TransportReason from "../../src/domain/errors/TransportReason.ts"
import { UntrustedRedirect } from "../../src/platform/page/Redirector.ts"

const failed = (reason: TransportReason.Reason, outcomeUnknown = false) =>
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
    expect(describeError(en, tooShort)).toBe("Use at least 8 characters.")
    expect(describeError(en, new SignUpNotEnabled())).toBe("This app does not accept new accounts right now.")
    const refused = { message: "The operation was not allowed", code: "ERROR_NOT_ALLOWED" }
    expect(describeError(en, new PasskeyWebAuthnError({ details: refused }))).toContain("No passkey was used")
  })

  it("are the error's own where only developers can do something about it", () => {
    const error = new UntrustedRedirect()
    expect(describeError(en, error)).toBe(error.message)
  })

  it("say when to try again, and what is wrong with the connection", () => {
    const describeLimit = (retryAfterMillis: number | undefined) =>
      describeError(en, failed(new TransportReason.RateLimited({ retryAfterMillis })))
    const network = (apiUrl: string) => new TransportReason.Network({ detail: "TypeError", apiUrl, healthy: false })
    expect({
      seconds: describeLimit(29_500),
      minutes: describeLimit(1_800_000),
      unknownTime: describeLimit(undefined),
      offline: describeError(en, failed(new TransportReason.Offline())),
      elsewhere: describeError(en, failed(network("https://api.example.org")))
    }).toStrictEqual({
      seconds: "Too many attempts. Try again in 30 seconds.",
      minutes: expect.stringContaining("in 30 minutes"),
      unknownTime: expect.stringContaining("later"),
      offline: expect.stringContaining("Check your internet connection"),
      elsewhere: expect.stringContaining("Check your connection")
    })
    const onThisMachine = network("http://127.0.0.1:8102")
    expect(onThisMachine.message).toContain("npx gatefold start")
    expect(describeError(en, failed(onThisMachine))).toBe(onThisMachine.message)
  })

  it("say nothing of what a broken service says, and give the ID of its request to support", () => {
    const broken = new TransportReason.UnexpectedStatus({
      status: 500,
      text: "Something went wrong. Request ID: 5b3r0qhtv2m8w9zc"
    })
    expect(describeError(en, failed(broken))).toBe("The service is not available right now. Try again later.")
    const refused = new TransportReason.UnexpectedStatus({ status: 400, text: "The image is too large" })
    expect(describeError(en, failed(refused))).toBe("The image is too large")
    const withId = (reason: TransportReason.Reason) => Object.assign(failed(reason), { requestId: "5b3r0qhtv2m8w9zc" })
    expect({
      broken: findFaultId(withId(broken)),
      invalid: findFaultId(withId(new TransportReason.ServerInvalid({ status: 200 }))),
      withoutId: findFaultId(failed(broken)),
      refused: findFaultId(withId(refused)),
      knownError: findFaultId(Object.assign(new SignUpNotEnabled(), { requestId: "5b3r0qhtv2m8w9zc" }))
    }).toStrictEqual({
      broken: "5b3r0qhtv2m8w9zc",
      invalid: "5b3r0qhtv2m8w9zc",
      withoutId: undefined,
      refused: undefined,
      knownError: undefined
    })
  })

  it("warn when it is not known whether something was done", () => {
    const timeout = new TransportReason.Timeout({ limitMillis: 1_000, waitedFor: "answer", healthy: true })
    expect(describeError(en, failed(timeout, true))).toContain("may still have gone through")
    expect(describeError(en, failed(timeout))).not.toContain("may have worked")
  })

  it("stand beside the field that they are about", () => {
    const error = new EmailPasswordMismatch()
    expect(describeFieldError(en, error, "PasswordTooShort")).toBeUndefined()
    expect(describeFieldError(en, error, "EmailPasswordMismatch")).toBe(describeError(en, error))
    expect(describeFieldError(en, undefined, "EmailPasswordMismatch")).toBeUndefined()
  })

  it("do for whatever an error boundary catches", () => {
    expect(describeUnknownError(en, failed(new TransportReason.Offline()))).toContain("offline")
    expect(describeUnknownError(en, "a text")).toBe("Something went wrong. Try again.")
  })
})

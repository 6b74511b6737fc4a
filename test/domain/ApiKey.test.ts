/** Whether an API key or a key set still works, and the reason if it doesn't. */
import { describe, expect, it } from "vitest"
import * as ApiKey from "../../src/domain/ApiKey.ts"
import * as InternalApiKey from "../../src/domain/InternalApiKey.ts"

const at = (millis: number) => new Date(millis)

describe("keys of users and teams", () => {
  it("work for ever without an expiry", () => expect(ApiKey.isValid({}, at(1e12))).toBe(true))

  it("work until their expiry", () => {
    expect(ApiKey.whyInvalid({ expiresAt: at(10) }, at(10))).toBeNull()
    expect(ApiKey.whyInvalid({ expiresAt: at(10) }, at(11))).toBe("expired")
  })

  it("name the revocation first", () => {
    expect(ApiKey.whyInvalid({ expiresAt: at(10), manuallyRevokedAt: at(5) }, at(11))).toBe("manually-revoked")
    expect(ApiKey.isValid({ manuallyRevokedAt: at(5) }, at(1))).toBe(false)
  })
})

describe("key sets of projects", () => {
  it("name the expiry first", () => {
    expect(InternalApiKey.whyInvalid({ expiresAt: at(10), manuallyRevokedAt: at(5) }, at(11))).toBe("expired")
    expect(InternalApiKey.whyInvalid({ expiresAt: at(10), manuallyRevokedAt: at(5) }, at(7))).toBe("manually-revoked")
    expect(InternalApiKey.isValid({ expiresAt: at(10) }, at(7))).toBe(true)
  })
})

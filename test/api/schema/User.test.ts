/** Whether and why a user is restricted, from what either generation of the service sends. */
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { CurrentUser } from "../../../src/api/schema/User.ts"

/** A user as the service of 2025-06 writes them. */
const old = {
  id: "71271b41-fb7f-40dc-9bcf-1b521b116b11",
  display_name: null,
  primary_email: null,
  primary_email_verified: false,
  profile_image_url: null,
  signed_up_at_millis: 0,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: false,
  auth_with_email: false,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  requires_totp_mfa: false,
  is_anonymous: false,
  selected_team_id: null,
  selected_team: null
}

const current = { restricted_by_admin: false, restricted_by_admin_reason: null }

const decode = Schema.decodeUnknownSync(CurrentUser)
const encode = Schema.encodeSync(CurrentUser)

const cases: ReadonlyArray<{
  readonly of: string
  readonly wire: typeof old & Record<string, unknown>
  readonly isRestricted: boolean
  readonly restrictedReason: string | null
}> = [
  { of: "an old service", wire: old, isRestricted: false, restrictedReason: null },
  {
    of: "an old service, a guest",
    wire: { ...old, is_anonymous: true },
    isRestricted: true,
    restrictedReason: "anonymous"
  },
  {
    of: "the current service",
    wire: { ...old, ...current, is_restricted: false, restricted_reason: null },
    isRestricted: false,
    restrictedReason: null
  },
  {
    of: "the current service, restricted",
    wire: { ...old, ...current, is_restricted: true, restricted_reason: { type: "email_not_verified" } },
    isRestricted: true,
    restrictedReason: "email_not_verified"
  },
  {
    of: "a later service with a reason of its own",
    wire: { ...old, ...current, is_restricted: true, restricted_reason: { type: "age_not_verified" } },
    isRestricted: true,
    restrictedReason: "age_not_verified"
  }
]

describe("whether a user is restricted", () => {
  it.each(cases)("says $of", ({ isRestricted, restrictedReason, wire }) => {
    const user = decode(wire)
    expect(user).toMatchObject({ isRestricted, restrictedReason })
    expect(JSON.parse(JSON.stringify(encode(user)))).toStrictEqual(wire)
  })

  it("keeps additions to the reason out of the way", () => {
    const wire = { ...old, ...current, is_restricted: true, restricted_reason: { type: "anonymous", since: 1 } }
    expect(decode(wire).restrictedReason).toBe("anonymous")
  })
})

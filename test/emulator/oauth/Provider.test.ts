/** What the emulator reads from the answers of a provider. */
import { describe, expect, it } from "@effect/vitest"
import * as Provider from "../../../src/emulator/oauth/Provider.ts"

describe("what a provider says", () => {
  const nobody = { email: null, emailVerified: false, displayName: null, profileImageUrl: null }

  it.each<readonly [Record<string, unknown>, Provider.Profile | undefined]>([
    [{}, undefined],
    [{ sub: "", id: "" }, undefined],
    [{ sub: null, id: true }, undefined],
    [
      { sub: "s", id: 1 },
      { ...nobody, accountId: "s" }
    ],
    [{ id: 0 }, { ...nobody, accountId: "0" }],
    [{ id: "i" }, { ...nobody, accountId: "i" }],
    [
      { sub: "s", email: "no address", email_verified: true },
      { ...nobody, accountId: "s" }
    ],
    [
      { sub: "s", email: "a@example.org" },
      { ...nobody, accountId: "s", email: "a@example.org" }
    ],
    ...([true, "true"] as const).map(
      (email_verified) =>
        [
          { sub: "s", email: "a@example.org", email_verified },
          { ...nobody, accountId: "s", email: "a@example.org", emailVerified: true }
        ] as const
    ),
    ...[false, "false", 1, null].map(
      (email_verified) =>
        [
          { sub: "s", email: "a@example.org", email_verified },
          { ...nobody, accountId: "s", email: "a@example.org" }
        ] as const
    ),
    [
      { sub: "s", name: "Ann", login: "ann" },
      { ...nobody, accountId: "s", displayName: "Ann" }
    ],
    [
      { sub: "s", name: "", login: "ann" },
      { ...nobody, accountId: "s", displayName: "ann" }
    ],
    [
      { sub: "s", picture: "https://a.test/1.png", avatar_url: "https://a.test/2.png" },
      { ...nobody, accountId: "s", profileImageUrl: "https://a.test/1.png" }
    ],
    [
      { sub: "s", picture: "javascript:alert(1)", avatar_url: "https://a.test/2.png" },
      { ...nobody, accountId: "s", profileImageUrl: "https://a.test/2.png" }
    ],
    [
      { sub: "s", picture: 1, avatar_url: null },
      { ...nobody, accountId: "s" }
    ]
  ])("is a profile, in the form of OpenID Connect or of plain OAuth: %j", (claims, profile) => {
    expect(Provider.parseProfile(claims)).toStrictEqual(profile)
  })

  it("is a failure with one of three reasons", () => {
    expect(Provider.parseFailure(new URLSearchParams("code=1"))).toBeUndefined()
    expect(Provider.makeAnsweredFailure("e".repeat(101)).problem).toBe(`The provider answered ${"e".repeat(100)}.`)
    expect(Provider.makeFailure("So it is.")).toMatchObject({ reason: "Failed", problem: "So it is." })
  })

  it.each([
    ["access_denied", "Denied"],
    ["invalid_grant", "InvalidGrant"],
    ["server_error", "Failed"],
    ["toString", "Failed"],
    ["", "Failed"]
  ] as const)("fails with $1 for the error %j", (error, reason) => {
    expect(Provider.parseFailure(new URLSearchParams({ error }))).toMatchObject({
      _tag: "ProviderFailure",
      reason,
      problem: `The provider answered ${error}.`
    })
  })
})

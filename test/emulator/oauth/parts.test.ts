/** The small parts of signing in with providers, each by itself. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Callback from "../../../src/emulator/oauth/internal/Callback.ts"
import * as ProviderCatalogue from "../../../src/emulator/projects/ProviderCatalogue.ts"
import * as Scopes from "../../../src/emulator/oauth/Scopes.ts"
import * as Client from "../../../src/emulator/oauth/Client.ts"
import * as InnerCookie from "../../../src/emulator/oauth/InnerCookie.ts"
import * as CodeChallenge from "../../../src/emulator/storage/CodeChallenge.ts"
import * as Provider from "../../../src/emulator/oauth/Provider.ts"

describe("a client id", () => {
  it.each([
    ["one", "one"],
    ["one#main", "one"],
    ["one#other", undefined],
    ["one#", undefined],
    ["one#main#", undefined],
    ["one#main#main", undefined]
  ])("%s names the project %s", (clientId, projectId) => {
    expect(Client.projectIdOf(clientId)).toBe(projectId)
  })
})

it("the callback has the name of its provider, whatever characters are in it", () => {
  expect(Callback.urlOf("https://auth.test", "a/b")).toBe("https://auth.test/api/v1/auth/oauth/callback/a%2Fb")
})

describe("the catalogue", () => {
  it.each([
    ["google", "Google", "openid email profile"],
    ["github", "GitHub", "user:email"],
    ["microsoft", "Microsoft", "openid User.Read"],
    ["facebook", "Facebook", "public_profile email"],
    ["spotify", "Spotify", "user-read-email user-read-private"],
    ["discord", "Discord", "identify email"],
    ["gitlab", "GitLab", "read_user"],
    ["bitbucket", "Bitbucket", "account email"],
    ["linkedin", "LinkedIn", "openid profile email"],
    ["x", "X", "users.read offline.access tweet.read"],
    ["acme", "acme", "openid email profile"],
    ["toString", "toString", "openid email profile"]
  ])("has %s", (id, displayName, scope) => {
    expect(ProviderCatalogue.find(id)).toStrictEqual({ displayName, scope })
  })

  it("knows that Apple posts a form", () => {
    expect(ProviderCatalogue.find("apple")).toStrictEqual({ displayName: "Apple", scope: "name email", usesForm: true })
  })

  it("takes scopes as sets", () => {
    expect(Scopes.scopesOf(" a  b ")).toStrictEqual(["a", "b"])
    expect(Scopes.scopesOf("")).toStrictEqual([])
    expect(Scopes.union("a b", "", "b c")).toBe("a b c")
    expect(Scopes.covers("a b c", "c a")).toBe(true)
    expect(Scopes.covers("a b", "a c")).toBe(false)
    expect(Scopes.covers("ab", "a")).toBe(false)
    expect(Scopes.covers("", "")).toBe(true)
  })
})

describe("the proof key", () => {
  it("is the RFC's example", () => {
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    expect(CodeChallenge.supportedMethod).toBe("S256")
    expect(CodeChallenge.challengeOf(verifier)).toBe(challenge)
    expect(CodeChallenge.matches(verifier, challenge)).toBe(true)
    expect(CodeChallenge.matches(`${verifier}x`, challenge)).toBe(false)
  })

  it("has verifiers of 43 to 128 characters that need no escape", () => {
    const isVerifier = (text: string) => CodeChallenge.matches(text, CodeChallenge.challengeOf(text))
    for (const text of ["a".repeat(43), "a".repeat(128), "-._~".repeat(11), "09AZaz".repeat(8)]) {
      expect([text, isVerifier(text)]).toStrictEqual([text, true])
    }
    const long = "a".repeat(43)
    for (const text of [
      "",
      "a".repeat(42),
      "a".repeat(129),
      ` ${long}`,
      `${long} `,
      `${long}\n`,
      `${long}=`,
      `/${long}`
    ]) {
      expect([text, isVerifier(text)]).toStrictEqual([text, false])
    }
  })

  it("has challenges of 32 bytes in base64url", () => {
    for (const text of ["a".repeat(43), "09AZaz_-".repeat(5) + "abc"])
      expect(CodeChallenge.isChallenge(text)).toBe(true)
    const long = "a".repeat(43)
    for (const text of ["", "a".repeat(42), "a".repeat(44), `${long}=`, `=${long}`, `${"a".repeat(42)}+`]) {
      expect([text, CodeChallenge.isChallenge(text)]).toStrictEqual([text, false])
    }
  })
})

describe("the cookie of a flow", () => {
  const state = "0az".repeat(15)
  const name = `stack-oauth-inner-${state}`

  it("counts with its own state alone", () => {
    expect(InnerCookie.isIn({ [name]: "true" }, state)).toBe(true)
    expect(InnerCookie.isIn({ [name]: "false" }, state)).toBe(false)
    expect(InnerCookie.isIn({}, state)).toBe(false)
    for (const other of ["", `${state}0`, `-${state}`, state.toUpperCase(), state.slice(1), `${state.slice(1)}-`]) {
      expect([other, InnerCookie.isIn({ [`stack-oauth-inner-${other}`]: "true" }, other)]).toStrictEqual([other, false])
    }
  })

  it.effect("lasts ten minutes, and is on https only where the emulator is", () =>
    Effect.gen(function* () {
      for (const [url, secure] of [
        ["http://localhost", ""],
        ["https://auth.test", " Secure;"]
      ] as const) {
        const { headers } = yield* InnerCookie.add(HttpServerResponse.empty(), state, url)
        expect(headers["set-cookie"]).toBe(
          `${name}=true; Path=/; Expires=Thu, 01 Jan 1970 00:10:00 GMT; Max-Age=600;${secure} HttpOnly`
        )
      }
    })
  )

  it("is taken away, but not under a name that is none", () => {
    const response = HttpServerResponse.empty()
    expect(InnerCookie.remove(response, state).headers["set-cookie"]).toBe(
      `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly`
    )
    expect(InnerCookie.remove(response, "x; Domain=test")).toBe(response)
  })
})

describe("what a provider says", () => {
  it("of a person is read as OpenID has it, and as plain OAuth providers do", () => {
    const nobody = { email: null, emailVerified: false, displayName: null, profileImageUrl: null }
    const cases: ReadonlyArray<readonly [Record<string, unknown>, Provider.Profile | undefined]> = [
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
    ]
    for (const [claims, profile] of cases) {
      expect([claims, Provider.profileOf(claims)]).toStrictEqual([claims, profile])
    }
  })

  it("as an error has one of three reasons", () => {
    expect(Provider.failureOf(new URLSearchParams("code=1"))).toBeUndefined()
    for (const [error, reason] of [
      ["access_denied", "Denied"],
      ["invalid_grant", "InvalidGrant"],
      ["server_error", "Failed"],
      ["toString", "Failed"],
      ["", "Failed"]
    ] as const) {
      expect(Provider.failureOf(new URLSearchParams({ error }))).toMatchObject({
        _tag: "ProviderFailure",
        reason,
        text: `The provider answered ${error}.`
      })
    }
    expect(Provider.answered("e".repeat(101)).text).toBe(`The provider answered ${"e".repeat(100)}.`)
    expect(Provider.failed("So it is.")).toMatchObject({ reason: "Failed", text: "So it is." })
  })
})

/** What an access token says of itself. It is read once, however often the session asks. */
import { describe, expect, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import tokens2026 from "../fixtures/tokens-2026.json" with { type: "json" }
import { makeAccessToken } from "../support/appPage.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

const readClaims = (token: string) => AccessTokenClaims.decodeOnce(Redacted.make(token))

const nothingElse = {
  iat: undefined,
  userId: undefined,
  sessionId: undefined,
  isAnonymous: false,
  isRestricted: false,
  restrictedReason: undefined
}

describe("the claims of an access token", () => {
  it.each([
    [{ exp: 1 }, { exp: 1 }],
    [{ exp: 8.64e12 - 1 }, { exp: 8.64e12 - 1 }],
    [
      { exp: 2, iat: 0 },
      { exp: 2, iat: 0 }
    ],
    [
      { exp: 2, iat: 1, refreshTokenId: "s" },
      { exp: 2, iat: 1, sessionId: "s" }
    ],
    [
      { exp: 2, refreshTokenId: "" },
      { exp: 2, sessionId: "" }
    ],
    [
      { exp: 2, refresh_token_id: "s" },
      { exp: 2, sessionId: "s" }
    ],
    [
      { exp: 2, refresh_token_id: "s", refreshTokenId: "s" },
      { exp: 2, sessionId: "s" }
    ],
    [{ exp: 2, other: "???>>>~~~" }, { exp: 2 }],
    [
      { exp: 2, sub: "u" },
      { exp: 2, userId: "u" }
    ],
    [{ exp: 2, sub: 7 }, { exp: 2 }],
    [{ exp: 2, is_anonymous: "true", is_restricted: 1, restricted_reason: "x" }, { exp: 2 }],
    [{ exp: 2, restricted_reason: { type: 1 } }, { exp: 2 }],
    [{ exp: 2, is_anonymous: false, is_restricted: false, restricted_reason: null }, { exp: 2 }],
    [
      { exp: 2, is_anonymous: true },
      { exp: 2, isAnonymous: true, isRestricted: true }
    ],
    [
      { exp: 2, is_restricted: true, restricted_reason: { type: "of tomorrow" } },
      { exp: 2, isRestricted: true, restrictedReason: "of tomorrow" }
    ]
  ] as const)("are read, and unknown ones ignored: $0", (payload, claims) => {
    expect(AccessTokenClaims.decode(unsignedToken(payload))).toStrictEqual({ ...nothingElse, ...claims })
  })

  it.each([
    [tokens2026.normal, false, undefined],
    [tokens2026.restricted_by_admin, false, "restricted_by_administrator"],
    [tokens2026.restricted_email_not_verified, false, "email_not_verified"],
    [tokens2026.anonymous, true, "anonymous"]
  ] as const)(
    "are read from every kind of token of the current service: $2",
    (payload, isAnonymous, restrictedReason) => {
      expect(AccessTokenClaims.decode(unsignedToken(payload))).toStrictEqual({
        exp: payload.exp,
        iat: payload.iat,
        userId: payload.sub,
        sessionId: payload.refresh_token_id,
        isAnonymous,
        isRestricted: restrictedReason !== undefined,
        restrictedReason
      })
    }
  )

  const unwritten: ReadonlyArray<readonly [claims: unknown]> = [
    null,
    1,
    "exp",
    [],
    {},
    ...["1", 0, -1, 1.5, 8.64e12, null, true].map((exp) => ({ exp })),
    ...["1", -1, 1.5, 8.64e12, null].map((iat) => ({ exp: 2, iat })),
    ...[1, null, {}].map((refreshTokenId) => ({ exp: 2, refreshTokenId })),
    ...[1, null, {}].map((id) => ({ exp: 2, refresh_token_id: id, refreshTokenId: "s" }))
  ].map((claims) => [claims])

  it.each(unwritten)("are rejected when one of them has a shape that the service never writes: %j", (claims) => {
    expect(AccessTokenClaims.decode(unsignedToken(claims))).toBeUndefined()
  })

  const token = unsignedToken({ exp: 1 }, "c")

  it("are read from three parts of up to 8,192 characters", () => {
    expect(AccessTokenClaims.decode(token + "c".repeat(8192 - token.length))?.exp).toBe(1)
    expect(AccessTokenClaims.decode(token + "c".repeat(8193 - token.length))).toBeUndefined()
    expect(AccessTokenClaims.decode(`${token.slice(0, -1)}`)?.exp).toBe(1)
  })

  it.each(["", "a", token.slice(0, -2), `${token}.d`, `${token}.d.e`, `a.!.c`, `a.${btoa("{")}.c`])(
    'are not read from "$0"',
    (text) => {
      expect(AccessTokenClaims.decode(text), text).toBeUndefined()
    }
  )

  it("are read once for equal tokens, such as those read from a cookie each time", () => {
    const ann = makeAccessToken("ann")
    const claims = readClaims(ann)
    expect(claims).toMatchObject({ exp: 4_000_000_000 })
    expect(readClaims(ann)).toBe(claims)
  })

  it("are never those of another token", () => {
    const tokens = ["ann", "bob"].map((sub) => unsignedToken({ ...lasting, sub }))
    expect([...tokens, ...tokens].map((token) => readClaims(token)?.userId)).toStrictEqual(["ann", "bob", "ann", "bob"])
    expect(readClaims("none")).toBeUndefined()
    expect(readClaims("none")).toBeUndefined()
    expect(readClaims(tokens[0]!)?.userId).toBe("ann")
  })
})

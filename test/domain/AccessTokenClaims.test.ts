/** The claims of a token are read once, however often the session asks for them. */
import { describe, expect, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import { accessTokenOf } from "../client/page.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

const claimsOf = (token: string) => AccessTokenClaims.of(Redacted.make(token))

describe("the claims of an access token", () => {
  it("are read once for equal tokens, such as those read from a cookie each time", () => {
    const ann = accessTokenOf("ann")
    const claims = claimsOf(ann)
    expect(claims).toMatchObject({ exp: 4_000_000_000 })
    expect(claimsOf(ann)).toBe(claims)
  })

  it("are never those of another token", () => {
    const tokens = ["ann", "bob"].map((sub) => unsignedToken({ ...lasting, sub }))
    expect([...tokens, ...tokens].map((token) => claimsOf(token)?.userId)).toStrictEqual(["ann", "bob", "ann", "bob"])
    expect(claimsOf("none")).toBeUndefined()
    expect(claimsOf("none")).toBeUndefined()
    expect(claimsOf(tokens[0]!)?.userId).toBe("ann")
  })
})

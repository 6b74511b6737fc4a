/** Users with access tokens: those of Gatefold, and those of Clerk, which are signed with another kind of key. */
import { randomUUID } from "node:crypto"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as jose from "jose"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"

/** A token, and who may be told apart by it. */
export interface Token {
  readonly text: string
  readonly userId: string
}

/** One kind of key, with the tokens that it signs. */
export interface Issuer {
  readonly keySet: jose.JSONWebKeySet
  /** So many different tokens of so many users, whose first ones are each of another user. */
  readonly mint: (users: number, tokens: number) => Promise<ReadonlyArray<Token>>
}

export const projectId = "3f1c9f0e-6f3e-4a53-8c6e-2f1d6b0f9a10"
export const clerkIssuer = "https://clerk.shop.example.com"

/** The tokens outlive the run, which takes longer than the ten minutes of real ones. */
export const lifetimeSeconds = 7200

const inBatches = async (
  users: number,
  tokens: number,
  prefix: string,
  sign: (userId: string) => Promise<string>
): Promise<ReadonlyArray<Token>> => {
  const ids = Array.from({ length: users }, () => `${prefix}${randomUUID()}`)
  const minted: Array<Token> = []
  while (minted.length < tokens) {
    const size = Math.min(100, tokens - minted.length)
    const batch = Array.from({ length: size }, async (_, index): Promise<Token> => {
      const userId = ids[(minted.length + index) % users]!
      return { text: await sign(userId), userId }
    })
    minted.push(...(await Promise.all(batch)))
  }
  return minted
}

/** A minter of the project at a URL. */
export const makeMinter = (apiUrl: string): Promise<TokenMinter.TokenMinter["Service"]> =>
  Effect.runPromise(TokenMinter.make({ projectId, apiUrl, service: "current" }))

/** Claims that make a token as long as a real one. */
const claims = { name: "Ann Example", email: "ann@example.org", selected_team_id: randomUUID() }

/** Tokens of a minter, as Gatefold's service signs them (ES256). */
export const makeTokenIssuer = (minter: TokenMinter.TokenMinter["Service"]): Pick<Issuer, "mint"> => ({
  mint: (users, tokens) =>
    inBatches(users, tokens, "", (userId) =>
      Effect.runPromise(
        minter.mint({ userId, sessionId: randomUUID(), lifetime: Duration.seconds(lifetimeSeconds), payload: claims })
      )
    )
})

/** The same of a new minter of the project at a URL. */
export const makeIssuer = async (apiUrl: string): Promise<Issuer> => {
  const minter = await makeMinter(apiUrl)
  return { keySet: await Effect.runPromise(minter.keySet), ...makeTokenIssuer(minter) }
}

/** Tokens as Clerk's service signs them (RS256). */
export const makeClerkIssuer = async (): Promise<Issuer> => {
  const { privateKey, publicKey } = await jose.generateKeyPair("RS256", { extractable: true })
  const kid = "ins_growth"
  const sign = (userId: string) =>
    new jose.SignJWT({ sub: userId, sid: `sess_${randomUUID()}`, azp: "https://shop.example.com" })
      .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
      .setIssuer(clerkIssuer)
      .setIssuedAt()
      .setNotBefore("0 s")
      .setExpirationTime(`${lifetimeSeconds} s`)
      .sign(privateKey)
  return {
    keySet: { keys: [{ ...(await jose.exportJWK(publicKey)), kid, alg: "RS256", use: "sig" }] },
    mint: (users, tokens) => inBatches(users, tokens, "user_", sign)
  }
}

/** The claims of one token with the signature of another: nobody may accept it. */
export const forged = ([claims, signature]: readonly [Token, Token]): string => {
  const cut = (text: string) => text.lastIndexOf(".")
  return claims.text.slice(0, cut(claims.text)) + signature.text.slice(cut(signature.text))
}

/** An OpenID issuer on this machine that signs whatever it is told to. */
import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import * as jose from "jose"
import { serve } from "../../support/listen.ts"
import { oidcClient } from "./openIdServer.ts"

export interface Signer {
  /** What the token endpoint answers as ID token. */
  readonly sign: (claims: jose.JWTPayload, keys: Keys) => Promise<string>
  /** Gets the keys as soon as they are there. */
  readonly onKeys?: (keys: Keys) => void
}

export interface Keys {
  readonly published: jose.GenerateKeyPairResult
  readonly other: jose.GenerateKeyPairResult
}

export const keyId = "the-key"

/** Signs as it should be done. */
export const honest = (claims: jose.JWTPayload, { published }: Keys) =>
  new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: keyId }).sign(published.privateKey)

/** The same for all issuers: they take longer to make than everything else. */
let made: Promise<Keys> | undefined

const makeKeys = async (): Promise<Keys> => ({
  published: await jose.generateKeyPair("RS256", { extractable: true }),
  other: await jose.generateKeyPair("RS256", { extractable: true })
})

/** Starts an issuer; everybody is Ann at once. */
export const start = Effect.fnUntraced(function* ({ onKeys, sign }: Signer) {
  const keys = yield* Effect.promise(() => (made ??= makeKeys()))
  onKeys?.(keys)
  const jwk = yield* Effect.promise(() => jose.exportJWK(keys.published.publicKey))
  let nonce = ""
  let issuer = ""

  const answers: Record<string, (url: URL) => Promise<object>> = {
    "/.well-known/openid-configuration": async () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"]
    }),
    "/jwks": async () => ({ keys: [{ ...jwk, kid: keyId, alg: "RS256", use: "sig" }] }),
    "/token": async () => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: issuer, aud: oidcClient.clientId, sub: "ann", nonce, iat: now, exp: now + 60, name: "Ann" }
      return { access_token: "at", token_type: "Bearer", expires_in: 60, id_token: await sign(claims, keys) }
    }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", issuer)
    if (url.pathname === "/auth") {
      nonce = url.searchParams.get("nonce") ?? ""
      const back = new URL(url.searchParams.get("redirect_uri") ?? "")
      back.search = new URLSearchParams({ code: "c", state: url.searchParams.get("state") ?? "" }).toString()
      response.writeHead(303, { location: back.href }).end()
      return
    }
    void answers[url.pathname]?.(url).then((body) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
    )
  })
  const { url } = yield* serve(server)
  issuer = url
  return issuer
})

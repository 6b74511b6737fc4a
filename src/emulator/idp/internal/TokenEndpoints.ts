/** The endpoints that the service calls after a sign-in: for tokens, and for the claims of an access token. */
import * as Effect from "effect/Effect"
import type { ProviderId } from "../../../domain/Ids.ts"
import { readForm } from "../../http/HtmlPage.ts"
import type * as IdTokens from "./IdTokens.ts"
import * as Json from "./Json.ts"
import * as Tokens from "./Tokens.ts"

/** Answers requests for tokens; `sign` makes the ID Tokens. */
export const make = (sign: IdTokens.Sign) => ({
  token: Effect.fnUntraced(function* (request: Request, providerId: ProviderId) {
    const form = yield* readForm(request)
    const read = (name: string) => form.get(name) ?? ""
    const clientId = read("client_id")
    const grantType = read("grant_type")
    if (grantType !== "authorization_code" && grantType !== "refresh_token") {
      return Json.json(400, { error: "unsupported_grant_type" })
    }
    if (grantType === "refresh_token") {
      const answer = yield* Tokens.refresh({ providerId, clientId, refreshToken: read("refresh_token") })
      return answer === undefined ? Json.json(400, { error: "invalid_grant" }) : Json.json(200, answer)
    }
    const redeemed = yield* Tokens.redeemCode({
      providerId,
      clientId,
      redirectUri: read("redirect_uri"),
      code: read("code"),
      codeVerifier: read("code_verifier")
    })
    if (redeemed === undefined) return Json.json(400, { error: "invalid_grant" })
    const { answer, claims } = redeemed
    if (!answer.scope.split(" ").includes("openid")) return Json.json(200, answer)
    return Json.json(200, { ...answer, id_token: yield* sign(claims, { provider: providerId, audience: clientId }) })
  }),

  userinfo: Effect.fnUntraced(function* (request: Request, providerId: ProviderId) {
    const [, token = ""] = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? []
    const claims = yield* Tokens.readClaims(providerId, token)
    if (claims === undefined) return Json.json(401, { error: "invalid_token" })
    const { nonce: _, ...profile } = claims
    return Json.json(200, profile)
  })
})

/** The endpoints that the service calls after a sign-in: for tokens, and for the claims of an access token. */
import * as Effect from "effect/Effect"
import { formOf } from "../../http/FormPage.ts"
import { Tokens } from "../Tokens.ts"
import { json } from "./Json.ts"

export const make = Effect.map(Tokens, (tokens) => ({
  token: Effect.fnUntraced(function* (request: Request, providerId: string) {
    const form = yield* formOf(request)
    const read = (name: string) => form.get(name) ?? ""
    const clientId = read("client_id")
    const grantType = read("grant_type")
    if (grantType !== "authorization_code" && grantType !== "refresh_token") {
      return json(400, { error: "unsupported_grant_type" })
    }
    const answer =
      grantType === "refresh_token"
        ? yield* tokens.refresh({ providerId, clientId, refreshToken: read("refresh_token") })
        : yield* tokens.redeemCode({
            providerId,
            clientId,
            redirectUri: read("redirect_uri"),
            code: read("code"),
            codeVerifier: read("code_verifier")
          })
    return answer === undefined ? json(400, { error: "invalid_grant" }) : json(200, answer)
  }),

  userinfo: Effect.fnUntraced(function* (request: Request, providerId: string) {
    const [, token = ""] = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? []
    const claims = yield* tokens.claims(providerId, token)
    return claims === undefined ? json(401, { error: "invalid_token" }) : json(200, claims)
  })
}))

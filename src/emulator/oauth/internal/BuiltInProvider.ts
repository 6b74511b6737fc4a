/** Any provider, simulated by the built-in identity provider. */
import * as Effect from "effect/Effect"
import type { ProviderId } from "../../../domain/Ids.ts"
import type { IdentityProvider } from "../../idp/IdentityProvider.ts"
import * as ProviderCatalog from "../../projects/ProviderCatalog.ts"
import {
  makeAuthorizationParameters,
  makeAnsweredFailure,
  makeFailure,
  parseFailure,
  type Grant,
  parseProfile,
  type Provider,
  readNonEmpty
} from "../Provider.ts"
import * as IdToken from "./IdToken.ts"

export interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

type JsonObject = Readonly<Record<string, unknown>>

/** A provider that calls its endpoints in this process, through the handler of the identity provider. */
export const make = (idp: IdentityProvider["Service"], providerId: ProviderId, client: Client): Provider => {
  const makeUrl = (endpoint: string) => idp.makeUrl(providerId, endpoint)

  const call = Effect.fnUntraced(function* (request: Request) {
    const response = yield* idp.handle(request)
    const body = yield* Effect.tryPromise({
      try: (): Promise<JsonObject> => response.json(),
      catch: () => makeFailure(`The provider answered with status ${response.status}.`)
    })
    return response.ok ? body : yield* makeAnsweredFailure(String(body["error"]))
  })

  const requestToken = Effect.fnUntraced(function* (fields: Readonly<Record<string, string>>) {
    const body = new URLSearchParams({ ...fields, client_id: client.clientId, client_secret: client.clientSecret })
    const answer = yield* call(new Request(makeUrl("token"), { method: "POST", body }))
    const accessToken = readNonEmpty(answer["access_token"])
    if (accessToken === null) return yield* makeFailure("The provider gave no access token.")
    return {
      accessToken,
      expiresInMillis: typeof answer["expires_in"] === "number" ? answer["expires_in"] * 1000 : undefined,
      refreshToken: readNonEmpty(answer["refresh_token"]) ?? undefined,
      scope: readNonEmpty(answer["scope"]) ?? ""
    } satisfies Grant
  })

  const requestProfile = Effect.fnUntraced(function* (accessToken: string) {
    const headers = { authorization: `Bearer ${accessToken}` }
    const claims = yield* call(new Request(makeUrl("userinfo"), { headers }))
    return parseProfile(claims) ?? (yield* makeFailure("The provider named no account."))
  })

  return {
    authorizationUrl: (binding) => {
      const query = new URLSearchParams({
        ...makeAuthorizationParameters(client.clientId, binding),
        ...(ProviderCatalog.find(providerId).usesForm === true && { response_mode: "form_post" })
      })
      return Effect.succeed(`${makeUrl("authorize")}?${query}`)
    },

    exchange: Effect.fnUntraced(function* (binding, answer) {
      const failure = parseFailure(answer)
      if (failure !== undefined) return yield* failure
      const grant = yield* requestToken({
        grant_type: "authorization_code",
        code: answer.get("code") ?? "",
        redirect_uri: binding.redirectUri,
        code_verifier: binding.codeVerifier
      })
      return { profile: yield* requestProfile(grant.accessToken), grant }
    }),

    verify: (idToken, audiences) =>
      Effect.flatMap(call(new Request(makeUrl("keys"))), (keys) =>
        IdToken.verify(idToken, { issuer: idp.makeIssuer(providerId), audiences, keys })
      ),

    refresh: (refreshToken) => requestToken({ grant_type: "refresh_token", refresh_token: refreshToken })
  }
}

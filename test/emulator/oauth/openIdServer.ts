/** A real OpenID provider on this machine. */
import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import { Provider } from "oidc-provider"
import { serve } from "../../support/listen.ts"

export const oidcClient = { clientId: "emulator", clientSecret: "secret-of-the-emulator" }

const makeClaims = (login: string) => ({
  sub: login,
  email: login,
  email_verified: !login.startsWith("unverified"),
  name: `${login} in person`,
  picture: "https://example.com/picture.png"
})

/** It warns of what is no good in production: its storage, its keys and its pages. */
const quietly = <A>(run: () => A): A => {
  const { warn } = console
  console.warn = () => {}
  try {
    return run()
  } finally {
    console.warn = warn
  }
}

/** Starts a provider with one client, whose accounts are whatever somebody types in. */
export const start = Effect.fnUntraced(function* (redirectUri: string, authMethod = "client_secret_basic") {
  const server = createServer()
  const { url: issuer } = yield* serve(server)
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: oidcClient.clientId,
            client_secret: oidcClient.clientSecret,
            redirect_uris: [redirectUri],
            grant_types: ["authorization_code", "refresh_token"],
            token_endpoint_auth_method: authMethod
          }
        ],
        cookies: { keys: ["of the test"] },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
        findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => makeClaims(id) }),
        ttl: {
          AccessToken: 3600,
          AuthorizationCode: 60,
          Grant: 86_400,
          IdToken: 3600,
          Interaction: 600,
          RefreshToken: 86_400,
          Session: 86_400
        },
        rotateRefreshToken: true
      })
  )
  server.on("request", provider.callback())
  return issuer
})

/** A real identity provider, through the optional package `oauth4webapi`. */
import * as Effect from "effect/Effect"
import { createRemoteJWKSet } from "jose"
import type * as OAuth from "oauth4webapi"
import { isLoopback } from "../../domain/url/Loopback.ts"
import type { Client } from "./internal/BuiltInProvider.ts"
import * as IdToken from "./internal/IdToken.ts"
import {
  makeAuthorizationParameters,
  makeAnsweredFailure,
  type Binding,
  makeFailure,
  parseFailure,
  type Grant,
  parseProfile,
  type Provider,
  ProviderFailure,
  makeUnavailableFailure
} from "./Provider.ts"

/** A real provider: an OpenID issuer, or the endpoints of an OAuth provider. */
export type Endpoints =
  | {
      /** Such as `https://accounts.google.com`; endpoints are discovered. */
      readonly issuer: string
      /** Scopes in addition to those of the app. Default: `openid email profile`. */
      readonly scope?: string | undefined
      /** More parameters of the authorization request, such as `{ prompt: "consent" }`. */
      readonly parameters?: Readonly<Record<string, string>> | undefined
    }
  | {
      readonly authorizationEndpoint: string
      readonly tokenEndpoint: string
      /**
       * The userinfo endpoint: JSON with `sub` or `id`, and optionally `email`, `email_verified`, `name`, `picture`.
       */
      readonly userinfoEndpoint: string
      readonly scope?: string | undefined
      readonly parameters?: Readonly<Record<string, string>> | undefined
    }

const timeout = "10 seconds"

const load: Effect.Effect<typeof OAuth, ProviderFailure> = Effect.tryPromise({
  try: () => import("oauth4webapi"),
  catch: () => makeFailure("Real identity providers need the package oauth4webapi; install it.")
})

const readErrorCode = (oauth: typeof OAuth, cause: unknown): string | undefined => {
  if (cause instanceof oauth.ResponseBodyError || cause instanceof oauth.AuthorizationResponseError) return cause.error
  if (!(cause instanceof oauth.WWWAuthenticateChallengeError)) return undefined
  return cause.cause[0]?.parameters.error ?? `with status ${cause.status}`
}

/** Only codes of the library's failures are used: messages may contain requests. */
const toFailure =
  (oauth: typeof OAuth) =>
  (cause: unknown): ProviderFailure => {
    if (cause instanceof ProviderFailure) return cause
    const error = readErrorCode(oauth, cause)
    if (error !== undefined) return makeAnsweredFailure(error)
    return cause instanceof oauth.OperationProcessingError
      ? makeFailure(`The provider could not be used: ${cause.code ?? cause.name}.`)
      : makeUnavailableFailure("The provider could not be used: no answer.")
  }

interface RequestOptions {
  readonly signal: AbortSignal
  readonly [OAuth.allowInsecureRequests]: boolean
}

/** The configuration of a provider's client. */
interface ProviderClient {
  readonly oauth: typeof OAuth
  readonly server: OAuth.AuthorizationServer
  readonly client: OAuth.Client
  readonly authentication: OAuth.ClientAuth
  readonly options: RequestOptions
}

const discoverServer = async (
  oauth: typeof OAuth,
  endpoints: Endpoints,
  options: RequestOptions
): Promise<OAuth.AuthorizationServer> => {
  if ("issuer" in endpoints) {
    const issuer = new URL(endpoints.issuer)
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
  }
  return {
    issuer: new URL(endpoints.tokenEndpoint).origin,
    authorization_endpoint: endpoints.authorizationEndpoint,
    token_endpoint: endpoints.tokenEndpoint,
    userinfo_endpoint: endpoints.userinfoEndpoint
  }
}

const readEndpoint = (
  server: OAuth.AuthorizationServer,
  field: "authorization_endpoint" | "jwks_uri" | "userinfo_endpoint"
): URL => {
  const url = URL.parse(server[field] ?? "")
  if (url === null) throw makeFailure(`The provider's metadata has no valid ${field}.`)
  return url
}

const toGrant = (answer: OAuth.TokenEndpointResponse, requestedScope: string): Grant => ({
  accessToken: answer.access_token,
  expiresInMillis: answer.expires_in === undefined ? undefined : answer.expires_in * 1000,
  refreshToken: answer.refresh_token,
  scope: answer.scope ?? requestedScope
})

/** Basic authentication, unless the server's metadata says otherwise; without metadata the body is used. */
const toClientAuthentication = (
  oauth: typeof OAuth,
  server: OAuth.AuthorizationServer,
  client: Client,
  isOpenId: boolean
) => {
  const methods = server.token_endpoint_auth_methods_supported
  const usesBasic = isOpenId && (methods === undefined || methods.includes("client_secret_basic"))
  return usesBasic ? oauth.ClientSecretBasic(client.clientSecret) : oauth.ClientSecretPost(client.clientSecret)
}

const redeem = async (provider: ProviderClient, binding: Binding, answer: URLSearchParams, isOpenId: boolean) => {
  const { authentication, client, oauth, options, server } = provider
  const checked = oauth.validateAuthResponse(server, client, answer, binding.state)
  const { codeVerifier, redirectUri } = binding
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    checked,
    redirectUri,
    codeVerifier,
    options
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    requireIdToken: isOpenId,
    expectedNonce: isOpenId ? binding.nonce : oauth.expectNoNonce
  })
  // Verified with the issuer's keys, although the token came over TLS.
  if (isOpenId) await oauth.validateApplicationLevelSignature(server, response, options)
  return tokens
}

type Claims = Readonly<Record<string, unknown>>

/** Many providers send the address in the userinfo answer only. */
const readOpenIdClaims = async (provider: ProviderClient, tokens: OAuth.TokenEndpointResponse): Promise<Claims> => {
  const { client, oauth, options, server } = provider
  const idToken = oauth.getValidatedIdTokenClaims(tokens)
  if (idToken === undefined || server.userinfo_endpoint === undefined) return { ...idToken }
  const response = await oauth.userInfoRequest(server, client, tokens.access_token, options)
  const claims = await oauth.processUserInfoResponse(server, client, idToken.sub, response)
  const isSigned = response.headers.get("content-type")?.startsWith("application/jwt") === true
  if (isSigned) await oauth.validateApplicationLevelSignature(server, response, options)
  return { ...idToken, ...claims }
}

const readPlainClaims = async (
  { oauth, options, server }: ProviderClient,
  tokens: OAuth.TokenEndpointResponse
): Promise<Claims> => {
  const url = readEndpoint(server, "userinfo_endpoint")
  const headers = new Headers({ accept: "application/json", "user-agent": "gatefold-emulator" })
  const response = await oauth.protectedResourceRequest(tokens.access_token, "GET", url, headers, undefined, options)
  return response.ok ? response.json() : {}
}

/** A provider over the network. Plain http only on this machine. */
export const make = (endpoints: Endpoints, client: Client): Provider => {
  const isOpenId = "issuer" in endpoints
  const home = new URL(isOpenId ? endpoints.issuer : endpoints.tokenEndpoint)

  const runStep = <A>(run: (provider: ProviderClient) => Promise<A>): Effect.Effect<A, ProviderFailure> =>
    Effect.flatMap(load, (oauth) =>
      Effect.tryPromise({
        try: async (signal) => {
          const options = { signal, [oauth.allowInsecureRequests]: isLoopback(home.hostname) }
          const server = await discoverServer(oauth, endpoints, options)
          const authentication = toClientAuthentication(oauth, server, client, isOpenId)
          return run({ oauth, server, client: { client_id: client.clientId }, authentication, options })
        },
        catch: toFailure(oauth)
      }).pipe(
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () => Effect.fail(makeUnavailableFailure("The provider did not answer in time."))
        })
      )
    )

  return {
    authorizationUrl: (binding) =>
      runStep(async ({ server }) => {
        const url = readEndpoint(server, "authorization_endpoint")
        const parameters = {
          ...makeAuthorizationParameters(client.clientId, binding),
          ...(isOpenId && { nonce: binding.nonce }),
          ...endpoints.parameters
        }
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
        return url.href
      }),

    exchange: Effect.fnUntraced(function* (binding, answer) {
      const failure = parseFailure(answer)
      if (failure !== undefined) return yield* failure
      const { claims, grant } = yield* runStep(async (provider) => {
        const tokens = await redeem(provider, binding, answer, isOpenId)
        const readClaims = isOpenId ? readOpenIdClaims : readPlainClaims
        return { claims: await readClaims(provider, tokens), grant: toGrant(tokens, binding.scope) }
      })
      const profile = parseProfile(claims)
      return profile === undefined ? yield* makeFailure("The provider named no account.") : { profile, grant }
    }),

    verify: Effect.fnUntraced(function* (idToken, audiences) {
      const { issuer, keys } = yield* runStep(async ({ server }) => {
        const remote = createRemoteJWKSet(readEndpoint(server, "jwks_uri"))
        await remote.reload()
        return { issuer: server.issuer, keys: remote.jwks() }
      })
      return yield* IdToken.verify(idToken, { issuer, audiences, keys })
    }),

    refresh: (refreshToken, scope) =>
      runStep(async ({ authentication, client: registered, oauth, options, server }) => {
        const response = await oauth.refreshTokenGrantRequest(server, registered, authentication, refreshToken, options)
        return toGrant(await oauth.processRefreshTokenResponse(server, registered, response), scope)
      })
  }
}

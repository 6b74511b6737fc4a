/**
 * Access tokens with real signatures, for a project that need not exist: the
 * verifier accepts them, because the same minter publishes the keys.
 *
 * @example
 * ```ts
 * const minter = yield* TokenMinter.TokenMinter
 * const token = yield* minter.mint({ userId: "…" })
 * // provided with: AccessTokenVerifier.layer() over ClientApp over TokenMinter.layer({ projectId, apiUrl })
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import * as Http from "../http/Http.ts"
import { defaultApiUrl } from "../http/ProjectConfig.ts"

/** What a token says; everything is optional. */
export interface Claims {
  readonly userId?: string | undefined
  readonly sessionId?: string | undefined
  /** How long it lasts from now on; negative for a token that has expired. Default: 600. */
  readonly lifetimeSeconds?: number | undefined
  /** Whatever else it is to say, or to say differently, such as `{ aud: "another project" }`; undefined leaves out. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined
  /** The same for the header. */
  readonly header?: Readonly<Record<string, unknown>> | undefined
}

/** The project that tokens are minted for. */
export interface Options {
  readonly projectId: string
  /** Default: that of the hosted service. */
  readonly apiUrl?: string | undefined
}

/** Mints tokens and publishes the keys that they are signed with. */
export class TokenMinter extends Context.Service<
  TokenMinter,
  {
    /** A token, signed with the newest key. */
    readonly mint: (claims?: Claims) => Effect.Effect<string>
    /** Signs with a new key from now on; answers its id. The former keys stay published. */
    readonly rotate: Effect.Effect<string>
    /** Stops publishing a key. */
    readonly withdraw: (kid: string) => Effect.Effect<void>
    /** What is published. */
    readonly keySet: Effect.Effect<jose.JSONWebKeySet>
    /** Answers requests for the key set, and 404 to all others. */
    readonly handle: (request: Request) => Response
    /** How often the key set was asked for. */
    readonly fetches: Effect.Effect<number>
  }
>()("gatefold/testing/TokenMinter") {}

/** The user of a token that names none. */
export const defaultUserId = "00000000-0000-4000-8000-000000000001"
/** The session of a token that names none. */
export const defaultSessionId = "00000000-0000-4000-8000-000000000002"

interface Key {
  readonly kid: string
  readonly privateKey: jose.CryptoKey
  readonly publicJwk: jose.JWK
}

const newKey = (): Effect.Effect<Key> =>
  Effect.promise(async () => {
    const { privateKey, publicKey } = await jose.generateKeyPair("ES256", { extractable: true })
    const { crv, kty, x, y } = await jose.exportJWK(publicKey)
    const point = { kty, crv, x, y } as jose.JWK
    const kid = (await jose.calculateJwkThumbprint(point)).slice(0, 12)
    return { kid, privateKey, publicJwk: { ...point, alg: "ES256", kid } }
  })

/** By hand, because a test may want a genuine signature below any header. */
const sign = (key: jose.CryptoKey, text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const algorithm = { name: "ECDSA", hash: "SHA-256" }
    const signature = await globalThis.crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text))
    return jose.base64url.encode(new Uint8Array(signature))
  })

/** A minter with one key. */
export const make = Effect.fnUntraced(function* ({ apiUrl = defaultApiUrl, projectId }: Options) {
  const issuer = `${apiUrl}/api/v1/projects/${projectId}`
  let current = yield* newKey()
  let published: ReadonlyArray<Key> = [current]
  let fetches = 0
  const keySet = (): jose.JSONWebKeySet => ({ keys: published.map(({ publicJwk }) => publicJwk) })
  return TokenMinter.of({
    mint: Effect.fnUntraced(function* ({ header, lifetimeSeconds = 600, payload, sessionId, userId }: Claims = {}) {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      const claims = {
        sub: userId ?? defaultUserId,
        branchId: "main",
        refreshTokenId: sessionId ?? defaultSessionId,
        role: "authenticated",
        iss: issuer,
        aud: projectId,
        iat: Math.min(now, now + lifetimeSeconds),
        exp: now + lifetimeSeconds,
        ...payload
      }
      const { kid, privateKey } = current
      const signed = [{ alg: "ES256", kid, ...header }, claims]
        .map((part) => jose.base64url.encode(JSON.stringify(part)))
        .join(".")
      const signature = yield* sign(privateKey, signed)
      return `${signed}.${signature}`
    }),
    rotate: Effect.map(newKey(), (key) => {
      current = key
      published = [key, ...published]
      return key.kid
    }),
    withdraw: (kid) =>
      Effect.sync(() => {
        published = published.filter((key) => key.kid !== kid)
      }),
    keySet: Effect.sync(keySet),
    handle: (request) => {
      if (request.url !== `${issuer}/.well-known/jwks.json`) return new Response("Not found", { status: 404 })
      fetches++
      return Response.json(keySet())
    },
    fetches: Effect.sync(() => fetches)
  })
})

/** A minter, and a network on which there is nothing but its key set. */
export const layer = (options: Options): Layer.Layer<TokenMinter> =>
  Layer.unwrap(Effect.map(TokenMinter, ({ handle }) => Http.layerHandler(handle))).pipe(
    Layer.provideMerge(Layer.effect(TokenMinter, make(options)))
  )

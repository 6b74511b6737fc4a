/**
 * Access tokens with real signatures, for a project that need not exist. Verifiers accept them, because the minter
 * publishes the keys.
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
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import * as DurationOption from "../backend/DurationOption.ts"
import type { Generation } from "../domain/Generation.ts"
import type { RestrictedReason } from "../domain/RestrictedReason.ts"
import { toAudience, toIssuer, type TokenKind, tokenKinds } from "../domain/TokenKind.ts"
import * as Http from "../http/Http.ts"
import { defaultApiUrl } from "../http/ServiceConfig.ts"

/** The claims of a token; everything is optional. */
export interface Claims {
  readonly userId?: string | undefined
  readonly sessionId?: string | undefined
  /** The kind of the token. Default: `normal`; with the service of 2025-06 all are. */
  readonly kind?: TokenKind | undefined
  /** Why the user is restricted. Default: `email_not_verified`; for guests it is always `anonymous`. */
  readonly restrictedReason?: RestrictedReason["type"] | undefined
  /** The remaining lifetime; negative for an expired token. Default: 10 minutes. */
  readonly lifetime?: Duration.Input | undefined
  /** Further claims, or other values, such as `{ aud: "another project" }`; undefined removes a claim. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined
  /** Further members of the header, or other values; undefined removes a member. */
  readonly header?: Readonly<Record<string, unknown>> | undefined
}

/** The project that tokens are minted for. */
export interface Options {
  readonly projectId: string
  /** Default: that of the hosted service. */
  readonly apiUrl?: string | undefined
  /** The generation whose claims and keys it has. Default: the claims of both, and the keys of the current service. */
  readonly service?: Generation | undefined
}

/** Mints tokens and publishes the keys that they are signed with. */
export class TokenMinter extends Context.Service<
  TokenMinter,
  {
    /** A token, signed with the newest key of its kind. */
    readonly mint: (claims?: Claims) => Effect.Effect<string>
    /** Signs normal tokens with a new key from now on; returns its id. The former keys stay published. */
    readonly rotate: Effect.Effect<string>
    /** Stops publishing a key. */
    readonly withdraw: (kid: string) => Effect.Effect<void>
    /** The published keys of normal tokens. */
    readonly keySet: Effect.Effect<jose.JSONWebKeySet>
    /** Answers requests for the key set, with `include_restricted` and `include_anonymous`; others with 404. */
    readonly handle: (request: Request) => Response
    /** How often the key set was asked for. */
    readonly fetches: Effect.Effect<number>
  }
>()("gatefold/testing/TokenMinter") {}

/** The user of minted tokens that name none. */
export const defaultUserId = "00000000-0000-4000-8000-000000000001"
/** The session of minted tokens that name none. */
export const defaultSessionId = "00000000-0000-4000-8000-000000000002"

interface Key {
  readonly kid: string
  readonly privateKey: jose.CryptoKey
  readonly publicJwk: jose.JWK
}

const makeKey = (): Effect.Effect<Key> =>
  Effect.promise(async () => {
    const { privateKey, publicKey } = await jose.generateKeyPair("ES256", { extractable: true })
    const { crv, kty, x, y } = await jose.exportJWK(publicKey)
    const point = { kty, crv, x, y } as jose.JWK
    const kid = (await jose.calculateJwkThumbprint(point)).slice(0, 12)
    return { kid, privateKey, publicJwk: { ...point, alg: "ES256", kid } }
  })

/** Signed without a library, because a test may need a genuine signature with any header. */
const sign = (key: jose.CryptoKey, text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const algorithm = { name: "ECDSA", hash: "SHA-256" }
    const signature = await globalThis.crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text))
    return jose.base64url.encode(new Uint8Array(signature))
  })

const makeOldClaims = (sessionId: string) => ({ branchId: "main", refreshTokenId: sessionId })

const makeCurrentClaims = (projectId: string, sessionId: string, reason: string | undefined) => ({
  project_id: projectId,
  branch_id: "main",
  refresh_token_id: sessionId,
  name: null,
  email: null,
  email_verified: reason === undefined,
  selected_team_id: null,
  signed_up_at: 0,
  is_anonymous: reason === "anonymous",
  is_restricted: reason !== undefined,
  restricted_reason: reason === undefined ? null : { type: reason },
  requires_totp_mfa: false
})

/** The keys of a project: at first one of each kind. */
const makeKeys = Effect.fnUntraced(function* (kinds: ReadonlyArray<TokenKind>) {
  /** Of each kind the newest first. */
  const published = new Map(
    yield* Effect.forEach(kinds, (kind) => Effect.map(makeKey(), (key) => [kind, [key] as ReadonlyArray<Key>] as const))
  )
  let current = published.get("normal")![0]!
  return {
    pickSigningKey: (kind: TokenKind) => (kind === "normal" ? current : published.get(kind)![0]!),
    toKeySet: (requested: ReadonlyArray<TokenKind>): jose.JSONWebKeySet => ({
      keys: requested.flatMap((kind) => published.get(kind) ?? []).map(({ publicJwk }) => publicJwk)
    }),
    rotate: Effect.map(makeKey(), (key) => {
      current = key
      published.set("normal", [key, ...(published.get("normal") ?? [])])
      return key.kid
    }),
    withdraw: (kid: string) =>
      Effect.sync(() => {
        for (const [kind, keys] of published) {
          published.set(
            kind,
            keys.filter((key) => key.kid !== kid)
          )
        }
      })
  }
})

/** A minter with one key of each kind. */
export const make = Effect.fnUntraced(function* ({ apiUrl = defaultApiUrl, projectId, service }: Options) {
  const kinds: ReadonlyArray<TokenKind> = service === "2025-06" ? ["normal"] : tokenKinds
  const keySetUrl = `${toIssuer(apiUrl, projectId, "normal")}/.well-known/jwks.json`
  const keys = yield* makeKeys(kinds)
  let fetches = 0
  return TokenMinter.of({
    mint: Effect.fnUntraced(function* ({
      header,
      kind: requested = "normal",
      lifetime = "10 minutes",
      payload,
      restrictedReason = "email_not_verified",
      sessionId = defaultSessionId,
      userId = defaultUserId
    }: Claims = {}) {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      // A wrong lifetime is a mistake of the test, which no code under test could handle.
      const lifetimeMillis = yield* Effect.orDie(DurationOption.parseMillis("lifetime", lifetime, -Infinity))
      const exp = now + Math.floor(lifetimeMillis / 1000)
      const kind = kinds.includes(requested) ? requested : "normal"
      const reason = kind === "restricted" ? restrictedReason : kind === "anonymous" ? kind : undefined
      const claims = {
        sub: userId,
        ...(service !== "current" && makeOldClaims(sessionId)),
        ...(service !== "2025-06" && makeCurrentClaims(projectId, sessionId, reason)),
        role: "authenticated",
        iss: toIssuer(apiUrl, projectId, kind),
        aud: toAudience(projectId, kind),
        iat: Math.min(now, exp),
        exp,
        ...payload
      }
      const { kid, privateKey } = keys.pickSigningKey(kind)
      const signed = [{ alg: "ES256", kid, ...header }, claims]
        .map((part) => jose.base64url.encode(JSON.stringify(part)))
        .join(".")
      const signature = yield* sign(privateKey, signed)
      return `${signed}.${signature}`
    }),
    rotate: keys.rotate,
    withdraw: keys.withdraw,
    keySet: Effect.sync(() => keys.toKeySet(["normal"])),
    handle: (request) => {
      const { href, searchParams } = new URL(request.url)
      if (href.split("?", 1)[0] !== keySetUrl) return new Response("Not found", { status: 404 })
      fetches++
      const withAnonymous = searchParams.get("include_anonymous") === "true"
      const withRestricted = withAnonymous || searchParams.get("include_restricted") === "true"
      return Response.json(
        keys.toKeySet([
          "normal",
          ...(withRestricted ? ["restricted" as const] : []),
          ...(withAnonymous ? ["anonymous" as const] : [])
        ])
      )
    },
    fetches: Effect.sync(() => fetches)
  })
})

/** A minter, and an `Http` that answers only its key set. */
export const layer = (options: Options): Layer.Layer<TokenMinter> =>
  Layer.unwrap(Effect.map(TokenMinter, ({ handle }) => Http.layerHandler(handle))).pipe(
    Layer.provideMerge(Layer.effect(TokenMinter, make(options)))
  )

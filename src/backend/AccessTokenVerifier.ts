/**
 * Tells whether an access token is genuine, without asking the service: its
 * signature is checked with the project's public keys (wire/headers §8,
 * SECURITY A5).
 *
 * A token that is genuine lasts to its end (10 minutes by default) whatever
 * becomes of its session; {@link verifyFresh} asks the service instead.
 */
import type * as Clock from "effect/Clock"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as jose from "jose"
import * as UsersApi from "../api/Users.ts"
import {
  AccessTokenExpired,
  type InvalidAccessToken,
  InvalidProjectForAccessToken,
  UnparsableAccessToken
} from "../domain/errors/Session.ts"
import type { CurrentUser } from "../domain/User.ts"
import * as ClientApp from "../http/ClientApp.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import * as ProjectConfig from "../http/ProjectConfig.ts"
import type { CallError } from "../http/Transport.ts"
import { operation } from "../platform/Operation.ts"
import * as KeySet from "./KeySet.ts"
import * as Recent from "./Recent.ts"
import * as Signature from "./Signature.ts"
import * as VerifiedClaims from "./VerifiedClaims.ts"

/** Why a token was not verified: it is not valid, or there are no keys to tell. */
export type VerifyError = InvalidAccessToken | KeySet.KeysUnavailable

/** Verifies the access tokens of one project. */
export class AccessTokenVerifier extends Context.Service<
  AccessTokenVerifier,
  {
    /** Whose tokens are accepted. */
    readonly expected: VerifiedClaims.Expected
    readonly verify: (
      accessToken: string | Redacted.Redacted
    ) => Effect.Effect<VerifiedClaims.VerifiedClaims, VerifyError>
  }
>()("gatefold/backend/AccessTokenVerifier") {}

/** How tokens are verified; everything is optional. */
export interface VerifierOptions {
  /**
   * What tokens name as their issuer. Default: the project below the API URL; a
   * service that this server reaches under another URL than everybody else
   * names its public one.
   */
  readonly issuer?: string | undefined
  /** How many verified tokens are remembered until they expire; 0 for none. Default: 1,000. */
  readonly cacheSize?: number | undefined
  /** By how much the clocks of the service and of this machine may differ. Default: 0. */
  readonly clockToleranceSeconds?: number | undefined
}

/** Longer tokens are refused before anything is parsed (SECURITY A5.13). */
const maxTokenLength = 8192

/** Keys rotate, so there are a few. */
const maxHeaders = 64

interface Seen {
  readonly text: string
  readonly claims: VerifiedClaims.VerifiedClaims
  readonly kid: string
  readonly key: jose.CryptoKey
}

const make = Effect.fnUntraced(function* (
  { apiUrl, projectId }: ProjectConfig.ProjectConfig,
  { cacheSize = 1000, clockToleranceSeconds = 0, issuer }: VerifierOptions
) {
  const root = `${apiUrl}/api/v1/projects/${projectId}`
  const expected: VerifiedClaims.Expected = { issuer: issuer ?? root, audience: projectId }
  const keys = yield* KeySet.make(`${root}/.well-known/jwks.json`)
  const toleranceMillis = clockToleranceSeconds * 1000
  /** By their signatures: a short key is found quickly, and only one text counts for it. */
  const recent = Recent.make<string, Seen>(cacheSize)
  /** The key ids of headers that have proved genuine, for most tokens have one of very few. */
  const kids = new Map<string, string>()

  /** Most of the time the key is at hand, and an effect to get it would cost more than what follows. */
  const withKey = <A, E>(
    kid: string,
    clock: Clock.Clock,
    use: (key: jose.CryptoKey | undefined) => Effect.Effect<A, E>
  ): Effect.Effect<A, E | KeySet.KeysUnavailable> => {
    const key = keys.peek(kid, clock)
    return key === undefined ? Effect.flatMap(keys.find(kid), use) : use(key)
  }

  const checkSignature = (
    text: string,
    parts: Signature.Parts,
    kid: string,
    key: jose.CryptoKey,
    clock: Clock.Clock
  ): Effect.Effect<VerifiedClaims.VerifiedClaims, InvalidAccessToken> =>
    Effect.flatMap(
      Effect.tryPromise({
        try: () => Signature.verify(parts, key),
        catch: () => new UnparsableAccessToken()
      }),
      (payload) =>
        Effect.map(judge(parsePayload(payload), clock), (claims) => {
          remember(parts.header, kid)
          recent.set(parts.signature, { text, claims, kid, key })
          return claims
        })
    )

  const remember = (header: string, kid: string) => {
    if (kids.has(header)) return
    if (kids.size === maxHeaders) kids.clear()
    kids.set(header, kid)
  }

  /** What a genuine payload comes to; of several faults the first one of this order is named. */
  const judge = (
    payload: VerifiedClaims.Payload | undefined,
    clock: Clock.Clock
  ): Effect.Effect<VerifiedClaims.VerifiedClaims, InvalidAccessToken> => {
    if (payload?.iss !== expected.issuer) return Effect.fail(new UnparsableAccessToken())
    if (payload.aud !== expected.audience) return Effect.fail(wrongAudience(payload, projectId))
    const claims = VerifiedClaims.fromPayload(payload, expected) // all dates are numbers after this
    if (claims === undefined) return Effect.fail(new UnparsableAccessToken())
    const now = clock.currentTimeMillisUnsafe()
    if (Number(payload.nbf ?? 0) * 1000 > now + toleranceMillis) return Effect.fail(new UnparsableAccessToken())
    return now >= claims.expiresAtMillis + toleranceMillis
      ? Effect.fail(expired(claims.expiresAtMillis))
      : Effect.succeed(VerifiedClaims.vouch(claims))
  }

  const check = (text: string, clock: Clock.Clock): Effect.Effect<VerifiedClaims.VerifiedClaims, VerifyError> => {
    const parts = Signature.parse(text)
    const kid = parts === undefined ? undefined : (kids.get(parts.header) ?? readKid(text))
    if (parts === undefined || kid === undefined) return Effect.fail(new UnparsableAccessToken())
    if (!keys.has(kid)) {
      // Known by its audience, the token of another project does not cost a fetch. Nothing else is believed of it.
      const payload = readPayload(text)
      if (payload?.aud !== projectId) return Effect.fail(wrongAudience(payload, projectId))
    }
    return withKey(kid, clock, (key) =>
      key === undefined ? Effect.fail(new UnparsableAccessToken()) : checkSignature(text, parts, kid, key, clock)
    )
  }

  const verify = operation("AccessTokenVerifier.verify")((accessToken: string | Redacted.Redacted) =>
    Effect.clockWith((clock): Effect.Effect<VerifiedClaims.VerifiedClaims, VerifyError> => {
      const text = Redacted.isRedacted(accessToken) ? Redacted.value(accessToken) : accessToken
      if (typeof text !== "string" || text.length > maxTokenLength) return Effect.fail(new UnparsableAccessToken())
      const seen = recent.get(Signature.of(text))
      if (seen === undefined || seen.text !== text) return check(text, clock)
      const { claims, key, kid } = seen
      if (clock.currentTimeMillisUnsafe() >= claims.expiresAtMillis + toleranceMillis) {
        recent.delete(Signature.of(text))
        return Effect.fail(expired(claims.expiresAtMillis))
      }
      // A key that was withdrawn takes with it what it has signed.
      return withKey(kid, clock, (current) => {
        if (current === key) return Effect.succeed(claims)
        recent.delete(Signature.of(text))
        return check(text, clock)
      })
    })
  )

  return AccessTokenVerifier.of({ expected, verify })
})

const expired = (millis: number) => new AccessTokenExpired({ details: { expiredAt: new Date(millis) } })

const wrongAudience = (payload: VerifiedClaims.Payload | undefined, projectId: string): InvalidAccessToken =>
  typeof payload?.aud === "string" && payload.aud.length <= 64
    ? new InvalidProjectForAccessToken({ details: { expectedProjectId: projectId, actualProjectId: payload.aud } })
    : new UnparsableAccessToken()

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Undefined where something throws. */
const attempt = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Undefined for what is no JSON, as nothing is none. What is no object has no claims. */
const parsePayload = (bytes: Uint8Array | undefined): VerifiedClaims.Payload | undefined =>
  attempt((): VerifiedClaims.Payload => Object(JSON.parse(utf8.decode(bytes))))

/** The id of the key that a token claims to be signed with; undefined when the token is refused as it stands. */
const readKid = (text: string): string | undefined =>
  attempt(() => {
    if (text.length > maxTokenLength) return undefined
    const header = jose.decodeProtectedHeader(text)
    const { alg, kid, typ } = header
    if (alg !== "ES256" || (typ !== undefined && typ !== "JWT")) return undefined
    if ("crit" in header || "b64" in header || "zip" in header || "enc" in header || "cty" in header) return undefined
    return typeof kid === "string" && kid !== "" && kid.length <= KeySet.maxKidLength ? kid : undefined
  })

const readPayload = (text: string): VerifiedClaims.Payload | undefined => attempt(() => jose.decodeJwt(text))

/** A verifier for the project of the client app in context. */
export const layer = (options: VerifierOptions = {}): Layer.Layer<AccessTokenVerifier, never, ClientApp.ClientApp> =>
  Layer.effect(
    AccessTokenVerifier,
    Effect.flatMap(ClientApp.ClientApp, ({ project }) => make(project, options))
  )

/** A verifier that needs no key at all, for servers that only verify. */
export const layerProject = (
  options: ProjectConfig.ProjectOptions & VerifierOptions
): Layer.Layer<AccessTokenVerifier, ProjectConfig.InvalidOption> =>
  Layer.effect(
    AccessTokenVerifier,
    Effect.flatMap(ProjectConfig.make(options), (project) => make(project, options))
  )

/** The same from Effect's `Config`: the project and the URL that `ClientApp.layerConfig` reads. */
export const layerConfig = (
  options: VerifierOptions = {}
): Layer.Layer<AccessTokenVerifier, ProjectConfig.InvalidOption | Config.ConfigError> =>
  Layer.unwrap(Effect.map(ClientApp.fromConfig, (project) => layerProject({ ...project, ...options })))

/** What a service that was asked has to say: the claims, and the user they are about. */
export interface Fresh {
  readonly claims: VerifiedClaims.VerifiedClaims
  readonly user: CurrentUser
}

/**
 * Asks the service about a token instead of the key set: a request each time,
 * which also notices that the user is gone.
 */
export const verifyFresh = operation("AccessTokenVerifier.verifyFresh")(function* (
  accessToken: string | Redacted.Redacted
): Effect.fn.Return<
  Fresh,
  InvalidAccessToken | Endpoint.KnownErrors<typeof UsersApi.getMe> | CallError,
  AccessTokenVerifier | ClientApp.ClientApp
> {
  const { expected } = yield* AccessTokenVerifier
  const app = yield* ClientApp.ClientApp
  const text = Redacted.isRedacted(accessToken) ? Redacted.value(accessToken) : accessToken
  const payload = readKid(text) === undefined ? undefined : readPayload(text)
  if (payload?.aud !== expected.audience) return yield* wrongAudience(payload, expected.audience)
  const claims = VerifiedClaims.fromPayload(payload, expected)
  if (claims === undefined) return yield* new UnparsableAccessToken()
  const user = yield* app.call(UsersApi.getMe, {}, { accessToken: Redacted.make(text, { label: "accessToken" }) })
  if (user.id !== claims.userId) return yield* new UnparsableAccessToken()
  return { claims: VerifiedClaims.vouch(claims), user }
})

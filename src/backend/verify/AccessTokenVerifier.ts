/**
 * Verifies access tokens without asking the service, by their signature and the project's public keys
 * (docs/protocol/tokens.md#verification).
 *
 * A genuine token is valid until it expires (10 minutes by default), even if its session has ended; {@link verifyFresh}
 * asks the service instead.
 */
import type * as Clock from "effect/Clock"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as jose from "jose"
import type { CurrentUser } from "../../api/schema/User.ts"
import * as LruMap from "../../cache/LruMap.ts"
import { maxTokenLength } from "../../domain/AccessTokenClaims.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import type { RequestRefused } from "../../domain/errors/RequestRefused.ts"
import {
  AccessTokenExpired,
  catchInvalidAccessToken,
  type InvalidAccessToken,
  type AnonymousAuthenticationNotAllowed,
  type RestrictedUserNotAllowed,
  InvalidProjectForAccessToken,
  UnparsableAccessToken
} from "../../domain/errors/Session.ts"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import { reveal, type SecretInput } from "../../domain/SecretInput.ts"
import { type AllowedKinds, isRefused, type TokenKind, tokenKinds } from "../../domain/TokenKind.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import * as Environment from "../../http/Environment.ts"
import { HttpGuard } from "../../http/Http.ts"
import * as ServiceConfig from "../../http/ServiceConfig.ts"
import { operation } from "../../operation/Operation.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import * as UsersWire from "../../wire/generated/Users.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as CountOption from "../CountOption.ts"
import * as DurationOption from "../DurationOption.ts"
import * as SharedCircuits from "../fleet/SharedCircuits.ts"
import * as ExpectedClaims from "./ExpectedClaims.ts"
import * as KeysByKind from "./KeysByKind.ts"
import type * as KeySet from "./KeySet.ts"
import * as Signature from "./Signature.ts"
import * as UnverifiedToken from "./UnverifiedToken.ts"
import * as VerifiedClaims from "./VerifiedClaims.ts"

/** The token is of a kind that is not accepted. Nothing else of it was checked. */
export class TokenKindNotAllowed extends TaggedError("TokenKindNotAllowed")<{
  readonly kind: AllowedKinds[number]
}> {
  override get message() {
    return `Access tokens of ${this.kind} users are not accepted here; allow: ["${this.kind}"] accepts them`
  }
}

/** Why a token was not verified: it is invalid, its kind is not allowed, or the public keys are unavailable. */
export type VerifyError = InvalidAccessToken | TokenKindNotAllowed | KeySet.KeysUnavailable

/** Options of one verification, which go before those of the verifier. */
export interface VerifyOptions {
  /** The accepted kinds. Default: those of the verifier. */
  readonly allow?: AllowedKinds | undefined
}

/** Verifies the access tokens of one project. */
export class AccessTokenVerifier extends Context.Service<
  AccessTokenVerifier,
  {
    /** The expected claims, by kind of token. */
    readonly expected: Readonly<Record<TokenKind, ExpectedClaims.ExpectedClaims>>
    /** The kinds that are accepted besides normal tokens. */
    readonly allow: AllowedKinds
    /** Fetches the public keys that it will need, unless they are there. */
    readonly loadKeys: Effect.Effect<void, KeySet.KeysUnavailable>
    readonly verify: (
      accessToken: SecretInput,
      options?: VerifyOptions
    ) => Effect.Effect<VerifiedClaims.VerifiedClaims, VerifyError>
  }
>()("gatefold/backend/verify/AccessTokenVerifier") {}

/** How tokens are verified; everything is optional. */
export interface VerifierOptions {
  /**
   * Kinds of tokens to accept besides those of ordinary users: `restricted` (such as users whose email address is not
   * verified) and `anonymous` (guests). Default: none. In the service of 2025-06 all tokens, including those of guests,
   * are of the ordinary kind.
   */
  readonly allow?: AllowedKinds | undefined
  /**
   * The issuer of ordinary users' tokens. Default: that of the project below the API URL. Set it if this server reaches
   * the service under another URL than the public one.
   */
  readonly issuer?: string | undefined
  /** How many verified tokens are cached until they expire; 0 for none. Default: 1,000. */
  readonly cacheSize?: number | undefined
  /** By how much the clocks of the service and of this machine may differ. Default: 0. */
  readonly clockTolerance?: Duration.Input | undefined
}

/** The number of headers to cache. There is one for each key, and keys rotate. */
const maxHeaders = 64

interface CachedToken {
  readonly text: string
  readonly claims: VerifiedClaims.VerifiedClaims
  readonly kid: string
  readonly key: jose.CryptoKey
}

/** The settings of a verifier, its public keys, and the tokens that it remembers. */
interface Verifier {
  readonly expected: AccessTokenVerifier["Service"]["expected"]
  readonly keys: KeysByKind.KeysByKind
  readonly toleranceMillis: number
  /** Keyed by the signature, which is short. A lookup also compares the whole text. */
  readonly recent: LruMap.LruMap<string, CachedToken>
  /** Key ids by the headers of verified tokens, because most tokens have one of few headers. */
  readonly kids: LruMap.LruMap<string, string>
}

/** The kind that the audience of a token names; undefined for that of another project. */
const checkKind = (
  payload: VerifiedClaims.Payload | undefined,
  expected: Verifier["expected"]
): TokenKind | undefined => tokenKinds.find((kind) => payload?.aud === expected[kind].audience)

const makeAudienceError = (payload: VerifiedClaims.Payload | undefined, projectId: string): InvalidAccessToken =>
  typeof payload?.aud === "string" && payload.aud.length <= 64
    ? new InvalidProjectForAccessToken({ details: { expectedProjectId: projectId, actualProjectId: payload.aud } })
    : new UnparsableAccessToken()

const makeClaimsError = (
  payload: VerifiedClaims.Payload | undefined,
  { audience, issuers, projectId }: ExpectedClaims.ExpectedClaims
): InvalidAccessToken =>
  payload?.aud !== audience && issuers.some((issuer) => payload?.iss === issuer)
    ? makeAudienceError(payload, projectId)
    : new UnparsableAccessToken()

const isExpired = (
  { toleranceMillis }: Verifier,
  { expiresAtMillis }: VerifiedClaims.TokenClaims,
  clock: Clock.Clock
): boolean => clock.currentTimeMillisUnsafe() >= expiresAtMillis + toleranceMillis

const makeExpiredError = ({ expiresAtMillis }: VerifiedClaims.TokenClaims) =>
  new AccessTokenExpired({ details: { expiredAt: new Date(expiresAtMillis) } })

/** Checks the claims of a genuine payload; of several faults the first one in this order is reported. */
const checkClaims = (
  verifier: Verifier,
  payload: VerifiedClaims.Payload | undefined,
  kind: TokenKind,
  clock: Clock.Clock
): Effect.Effect<VerifiedClaims.VerifiedClaims, InvalidAccessToken> => {
  const expected = verifier.expected[kind]
  const claims = payload && VerifiedClaims.fromPayload(payload, expected)
  if (payload === undefined || claims === undefined) return Effect.fail(makeClaimsError(payload, expected))
  const { nbf = 0 } = payload
  if (Number(nbf) * 1000 > clock.currentTimeMillisUnsafe() + verifier.toleranceMillis) {
    return Effect.fail(new UnparsableAccessToken())
  }
  return isExpired(verifier, claims, clock)
    ? Effect.fail(makeExpiredError(claims))
    : Effect.succeed(VerifiedClaims.vouch(claims))
}

const checkSignature = (
  { parts }: UnverifiedToken.UnverifiedToken,
  key: jose.CryptoKey
): Effect.Effect<void, UnparsableAccessToken> =>
  Effect.filterOrFail(
    Effect.tryPromise({ try: () => Signature.verify(parts, key), catch: () => new UnparsableAccessToken() }),
    (isGenuine) => isGenuine,
    () => new UnparsableAccessToken()
  )

/** Avoids an effect if the key is in memory, which is the usual case. */
const withKey = <A, E>(
  keys: KeysByKind.KeysOfKind,
  kid: string,
  clock: Clock.Clock,
  use: (key: jose.CryptoKey | undefined) => Effect.Effect<A, E>
): Effect.Effect<A, E | KeySet.KeysUnavailable> => {
  const key = keys.peek(kid, clock)
  return key === undefined ? Effect.flatMap(keys.find(kid), use) : use(key)
}

/** Verifies a token that is not remembered, and remembers a valid one. */
const verifyNew = (
  verifier: Verifier,
  text: string,
  allowed: AllowedKinds,
  clock: Clock.Clock
): Effect.Effect<VerifiedClaims.VerifiedClaims, VerifyError> => {
  const { expected, keys, kids, recent } = verifier
  const token = UnverifiedToken.parse(text, kids)
  if (token === undefined) return Effect.fail(new UnparsableAccessToken())
  const { kid, payload } = token
  const named = checkKind(payload, expected)
  // The audience is read first, so that tokens of another project, or of a kind that is not allowed, cause no fetch of
  // keys.
  if (named === undefined && !keys.normal.has(kid)) {
    return Effect.fail(makeAudienceError(payload, expected.normal.projectId))
  }
  const kind = named ?? "normal"
  if (isRefused(kind, allowed)) return Effect.fail(new TokenKindNotAllowed({ kind }))
  return withKey(keys[kind], kid, clock, (key) => {
    if (key === undefined) return Effect.fail(new UnparsableAccessToken())
    return Effect.flatMap(checkSignature(token, key), () =>
      Effect.map(checkClaims(verifier, payload, kind, clock), (claims) => {
        kids.set(token.parts.header, kid)
        recent.set(token.parts.signature, { text, claims, kid, key })
        return claims
      })
    )
  })
}

const verify = (
  verifier: Verifier,
  text: string,
  allowed: AllowedKinds,
  clock: Clock.Clock
): Effect.Effect<VerifiedClaims.VerifiedClaims, VerifyError> => {
  const { keys, recent } = verifier
  if (text.length > maxTokenLength) return Effect.fail(new UnparsableAccessToken())
  const signature = Signature.extract(text)
  const cached = recent.get(signature)
  if (cached === undefined || cached.text !== text) return verifyNew(verifier, text, allowed, clock)
  const { claims, key, kid } = cached
  const { kind } = claims
  if (isRefused(kind, allowed)) return Effect.fail(new TokenKindNotAllowed({ kind }))
  if (isExpired(verifier, claims, clock)) {
    recent.delete(signature)
    return Effect.fail(makeExpiredError(claims))
  }
  // Cached tokens of a withdrawn key do not count any more.
  return withKey(keys[kind], kid, clock, (current) => {
    if (current === key) return Effect.succeed(claims)
    recent.delete(signature)
    return verifyNew(verifier, text, allowed, clock)
  })
}

const make = Effect.fnUntraced(function* (
  { apiUrl, projectId }: ServiceConfig.ServiceConfig,
  { allow = [], cacheSize = 1000, clockTolerance = 0, issuer }: VerifierOptions
) {
  yield* CountOption.check("cacheSize", cacheSize, 0)
  const toleranceMillis = yield* DurationOption.parseMillis("clockTolerance", clockTolerance)
  yield* AuthTimeout.limitMillis
  const expected = ExpectedClaims.make({ apiUrl, projectId }, issuer)
  const keys = yield* Effect.provideService(
    KeysByKind.make(`${apiUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`),
    HttpGuard,
    yield* SharedCircuits.guard
  )
  const verifier: Verifier = {
    expected,
    keys,
    toleranceMillis,
    recent: LruMap.make(cacheSize),
    kids: LruMap.make(maxHeaders)
  }
  return AccessTokenVerifier.of({
    expected,
    allow,
    loadKeys: Effect.forEach(["normal" as const, ...allow], (kind) => keys[kind].load, { discard: true }),
    verify: operation("AccessTokenVerifier.verify")(
      (accessToken: SecretInput, { allow: allowed = allow }: VerifyOptions = {}) =>
        Effect.clockWith((clock) => verify(verifier, reveal(accessToken), allowed, clock))
    )
  })
})

/** A verifier for the project of the client app in context. */
export const layer = (
  options: VerifierOptions = {}
): Layer.Layer<AccessTokenVerifier, InvalidOption, ClientApp.ClientApp> =>
  Layer.effect(
    AccessTokenVerifier,
    Effect.flatMap(ClientApp.ClientApp, ({ project }) => make(project, options))
  )

/** A verifier without any key of the project, for servers that only verify. */
export const layerProject = (
  options: ServiceConfig.ProjectOptions & VerifierOptions
): Layer.Layer<AccessTokenVerifier, InvalidOption> =>
  Layer.effect(
    AccessTokenVerifier,
    Effect.flatMap(ServiceConfig.make(options), (project) => make(project, options))
  )

/** A verifier from Effect's `Config`: it reads the project and the URL that `ClientAppConfig.layerConfig` reads. */
export const layerConfig = (
  options: VerifierOptions = {}
): Layer.Layer<AccessTokenVerifier, InvalidOption | Config.ConfigError> =>
  Layer.unwrap(Effect.map(Environment.options(), (project) => layerProject({ ...project, ...options })))

/** The service's answer: the claims, and the user. */
export interface Fresh {
  readonly claims: VerifiedClaims.VerifiedClaims
  readonly user: CurrentUser
}

/**
 * Asks the service about a token instead of the key set: one request each time, which also fails if the user was
 * deleted.
 */
export const verifyFresh = operation("AccessTokenVerifier.verifyFresh")(function* (
  accessToken: SecretInput,
  options: VerifyOptions = {}
): Effect.fn.Return<
  Fresh,
  | InvalidAccessToken
  | TokenKindNotAllowed
  | Endpoint.KnownErrors<typeof UsersWire.getMe>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | RequestRefused
  | TransportError,
  AccessTokenVerifier | ClientApp.ClientApp
> {
  const { allow, expected } = yield* AccessTokenVerifier
  const app = yield* ClientApp.ClientApp
  const text = reveal(accessToken)
  const payload = UnverifiedToken.parse(text)?.payload
  const kind = checkKind(payload, expected)
  if (payload === undefined || kind === undefined) return yield* makeAudienceError(payload, expected.normal.projectId)
  if (isRefused(kind, options.allow ?? allow)) return yield* new TokenKindNotAllowed({ kind })
  const claims = VerifiedClaims.fromPayload(payload, expected[kind])
  if (claims === undefined) return yield* new UnparsableAccessToken()
  const credentials = { accessToken: Redacted.make(text, { label: "accessToken" }) }
  const user = yield* catchInvalidAccessToken(Effect.fail)(app.call(UsersWire.getMe, {}, credentials))
  if (user.id !== claims.userId) return yield* new UnparsableAccessToken()
  return { claims: VerifiedClaims.vouch(claims), user }
})

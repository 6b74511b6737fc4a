/**
 * A session for each request, from the tokens that it brought. It is never shared, and ends with the scope of its
 * request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { isInvalidAccessToken } from "../../domain/errors/Session.ts"
import { ClientApp } from "../../http/ClientApp.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import * as RequestOrigin from "../../platform/request/RequestOrigin.ts"
import { type RequestCookieOptions, ResponseCookies } from "../../platform/request/ServerCookies.ts"
import { authHeader, readBearer, isPair, isTokenText } from "../../platform/request/TokenText.ts"
import * as AuthorizedTransport from "../../session/AuthorizedTransport.ts"
import * as Session from "../../session/Session.ts"
import * as MemoryTokenStore from "../../token/MemoryTokenStore.ts"
import * as RequestTokenStore from "../../token/RequestTokenStore.ts"
import * as ServerCookieTokenStore from "../../token/ServerCookieTokenStore.ts"
import { TokenStore } from "../../token/TokenStore.ts"
import { getMe } from "../../wire/generated/Users.ts"
import { Forbidden, Unauthorized, type Unavailable } from "../AuthErrors.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as SharedCircuits from "../fleet/SharedCircuits.ts"
import { AccessTokenVerifier, type VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import { type AuthProblem, failUserAuth, failAfter } from "../verify/Failures.ts"
import type { VerifiedClaims } from "../verify/VerifiedClaims.ts"
import type { CurrentUser } from "./AuthMiddleware.ts"
import { BearerSession } from "./internal/BearerSession.ts"
import * as SharedRefreshes from "./SharedRefreshes.ts"

/** The session of one request, and the headers that its response needs. */
export interface RequestSession {
  readonly session: Session.Session["Service"]
  /** Whether the credentials came in a header. Browsers send cookies automatically, also for foreign pages. */
  readonly isFromHeader: boolean
  /** The verified user of the request, of a kind that is allowed. Tokens are refreshed first if necessary. */
  readonly user: Effect.Effect<CurrentUser["Service"], Unauthorized | Forbidden | Unavailable>
  /** Headers for the response: changed session cookies and `cache-control`; empty if nothing changed. */
  readonly headers: Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>>
}

/** Opens the session of a request from its cookies or its header. */
export class RequestSessions extends Context.Service<
  RequestSessions,
  {
    /**
     * Fails if the credentials cannot be parsed, or if a page of a foreign origin sent the request with cookies and it
     * may change something. Nothing is verified, and the service is not asked, until `user` is run.
     */
    readonly open: (
      request: RequestLike,
      options?: VerifyOptions
    ) => Effect.Effect<RequestSession, Unauthorized | Forbidden, Scope.Scope>
  }
>()("gatefold/backend/middleware/RequestSessions") {}

/** How requests are read; everything is optional. */
export interface RequestOptions extends RequestOrigin.OriginOptions, RequestCookieOptions {
  /** Whether session cookies count. Default: true. */
  readonly cookies?: boolean | undefined
}

interface Source extends Pick<RequestSession, "isFromHeader"> {
  readonly store: Layer.Layer<TokenStore | ResponseCookies>
}

/** An access token alone, which can never be refreshed. */
interface Bearer {
  readonly accessToken: Redacted.Redacted
}

/** The headers of a request without cookies. */
export const noHeaders: RequestSession["headers"] = Effect.succeed<ReadonlyArray<readonly [string, string]>>([])

/** Longer headers are refused unread (docs/protocol/threats.md#oversized-tokens). */
const maxHeaderLength = 16_384

const malformed = Effect.fail(new Unauthorized({ reason: "malformed" }))

/** The first source that is present; a pair is never taken from two of them. */
const findSource = (
  request: RequestLike,
  options: RequestOptions & { readonly projectId: string }
): Effect.Effect<Source | Bearer, Unauthorized> => {
  const token = readBearer(request)
  const header = token ?? request.headers.get(authHeader) ?? ""
  if (header.length > maxHeaderLength) return malformed
  if (token !== undefined && !isPair(token)) {
    return isTokenText(token)
      ? Effect.succeed({ accessToken: Redacted.make(token, { label: "accessToken" }) })
      : malformed
  }
  if (header !== "") {
    return Effect.matchEffect(RequestTokenStore.parse(request, options), {
      onFailure: () => malformed,
      onSuccess: (tokens) => Effect.succeed({ store: layerMemory(MemoryTokenStore.make(tokens)), isFromHeader: true })
    })
  }
  return Effect.succeed({
    store:
      options.cookies === false
        ? layerMemory(MemoryTokenStore.make())
        : ServerCookieTokenStore.layer(request, { ...options, memoryFallback: true }),
    isFromHeader: false
  })
}

/** The services and options with which the sessions of requests are opened. */
interface Opener {
  readonly app: SharedRefreshes.SharedApp
  readonly verifier: AccessTokenVerifier["Service"]
  readonly limitTime: ReturnType<typeof failAfter>
  readonly isForeign: (request: RequestLike) => boolean
}

const build = (app: ClientApp["Service"], store: Source["store"]) =>
  // Both layers are fresh for each request by themselves.
  Layer.build(Session.layer.pipe(Layer.provideMerge(store), Layer.provide(Layer.succeed(ClientApp, app))))

/** The user of a session, who is read at most once. */
const readUser = (
  { limitTime }: Opener,
  session: Session.Session["Service"],
  verified: Effect.Effect<VerifiedClaims, AuthProblem | Unauthorized>
): RequestSession["user"] => {
  const readOnce = AuthorizedTransport.call(getMe, {}).pipe(
    Effect.provideService(Session.Session, session),
    Effect.catch(failUserAuth),
    limitTime,
    Effect.cached
  )
  return limitTime(
    Effect.matchEffect(verified, {
      onFailure: (error) => (error instanceof Unauthorized ? Effect.fail(error) : failUserAuth(error)),
      onSuccess: (claims) => Effect.map(readOnce, (get) => ({ id: claims.userId, claims, get }))
    })
  )
}

/** Makes no whole session: verifying a token needs none, and {@link BearerSession} opens one if a handler does. */
const openBearer = (
  opener: Opener,
  accessToken: Redacted.Redacted,
  scope: Scope.Scope,
  verifyOptions: VerifyOptions | undefined
): RequestSession => {
  const session = new BearerSession(opener.app, { accessToken }, (store) =>
    build(opener.app, layerMemory(store)).pipe(
      Effect.map((context) => Context.get(context, Session.Session)),
      Scope.provide(scope)
    )
  )
  return {
    session,
    isFromHeader: true,
    user: readUser(opener, session, opener.verifier.verify(accessToken, verifyOptions)),
    headers: noHeaders
  }
}

// Made once, because capturing the stack takes most of the time of making an error.
const missing = Effect.fail(new Unauthorized({ reason: "missing" }))

/** The claims of a session's access token, which is refreshed first if necessary. */
const readClaims = Effect.fnUntraced(function* (
  { app, verifier }: Opener,
  session: Session.Session["Service"],
  verifyOptions: VerifyOptions | undefined
) {
  const tokens = yield* session.store.get
  if (tokens === undefined) return yield* missing
  const verify = (accessToken: Redacted.Redacted) => verifier.verify(accessToken, verifyOptions)
  // Without a refresh token it cannot be refreshed: its verification reports the error.
  if (tokens.refreshToken === undefined && tokens.accessToken !== undefined) return yield* verify(tokens.accessToken)
  const credentials = yield* session.credentials
  if (credentials === undefined) return yield* new Unauthorized({ reason: "expired" })
  return yield* Effect.catchIf(verify(credentials.accessToken), isInvalidAccessToken, (error) =>
    Effect.flatMap(Effect.andThen(app.drop(credentials.accessToken), session.renew(credentials)), (renewed) =>
      renewed === undefined ? Effect.fail(error) : verify(renewed.accessToken)
    )
  )
})

const openPair = Effect.fnUntraced(function* (
  opener: Opener,
  { isFromHeader, store }: Source,
  request: RequestLike,
  verifyOptions: VerifyOptions | undefined
) {
  const context = yield* build(opener.app, store)
  const session = Context.get(context, Session.Session)
  if (!isFromHeader && opener.isForeign(request) && (yield* session.store.get) !== undefined) {
    return yield* new Forbidden({ reason: "origin" })
  }
  return {
    session,
    isFromHeader,
    user: readUser(opener, session, readClaims(opener, session, verifyOptions)),
    headers: Context.get(context, ResponseCookies).headers
  } satisfies RequestSession
})

const make = Effect.fnUntraced(function* (options: RequestOptions) {
  const app = yield* SharedRefreshes.share(yield* SharedCircuits.withCircuits(yield* ClientApp))
  const verifier = yield* AccessTokenVerifier
  const limitTime = failAfter(yield* AuthTimeout.limitMillis)
  const isForeign = RequestOrigin.make(options)
  if (isForeign === undefined) {
    return yield* new InvalidOption({ option: "trustedOrigins", problem: RequestOrigin.invalidTrustedOrigins })
  }
  const opener: Opener = { app, verifier, limitTime, isForeign }
  const { projectId } = app.project
  return RequestSessions.of({
    open: (request, verifyOptions) =>
      Effect.flatMap(findSource(request, { ...options, projectId }), (source) =>
        "store" in source
          ? openPair(opener, source, request, verifyOptions)
          : Effect.map(Effect.scope, (scope) => openBearer(opener, source.accessToken, scope, verifyOptions))
      )
  })
})

const layerMemory = (store: TokenStore["Service"]): Layer.Layer<TokenStore | ResponseCookies> =>
  Layer.succeedContext(Context.make(TokenStore, store).pipe(Context.add(ResponseCookies, { headers: noHeaders })))

/** Sessions over the client app and the verifier in context. */
export const layer = (
  options: RequestOptions = {}
): Layer.Layer<RequestSessions, InvalidOption, ClientApp | AccessTokenVerifier> =>
  Layer.effect(RequestSessions, make(options))

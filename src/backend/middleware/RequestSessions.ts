/**
 * A session for each request, from the tokens that it brought. It is never shared, and ends with the scope of its
 * request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { getMe } from "../../wire/generated/Users.ts"
import { isInvalidAccessToken } from "../../domain/errors/Session.ts"
import { ClientApp } from "../../http/ClientApp.ts"
import { InvalidOption } from "../../http/ProjectConfig.ts"
import type { RequestLike } from "../../platform/RequestHeaders.ts"
import * as RequestOrigin from "../../platform/RequestOrigin.ts"
import { ResponseCookies } from "../../platform/ServerCookies.ts"
import * as AuthorizedTransport from "../../session/AuthorizedTransport.ts"
import * as SessionModule from "../../session/Session.ts"
import { authHeader, bearer, isPair, isTokenText } from "../../token/internal/TokenText.ts"
import * as MemoryTokenStore from "../../token/MemoryTokenStore.ts"
import * as RequestTokenStore from "../../token/RequestTokenStore.ts"
import * as ServerCookieTokenStore from "../../token/ServerCookieTokenStore.ts"
import { type Tokens, TokenStore } from "../../token/TokenStore.ts"
import { AccessTokenVerifier, type VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import { Forbidden, Unauthorized, type Unavailable } from "../AuthErrors.ts"
import type { CurrentUser } from "./AuthMiddleware.ts"
import { refuseUser, within } from "../verify/Failures.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as SharedRefreshes from "../fleet/SharedRefreshes.ts"

/** One request's session. */
export interface RequestSession {
  readonly session: SessionModule.Session["Service"]
  /** Whether the credentials came in a header. Browsers send cookies automatically, also for foreign pages. */
  readonly explicit: boolean
  /** The verified user of the request, of a kind that is allowed. Tokens are refreshed first if necessary. */
  readonly user: Effect.Effect<CurrentUser["Service"], Unauthorized | Forbidden | Unavailable>
  /** Headers for the response: changed session cookies and `cache-control`; empty if nothing changed. */
  readonly headers: Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>>
}

/** Opens sessions of requests. */
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
export interface RequestOptions extends RequestOrigin.OriginOptions {
  /** Whether session cookies count. Default: true. */
  readonly cookies?: boolean | undefined
  /** Whether browsers are on https, if requests cannot tell. */
  readonly https?: boolean | undefined
  /**
   * Keeps the cookies from scripts of the page, which then cannot tell who is
   * signed in: for apps in which only the server signs in and out. Default: false.
   */
  readonly httpOnly?: boolean | undefined
}

/** The source of a request's tokens. */
interface Source extends Pick<RequestSession, "explicit"> {
  readonly store: Layer.Layer<TokenStore | ResponseCookies>
}

const none = Effect.succeed<ReadonlyArray<readonly [string, string]>>([])

/** Longer headers are refused unread (docs/protocol/threats.md#oversized-tokens). */
const maxHeaderLength = 16_384

const make = Effect.fnUntraced(function* (options: RequestOptions) {
  const app = yield* SharedRefreshes.share(yield* ClientApp)
  const verifier = yield* AccessTokenVerifier
  const inTime = within(yield* AuthTimeout.check(yield* AuthTimeout.AuthTimeout))
  const isForeign = RequestOrigin.make(options)
  if (isForeign === undefined) {
    return yield* new InvalidOption({ option: "trustedOrigins", problem: RequestOrigin.problem })
  }
  const { projectId } = app.project
  const malformed = Effect.fail(new Unauthorized({ reason: "malformed" }))
  // Made once, because capturing the stack takes most of the time of making an error.
  const missing = Effect.fail(new Unauthorized({ reason: "missing" }))

  const inHeader = (tokens: Tokens | undefined): Source => ({ store: inMemory(tokens), explicit: true })

  /** The first source that is present; a pair is never taken from two of them. */
  const sourceOf = (request: RequestLike): Effect.Effect<Source, Unauthorized> => {
    const token = bearer(request)
    const header = token ?? request.headers.get(authHeader) ?? ""
    if (header.length > maxHeaderLength) return malformed
    if (token !== undefined && !isPair(token)) {
      return isTokenText(token)
        ? Effect.succeed(inHeader({ accessToken: Redacted.make(token, { label: "accessToken" }) }))
        : malformed
    }
    if (header !== "") {
      return Effect.matchEffect(RequestTokenStore.parse(request, { projectId }), {
        onFailure: () => malformed,
        onSuccess: (tokens) => Effect.succeed(inHeader(tokens))
      })
    }
    return Effect.succeed({
      store:
        options.cookies === false
          ? inMemory(undefined)
          : ServerCookieTokenStore.layer(request, { ...options, projectId, memoryFallback: true }),
      explicit: false
    })
  }

  const open = Effect.fnUntraced(function* (request: RequestLike, verifyOptions?: VerifyOptions) {
    const { explicit, store } = yield* sourceOf(request)
    const context = yield* Layer.build(
      Layer.fresh(SessionModule.layer.pipe(Layer.provideMerge(store))).pipe(
        Layer.provide(Layer.succeed(ClientApp, app))
      )
    )
    const session = Context.get(context, SessionModule.Session)
    if (!explicit && isForeign(request) && (yield* session.store.get) !== undefined) {
      return yield* new Forbidden({ reason: "origin" })
    }

    const verify = (accessToken: Redacted.Redacted) => verifier.verify(accessToken, verifyOptions)
    const claims = Effect.gen(function* () {
      const tokens = yield* session.store.get
      if (tokens === undefined) return yield* missing
      // Without a refresh token it cannot be refreshed: its verification reports the error.
      if (tokens.refreshToken === undefined) return yield* verify(tokens.accessToken)
      const credentials = yield* session.credentials
      if (credentials === undefined) return yield* new Unauthorized({ reason: "expired" })
      return yield* Effect.catchIf(verify(credentials.accessToken), isInvalidAccessToken, (error) =>
        Effect.flatMap(session.renew(credentials), (renewed) =>
          renewed === undefined ? Effect.fail(error) : verify(renewed.accessToken)
        )
      )
    })

    const user = Effect.gen(function* () {
      const verified = yield* claims
      const get = yield* Effect.cached(
        AuthorizedTransport.call(getMe, {}).pipe(
          Effect.provideService(SessionModule.Session, session),
          Effect.catch(refuseUser),
          inTime
        )
      )
      return { id: verified.userId, claims: verified, get }
    }).pipe(
      Effect.catch((error) => (error._tag === "Unauthorized" ? Effect.fail(error) : refuseUser(error))),
      inTime
    )

    return { session, explicit, user, headers: Context.get(context, ResponseCookies).headers } satisfies RequestSession
  })

  return RequestSessions.of({ open })
})

const inMemory = (tokens: Tokens | undefined): Layer.Layer<TokenStore | ResponseCookies> =>
  Layer.succeedContext(
    Context.make(TokenStore, MemoryTokenStore.make(tokens)).pipe(Context.add(ResponseCookies, { headers: none }))
  )

/** Sessions over the client app and the verifier in context. */
export const layer = (
  options: RequestOptions = {}
): Layer.Layer<RequestSessions, InvalidOption, ClientApp | AccessTokenVerifier> =>
  Layer.effect(RequestSessions, make(options))

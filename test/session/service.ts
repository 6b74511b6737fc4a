/**
 * A service in a few lines: sessions, access tokens with a life of their own clock, and a journal of what it was asked.
 * Faults are put in front of it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { HttpRequest } from "../../src/http/Http.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import { Session, layer as sessionLayer } from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type IssuedTokens, type Tokens, TokenStore } from "../../src/token/TokenStore.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { type Answer, clientApp, json, knownError, network, userJson } from "../support/scriptedNetwork.ts"
import { texts, unsignedToken } from "../support/tokens.ts"

export type Kind = "refresh" | "get" | "patch" | "signOut"

export interface Entry {
  readonly kind: Kind
  readonly atMillis: number
  /** The refresh token of a refresh, the access token of anything else. */
  readonly token: string
  readonly body: string | undefined
}

export interface Service {
  readonly journal: Array<Entry>
  readonly count: (kind: Kind) => number
  /** Opens a session of a user and answers its tokens. */
  readonly open: (
    user: string
  ) => Effect.Effect<Tokens & { readonly refreshToken: Redacted.Redacted; readonly accessToken: Redacted.Redacted }>
  /** Ends a session: its refresh token is unknown from now on. */
  readonly end: (refreshToken: string) => void
  /** The user of a live session, by its refresh token. */
  readonly sessions: ReadonlyMap<string, { readonly id: string; readonly user: string }>
  /** Whether the service would accept an access token now. */
  readonly accepts: (accessToken: string) => Effect.Effect<boolean>
  readonly findUser: (accessToken: string) => string | undefined
  readonly settings: Settings
  /** Forgets what it has recorded and issued, so that only the session can grow. */
  readonly forget: () => void
  readonly network: ReturnType<typeof network>
}

export interface Settings {
  /** How long an access token lives. */
  lifeSeconds: number
  /** How far the service's clock is ahead of ours, beside the second that keeps it from 1970. */
  skewSeconds: number
  latencyMillis: number
  rotate: boolean
  /** Whether a refresh token that was rotated before ends its session when it is used again. */
  detectReuse: boolean
  omitIat: boolean
  /** What happens to a request before the service sees it, or instead. */
  fault: (kind: Kind, n: number, pass: Answer) => Answer
}

export const makeService = (overrides: Partial<Settings> = {}): Service => {
  const settings: Settings = {
    lifeSeconds: 600,
    skewSeconds: 0,
    latencyMillis: 0,
    rotate: false,
    detectReuse: false,
    omitIat: false,
    fault: (_kind, _n, pass) => pass,
    ...overrides
  }
  const journal: Array<Entry> = []
  const sessions = new Map<string, { readonly id: string; readonly user: string }>()
  /** The session of each refresh token that was rotated. */
  const spent = new Map<string, string>()
  const issued = new Map<string, { readonly user: string; readonly session: string; readonly endsMillis: number }>()
  let serial = 0

  const serverMillis = Effect.map(Clock.currentTimeMillis, (now) => now + 1000 + settings.skewSeconds * 1000)

  const issue = (session: { readonly id: string; readonly user: string }) =>
    Effect.map(serverMillis, (now) => {
      const iat = Math.floor(now / 1000)
      const exp = iat + settings.lifeSeconds
      const claims = {
        sub: session.user,
        refreshTokenId: session.id,
        exp,
        ...(settings.omitIat ? undefined : { iat }),
        n: serial++
      }
      const token = unsignedToken(claims)
      issued.set(token, { user: session.user, session: session.id, endsMillis: exp * 1000 })
      return token
    })

  const accepts = (accessToken: string) =>
    Effect.map(serverMillis, (now) => (issued.get(accessToken)?.endsMillis ?? 0) > now)

  const answer = (kind: Kind, request: HttpRequest): Answer =>
    Effect.gen(function* () {
      const token = readToken(kind, request)
      if (kind === "refresh") {
        const session = sessions.get(token)
        if (session === undefined) {
          if (settings.detectReuse) {
            for (const [other, { id }] of sessions) if (id === spent.get(token)) sessions.delete(other)
          }
          return yield* knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
        }
        const accessToken = yield* issue(session)
        const next = settings.rotate ? `r${serial++}` : token
        if (settings.rotate) {
          sessions.delete(token)
          spent.set(token, session.id)
          sessions.set(next, session)
        }
        return yield* json({
          access_token: accessToken,
          token_type: "Bearer",
          expires_in: 3599,
          scope: "legacy",
          ...(settings.rotate ? { refresh_token: next } : undefined)
        })
      }
      if (!(yield* accepts(token))) return yield* knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: null })
      const { session, user } = issued.get(token)!
      if (kind !== "signOut") return yield* json({ ...userJson, display_name: user })
      for (const [refreshToken, { id }] of sessions) if (id === session) sessions.delete(refreshToken)
      return yield* json({ success: true })
    })

  const script = (request: HttpRequest): Answer =>
    Effect.flatMap(Clock.currentTimeMillis, (atMillis) => {
      const kind = readKind(request)
      journal.push({ kind, atMillis, token: readToken(kind, request), body: request.body })
      const n = journal.filter((entry) => entry.kind === kind).length
      const pass = answer(kind, request)
      const latency = settings.latencyMillis
      return settings.fault(
        kind,
        n,
        latency === 0 ? pass : Effect.delay(pass, latency / 2).pipe(Effect.tap(() => Effect.sleep(latency / 2)))
      )
    })

  const net = network(script)
  return {
    journal,
    forget: () => {
      journal.length = 0
      net.sent.length = 0
      issued.clear()
    },
    count: (kind) => journal.filter((entry) => entry.kind === kind).length,
    open: (user) =>
      Effect.gen(function* () {
        const session = { id: `s${serial++}`, user }
        const refreshToken = `r${serial++}`
        sessions.set(refreshToken, session)
        return { refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make(yield* issue(session)) }
      }),
    end: (refreshToken) => sessions.delete(refreshToken),
    sessions,
    accepts,
    findUser: (accessToken) => issued.get(accessToken)?.user,
    settings,
    network: net
  }
}

const readKind = (request: HttpRequest): Kind => {
  if (request.url.endsWith("/auth/oauth/token")) return "refresh"
  if (request.url.endsWith("/auth/sessions/current")) return "signOut"
  return request.method === "PATCH" ? "patch" : "get"
}

const readToken = (kind: Kind, request: HttpRequest): string =>
  kind === "refresh"
    ? (new URLSearchParams(request.body).get("refresh_token") ?? "")
    : (request.headers["x-stack-access-token"] ?? "")

/** A session over a service and a store. */
export const sessionOver = (service: Service, store: TokenStore["Service"] = MemoryTokenStore.make()) =>
  sessionLayer.pipe(
    Layer.provide([clientApp().pipe(Layer.provide(service.network.layer)), Layer.succeed(TokenStore, store)])
  )

export const withSession =
  (service: Service, store?: TokenStore["Service"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, sessionOver(service, store))

export { Session }

export const getMe = AuthorizedTransport.call(UsersWire.getMe, {})
export const updateMe = AuthorizedTransport.call(UsersWire.updateMe, { payload: { displayName: "x" } })
export const credentials = Effect.flatMap(Session, (session) => session.credentials)
export const credentialsFor = (millis: number) => Effect.flatMap(Session, (session) => session.credentialsFor(millis))
export const signIn = (tokens: IssuedTokens) =>
  Effect.flatMap(Session, (session) => session.signIn(Effect.succeed(tokens)))
export const signOut = Effect.flatMap(Session, (session) => Effect.orDie(session.signOut))

/** The stored tokens, as texts. */
export const stored = Effect.flatMap(Session, (session) => Effect.map(session.store.get, texts))

/** A signed-in session of `ada` whose access token has ended, and the service that knows it. */
export const expired = Effect.fnUntraced(function* (overrides: Partial<Settings> = {}) {
  const service = makeService(overrides)
  const tokens = yield* service.open("ada")
  const store = MemoryTokenStore.make({
    refreshToken: tokens.refreshToken,
    accessToken: Redacted.make("ended.e30.token")
  })
  return { service, store, tokens, run: withSession(service, store) }
})

type OpenedTokens = Effect.Success<ReturnType<Service["open"]>>

/** Runs a body in a session that nobody has signed in to. */
export const withNobody = <Step extends Effect.Effect<any, any, any>, A>(
  settings: Partial<Settings>,
  body: (context: { readonly service: Service }) => Generator<Step, A, never>
) => {
  const service = makeService(settings)
  return Effect.gen(() => body({ service })).pipe(withSession(service))
}

/** Runs a body in a session to which `ada` has just signed in. */
export const withAda = <Step extends Effect.Effect<any, any, any>, A>(
  settings: Partial<Settings>,
  body: (context: { readonly service: Service; readonly tokens: OpenedTokens }) => Generator<Step, A, never>
) =>
  withNobody(settings, function* ({ service }) {
    const tokens = yield* service.open("ada")
    yield* signIn(tokens)
    return yield* Effect.gen(() => body({ service, tokens }))
  })

/** Runs a body in a session of `ada` whose access token has ended. */
export const withExpiredAda = <Step extends Effect.Effect<any, any, any>, A>(
  settings: Partial<Settings>,
  body: (context: {
    readonly service: Service
    readonly store: TokenStore["Service"]
    readonly tokens: OpenedTokens
  }) => Generator<Step, A, never>
) => Effect.flatMap(expired(settings), ({ run, ...context }) => Effect.gen(() => body(context)).pipe(run))

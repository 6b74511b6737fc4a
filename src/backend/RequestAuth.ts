/**
 * Authenticates requests on servers without Effect: Hono, Express, Workers, Bun, Deno, and anything else with a
 * `Request` or headers.
 *
 * @example
 * ```ts
 * const auth = createRequestAuth({ projectId, publishableClientKey, apiUrl })
 *
 * export default { fetch: auth.protect((request, visitor) => new Response(`Hello ${visitor.userId}`)) }
 * ```
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { UserId } from "../domain/Ids.ts"
import type * as User from "../api/schema/User.ts"
import * as ClientApp from "../http/ClientApp.ts"
import { span } from "../operation/Operation.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import * as ResponseHeaders from "../platform/ResponseHeaders.ts"
import { Session } from "../session/Session.ts"
import type { VerifyOptions } from "./verify/AccessTokenVerifier.ts"
import * as Backend from "./Backend.ts"
import { type Forbidden, isAuthError, type Unauthorized, type Unavailable } from "./AuthErrors.ts"
import * as Guards from "./middleware/Guards.ts"
import { refusal, statuses } from "./Refusal.ts"
import { AuthTimeout } from "./AuthTimeout.ts"
import { noHeaders, type RequestSession, RequestSessions } from "./middleware/RequestSessions.ts"
import type { VerifiedClaims } from "./verify/VerifiedClaims.ts"

/** How requests are authenticated. */
export interface RequestAuthOptions extends ClientApp.ClientAppOptions, Backend.BackendOptions {
  /** How requests reach the service, such as `Http.layerHandler(emulator.fetch)`. Default: `fetch`. */
  readonly http?: Layer.Layer<never, unknown> | undefined
  /** Layers around the work, such as `Telemetry.layer` or a `Fleet`. They may use `http`. */
  readonly layer?: Layer.Layer<never, unknown> | undefined
  /**
   * How long a request waits for the service, however many calls that takes; after it the result is `Unavailable`. The
   * same limit applies to each permission check. Default: 5 seconds.
   */
  readonly authTimeout?: Duration.Input | undefined
}

/** The result of authentication for a request. */
export type Visit = Visitor | Stranger

interface AnyVisit extends AsyncDisposable {
  /**
   * Headers for the response, with the session's changed cookies: append each `set-cookie`, set the others. Read them
   * after the work; empty if nothing changed.
   */
  readonly headers: () => Promise<ReadonlyArray<readonly [name: string, value: string]>>
}

/** A signed-in user. */
export interface Visitor extends AnyVisit {
  readonly signedIn: true
  readonly userId: UserId
  /** The verified claims of the access token. */
  readonly claims: VerifiedClaims
  /** The user, read from the service once. Rejects with `Unauthorized`, `Forbidden` or `Unavailable`. */
  readonly user: () => Promise<User.CurrentUser>
  /** Rejects with `Forbidden` when the user does not have a permission, in a team or in the project. */
  readonly requirePermission: (permission: string, options?: { readonly teamId?: string }) => Promise<void>
  /** Runs an operation of `gatefold` as the user; rejects with its error. */
  readonly run: <A, E>(operation: Effect.Effect<A, E, Session>) => Promise<A>
}

/** A refused request; `status` is that of the response. */
export interface Stranger extends AnyVisit {
  readonly signedIn: false
  readonly error: Unauthorized | Forbidden | Unavailable
  readonly status: 401 | 403 | 503
}

/** Authenticates requests. Make one for the whole server. */
export interface RequestAuth extends AsyncDisposable {
  /** Never rejects for a wrong request: the result says what is wrong. */
  readonly authenticate: (request: RequestLike, options?: VerifyOptions) => Promise<Visit>
  /**
   * A handler for signed-in users. Other requests are answered with 401 or 503; users of a kind that is not allowed,
   * and requests of pages of a foreign origin, with 403. Responses carry changed cookies.
   */
  readonly protect: <Rest extends ReadonlyArray<unknown>>(
    handler: (request: Request, visitor: Visitor, ...rest: Rest) => Promise<Response> | Response,
    options?: VerifyOptions
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** A signed-in user. For operations as this user, use `forRequest` of `createServerApp`. */
export interface PlainVisitor extends Omit<Visitor, "run"> {}

/** The result of authentication for a request. */
export type PlainVisit = PlainVisitor | Stranger

/** Authenticates requests, without Effect. Make one for the whole server. */
export interface PlainRequestAuth extends AsyncDisposable {
  /** Never rejects for a wrong request: the result says what is wrong. */
  readonly authenticate: (request: RequestLike, options?: VerifyOptions) => Promise<PlainVisit>
  /**
   * A handler for signed-in users. Other requests are answered with 401 or 503; users of a kind that is not allowed,
   * and requests of pages of a foreign origin, with 403. Responses carry changed cookies.
   */
  readonly protect: (
    handler: (request: Request, visitor: PlainVisitor) => Promise<Response> | Response,
    options?: VerifyOptions
  ) => (request: Request) => Promise<Response>
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** Makes a `RequestAuth`. A wrong option makes requests reject with `InvalidOption`. */
export const createRequestAuth = (options: RequestAuthOptions): RequestAuth => {
  const { http = Layer.empty, layer = Layer.empty } = options
  const runtime = ManagedRuntime.make(
    Backend.layer(options).pipe(
      Layer.provideMerge(ClientApp.layer(options)),
      Layer.provideMerge(
        options.authTimeout === undefined ? Layer.empty : Layer.succeed(AuthTimeout, options.authTimeout)
      ),
      Layer.provideMerge(Layer.provideMerge(layer, http))
    )
  )
  const run = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
    const result = await runtime.runPromise(Effect.result(effect))
    if (result._tag === "Success") return result.success
    throw result.failure
  }

  const visit = Effect.fnUntraced(function* (request: RequestLike, options?: VerifyOptions) {
    const scope = Scope.makeUnsafe()
    const end = async () => {
      const closing = Scope.closeUnsafe(scope, Exit.void)
      if (closing !== undefined) await run(closing)
    }
    const stranger = (error: Stranger["error"], headers: AnyVisit["headers"]): Stranger => ({
      signedIn: false,
      error,
      status: statuses[error._tag],
      headers,
      [Symbol.asyncDispose]: end
    })
    let opened: RequestSession | undefined
    // The span of the request: whatever is done for it later is below this span, as one trace.
    let parent: Option.Option<Tracer.AnySpan> = Option.none()
    const withTrace = <A, E>(effect: Effect.Effect<A, E>) =>
      Option.isSome(parent) ? Effect.provideService(effect, Tracer.ParentSpan, parent.value) : effect
    const known = yield* Effect.gen(function* () {
      parent = yield* Effect.serviceOption(Tracer.ParentSpan)
      opened = yield* Scope.provide((yield* RequestSessions).open(request, options), scope)
      return { session: opened.session, ...(yield* opened.user) }
    }).pipe(span("RequestAuth.authenticate"), continueTrace(request), Effect.result)
    // Without cookies they are known already, which needs no fiber.
    const headers = () =>
      opened === undefined || opened.headers === noHeaders ? Promise.resolve([]) : run(opened.headers)
    if (known._tag === "Failure") return stranger(known.failure, headers)
    const { claims, get, id, session } = known.success
    const as = <A, E>(operation: Effect.Effect<A, E, Session>) =>
      run(withTrace(Effect.provideService(operation, Session, session)))
    const visitor: Visitor = {
      signedIn: true,
      userId: id,
      claims,
      user: () => run(withTrace(get)),
      requirePermission: (permission, options) => as(Guards.requirePermission(permission, options)),
      run: as,
      headers,
      [Symbol.asyncDispose]: end
    }
    return visitor
  })

  const authenticate: RequestAuth["authenticate"] = (request, options) => runtime.runPromise(visit(request, options))

  return {
    authenticate,
    protect:
      (handler, options) =>
      async (request, ...rest) => {
        const visit = await authenticate(request, options)
        try {
          const answer = async (visitor: Visitor) => handler(request, visitor, ...rest)
          const response = visit.signedIn ? await answer(visit).catch(refuseOrThrow) : refusal(visit)
          return ResponseHeaders.copyWith(response, await visit.headers())
        } finally {
          await visit[Symbol.asyncDispose]()
        }
      },
    dispose: () => runtime.dispose(),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** Authenticates the requests of a server. A wrong option makes requests reject with `InvalidOption`. */
export const createPlainRequestAuth = (options: RequestAuthOptions): PlainRequestAuth => createRequestAuth(options)

/** Runs an effect as part of the trace that a request says it belongs to, by `traceparent` or the headers of B3. */
const continueTrace =
  ({ headers }: RequestLike) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const sent = traceHeaders.flatMap((name) => {
      const value = headers.get(name)
      return typeof value === "string" ? [[name, value] as const] : []
    })
    if (sent.length === 0) return effect
    const parent = HttpTraceContext.fromHeaders(Headers.fromInput(sent))
    return Option.isSome(parent) ? Effect.provideService(effect, Tracer.ParentSpan, parent.value) : effect
  }

const traceHeaders = ["traceparent", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-sampled"]

/**
 * Refuses the request if a handler failed because its visitor may not do something, like that of a signed-out visitor.
 */
const refuseOrThrow = (error: unknown): Response => {
  if (isAuthError(error)) return refusal(error)
  throw error
}

/** A request of Node's `http`, as Express has it. */
export const fromNode = (request: {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly method?: string | undefined
}): RequestLike => ({
  method: request.method,
  headers: {
    get: (name) => {
      const key = name.toLowerCase()
      const value = Object.hasOwn(request.headers, key) ? request.headers[key] : undefined
      return typeof value === "string" || value === undefined ? value : value.join(", ")
    }
  }
})

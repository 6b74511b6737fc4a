/**
 * Who sends a request, for servers that are not written with Effect: Hono,
 * Express, Workers, Bun, Deno, and whatever else has a `Request` or headers.
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
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import type { TeamId, UserId } from "../domain/Ids.ts"
import type * as User from "../api/schema/User.ts"
import * as ClientApp from "../http/ClientApp.ts"
import { span } from "../operation/Operation.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import { Session } from "../session/Session.ts"
import type { VerifyOptions } from "./verify/AccessTokenVerifier.ts"
import * as Backend from "./Backend.ts"
import type { Forbidden, Unauthorized, Unavailable } from "./AuthErrors.ts"
import * as Guards from "./middleware/Guards.ts"
import { AuthTimeout } from "./AuthTimeout.ts"
import { RequestSessions } from "./middleware/RequestSessions.ts"
import type { VerifiedClaims } from "./verify/VerifiedClaims.ts"

/** How requests are authenticated. */
export interface RequestAuthOptions extends ClientApp.ClientAppOptions, Backend.BackendOptions {
  /**
   * How requests reach the service, such as `Http.layerHandler(emulator.fetch)`, and what else surrounds the work, such
   * as `Telemetry.layer` or a `Fleet`. Default: `fetch`.
   */
  readonly http?: Layer.Layer<never, unknown> | undefined
  /**
   * How long a request waits for the service to tell who sends it, whatever calls that takes: it is `Unavailable`
   * after that. The same holds for each permission that is asked for. Default: 5 seconds.
   */
  readonly authTimeout?: Duration.Input | undefined
}

/** The sender of a request, as far as that is known. */
export type Visit = Visitor | Stranger

interface AnyVisit extends AsyncDisposable {
  /**
   * What the response has to say of the session's cookies: append each
   * `set-cookie`, set the others. Ask when the work is done; empty when nothing changed.
   */
  readonly headers: () => Promise<ReadonlyArray<readonly [name: string, value: string]>>
}

/** A signed-in user. */
export interface Visitor extends AnyVisit {
  readonly signedIn: true
  readonly userId: UserId
  /** What the access token says; it was verified. */
  readonly claims: VerifiedClaims
  /** The whole user, asked of the service once. Rejects with `Unauthorized`, `Forbidden` or `Unavailable`. */
  readonly user: () => Promise<User.CurrentUser>
  /** Rejects with `Forbidden` when the user does not have a permission, in a team or in the project. */
  readonly requirePermission: (permission: string, options?: { readonly teamId?: TeamId }) => Promise<void>
  /** Runs an operation of `gatefold` as the user; rejects with its error itself. */
  readonly run: <A, E>(operation: Effect.Effect<A, E, Session>) => Promise<A>
}

/** Nobody who is let in; `status` is what to answer. */
export interface Stranger extends AnyVisit {
  readonly signedIn: false
  readonly error: Unauthorized | Forbidden | Unavailable
  readonly status: 401 | 403 | 503
}

/** Authenticates requests. One for the whole server. */
export interface RequestAuth extends AsyncDisposable {
  /** Never rejects: what is wrong with a request is a value. */
  readonly authenticate: (request: RequestLike, options?: VerifyOptions) => Promise<Visit>
  /**
   * A handler for signed-in users; all others are answered with 401, or 503, and with 403 users of a kind that is not
   * allowed and what a page of a foreign origin has made a browser send. It sends changed cookies.
   */
  readonly protect: <Rest extends ReadonlyArray<unknown>>(
    handler: (request: Request, visitor: Visitor, ...rest: Rest) => Promise<Response> | Response,
    options?: VerifyOptions
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /** Ends what is under way. */
  readonly dispose: () => Promise<void>
}

/** Makes what authenticates requests. A wrong option is reported by the first request, as a rejection. */
export const createRequestAuth = (options: RequestAuthOptions): RequestAuth => {
  const http = options.http ?? Layer.empty
  const runtime = ManagedRuntime.make(
    Backend.layer(options).pipe(
      Layer.provideMerge(ClientApp.layer(options)),
      Layer.provideMerge(
        options.authTimeout === undefined ? Layer.empty : Layer.succeed(AuthTimeout, options.authTimeout)
      ),
      Layer.provideMerge(http)
    )
  )
  const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
    runtime.runPromise(Effect.result(effect)).then((result) => {
      if (result._tag === "Success") return result.success
      throw result.failure
    })

  const visit = Effect.fnUntraced(function* (request: RequestLike, options?: VerifyOptions) {
    const scope = yield* Scope.make()
    const end = () => run(Scope.close(scope, Exit.void))
    const stranger = (error: Stranger["error"], headers: AnyVisit["headers"]): Stranger => ({
      signedIn: false,
      error,
      status: statuses[error._tag],
      headers,
      [Symbol.asyncDispose]: end
    })
    const opened = yield* RequestSessions.pipe(
      Effect.flatMap(({ open }) => open(request, options)),
      Scope.provide(scope),
      Effect.result
    )
    if (opened._tag === "Failure") return stranger(opened.failure, () => Promise.resolve([]))
    const { session, user } = opened.success
    const headers = () => run(opened.success.headers)
    const known = yield* Effect.result(span("RequestAuth.authenticate")(user))
    if (known._tag === "Failure") return stranger(known.failure, headers)
    const as = <A, E>(operation: Effect.Effect<A, E, Session>) =>
      run(Effect.provideService(operation, Session, session))
    const visitor: Visitor = {
      signedIn: true,
      userId: known.success.id,
      claims: known.success.claims,
      user: () => run(known.success.get),
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
          const response = visit.signedIn ? await handler(request, visit, ...rest) : refusal(visit)
          return withHeaders(response, await visit.headers())
        } finally {
          await visit[Symbol.asyncDispose]()
        }
      },
    dispose: () => runtime.dispose(),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

const statuses = { Unauthorized: 401, Forbidden: 403, Unavailable: 503 } as const

/** The answer to somebody who is not let in. */
export const refusal = ({ error, status }: Pick<Stranger, "error" | "status">): Response =>
  Response.json(
    { ...(error._tag === "Unavailable" ? {} : { reason: error.reason }), _tag: error._tag },
    { status, ...(status === 401 && { headers: { "www-authenticate": "Bearer" } }) }
  )

/** The same response with more headers; one that `fetch` brought cannot be changed itself. */
const withHeaders = (response: Response, headers: ReadonlyArray<readonly [name: string, value: string]>): Response => {
  if (headers.length === 0) return response
  const changed = new Response(response.body, response)
  for (const [name, value] of headers) {
    if (name === "set-cookie") changed.headers.append(name, value)
    else changed.headers.set(name, value)
  }
  return changed
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

/**
 * Authenticates requests on servers without Effect: Hono, Express, Workers, Bun, Deno, and anything else with a
 * `Request` or headers.
 *
 * @example
 * ```ts
 * const auth = createRequestAuth({ projectId, publishableClientKey, apiUrl })
 *
 * export default { fetch: auth.protect((request, session) => new Response(`Hello ${session.userId}`)) }
 * ```
 */
import * as Layer from "effect/Layer"
import * as ClientApp from "../../http/ClientApp.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import * as ResponseHeaders from "../../platform/request/ResponseHeaders.ts"
import { isAuthError } from "../AuthErrors.ts"
import { refusal } from "../AuthResponse.ts"
import type { VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import * as AuthResult from "./AuthResult.ts"
import * as Backend from "./Backend.ts"
import * as AuthRuntime from "./internal/AuthRuntime.ts"

/** The app's project and pages, the accepted users, and the time limit of a request. */
export interface RequestAuthOptions
  extends ClientApp.ClientAppOptions, Backend.BackendOptions, AuthRuntime.AuthRuntimeOptions {}

interface RequestAuthOf<Session> extends AsyncDisposable {
  /** Never rejects for a wrong request: the result says what is wrong. */
  readonly authenticate: (request: RequestLike, options?: VerifyOptions) => Promise<Session | AuthResult.AuthFailure>
  /**
   * A handler for signed-in users. Other requests are answered with 401 or 503; users of a kind that is not allowed,
   * and requests of pages of a foreign origin, with 403. Responses carry changed cookies.
   */
  readonly protect: <Rest extends ReadonlyArray<unknown>>(
    handler: (request: Request, session: Session, ...rest: Rest) => Promise<Response> | Response,
    options?: VerifyOptions
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /**
   * Resolves when requests can be authenticated, and rejects with `NotReady` otherwise: for readiness probes, and to
   * fetch public keys before the first request.
   */
  readonly ready: () => Promise<void>
  /** Lets work finish, within `drainTimeout`, and ends it. */
  readonly dispose: () => Promise<void>
}

/** Authenticates requests. Make one for the whole server. */
export interface RequestAuth extends RequestAuthOf<AuthResult.AuthSession> {}

/** A `RequestAuth` without Effect in its types. */
export interface PromiseRequestAuth extends RequestAuthOf<AuthResult.PromiseAuthSession> {}

/** Makes a `RequestAuth`. A wrong option makes requests reject with `InvalidOption`. */
export const createRequestAuth = (options: RequestAuthOptions): RequestAuth => {
  const runtime = AuthRuntime.make(Layer.provideMerge(Backend.layer(options), ClientApp.layer(options)), options)
  const authenticate: RequestAuth["authenticate"] = (request, requestOptions) =>
    runtime.runPromise(AuthResult.authenticate(runtime.runPromise, request, requestOptions))

  return {
    authenticate,
    protect:
      (handler, requestOptions) =>
      async (request, ...rest) => {
        const result = await authenticate(request, requestOptions)
        try {
          const answer = async (session: AuthResult.AuthSession) => handler(request, session, ...rest)
          const response = result.signedIn ? await answer(result).catch(refuseOrThrow) : refusal(result)
          return ResponseHeaders.copyWith(response, await result.headers())
        } finally {
          await result[Symbol.asyncDispose]()
        }
      },
    ready: () => runtime.runPromise(Backend.ready),
    dispose: () => runtime.dispose(),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** Authenticates the requests of a server. A wrong option makes requests reject with `InvalidOption`. */
export const createPromiseRequestAuth = (options: RequestAuthOptions): PromiseRequestAuth => createRequestAuth(options)

/** The response to a request whose handler failed because the user may not do something. */
const refuseOrThrow = (error: unknown): Response => {
  if (isAuthError(error)) return refusal(error)
  throw error
}

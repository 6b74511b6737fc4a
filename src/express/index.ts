/**
 * Middleware for Express 5: who sends a request, and what that user may do. It needs no `effect`.
 *
 * @example
 * ```ts
 * const auth = createExpressAuth({ projectId, publishableClientKey, apiUrl })
 *
 * app.get("/orders", auth.signedIn(), async (request, response) => {
 *   response.send(`Orders of ${(await auth.visitor(request).user()).primaryEmail}`)
 * })
 * app.get("/orders/all", auth.permission("orders:read"), (request, response) => response.send("Orders of everybody"))
 * app.use(auth.errors())
 * ```
 */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express"
import {
  type AdapterAuthOptions,
  type ApiKey,
  type AuthError,
  createAdapterAuth,
  fromNode,
  type GuardOptions,
  isAuthError,
  refusal,
  type RequestAuth,
  type Visit,
  type Visitor
} from "gatefold/promise/backend"

export type { GuardOptions } from "gatefold/promise/backend"

/** Options of `createRequestAuth`, and those for API keys. */
export interface ExpressAuthOptions extends AdapterAuthOptions {}

/** Middleware for one app. */
export interface ExpressAuth {
  /** Lets in signed-in users. Answers others with 401, 403 or 503. */
  readonly signedIn: (options?: GuardOptions) => RequestHandler
  /** Lets in everybody. `visit` says who it is. */
  readonly maybeSignedIn: (options?: GuardOptions) => RequestHandler
  /** Lets in users with a permission in the project. Answers others with 401, 403 or 503. */
  readonly permission: (id: string, options?: GuardOptions) => RequestHandler
  /** Lets in users with a permission in the team that a parameter of the path names, by default `:teamId`. */
  readonly teamPermission: (
    id: string,
    options?: GuardOptions & { readonly param?: string | undefined }
  ) => RequestHandler
  /** Lets in programs with an API key in the header `x-api-key`. Answers others with 401 or 503. */
  readonly apiKey: () => RequestHandler
  /** The API key of a request behind `apiKey`. Throws elsewhere. */
  readonly keyOf: (request: Request) => ApiKey
  /** The signed-in user of a request behind `signedIn`, `permission` or `teamPermission`. Throws elsewhere. */
  readonly visitor: (request: Request) => Visitor
  /** The user of a request behind any of the middleware, or why nobody is signed in. Throws elsewhere. */
  readonly visit: (request: Request) => Visit
  /** Answers 403 or 503 when a handler fails because its visitor may not do something. Add it after the routes. */
  readonly errors: () => ErrorRequestHandler
  /** Authenticates requests without middleware. */
  readonly auth: RequestAuth
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** Makes the middleware of an app. Make it once. */
export const createExpressAuth = (options: ExpressAuthOptions): ExpressAuth => {
  const { auth, dispose, keys, teamOf } = createAdapterAuth("createExpressAuth", options)
  const held = new WeakMap<Request, ApiKey>()
  const visits = new WeakMap<Request, Visit>()
  const visit = (request: Request): Visit => {
    const found = visits.get(request)
    if (found === undefined) throw new Error("This route needs signedIn(), maybeSignedIn() or permission() before it")
    return found
  }
  const visitor = (request: Request): Visitor => {
    const found = visit(request)
    if (!found.signedIn) throw found.error
    return found
  }
  const begin = async (request: Request, response: Response, options: GuardOptions | undefined): Promise<Visit> => {
    const visit = await auth.authenticate(fromNode(request), options)
    visits.set(request, visit)
    response.once("close", () => void visit[Symbol.asyncDispose]())
    sendHeaders(response, visit)
    return visit
  }
  const guard =
    (
      options: GuardOptions | undefined,
      check?: (visitor: Visitor, request: Request) => Promise<void>
    ): RequestHandler =>
    async (request, response, next) => {
      const visit = await begin(request, response, options)
      try {
        if (!visit.signedIn) throw visit.error
        await check?.(visit, request)
      } catch (error) {
        if (!isAuthError(error)) throw error
        await refuse(response, error)
        return
      }
      next()
    }
  return {
    signedIn: (options) => guard(options),
    maybeSignedIn: (options) => async (request, response, next) => {
      await begin(request, response, options)
      next()
    },
    permission: (id, options) => guard(options, (visitor) => visitor.requirePermission(id)),
    teamPermission: (id, { param = "teamId", ...options } = {}) =>
      guard(options, (visitor, request) =>
        visitor.requirePermission(id, { teamId: teamOf(param, request.params[param]) })
      ),
    apiKey: () => {
      const { authenticate } = keys()
      return async (request, response, next) => {
        const known = await authenticate(fromNode(request))
        if (!known.valid) return refuse(response, known.error)
        held.set(request, known.apiKey)
        next()
      }
    },
    keyOf: (request) => {
      const key = held.get(request)
      if (key === undefined) throw new Error("This route needs apiKey() before it")
      return key
    },
    visitor,
    visit,
    errors: () => async (error, _request, response, next) => {
      if (isAuthError(error) && !response.headersSent) await refuse(response, error)
      else next(error)
    },
    auth,
    dispose
  }
}

const refuse = async (response: Response, error: AuthError): Promise<void> => {
  const { body, headers, status } = refusal(error)
  response.status(status).setHeaders(headers)
  response.send(await new globalThis.Response(body).text())
}

/** Adds the cookies of a refreshed session when the response ends, before its headers are sent. */
const sendHeaders = (response: Response, visit: Visit): void => {
  const end = response.end.bind(response) as (...args: ReadonlyArray<unknown>) => Response
  const endWithHeaders = (...args: ReadonlyArray<unknown>): Response => {
    void visit.headers().then(
      (headers) => {
        if (!response.headersSent) {
          for (const [name, value] of headers) {
            if (name === "set-cookie") response.append(name, value)
            else response.setHeader(name, value)
          }
        }
        end(...args)
      },
      () => end(...args)
    )
    return response
  }
  response.end = endWithHeaders as typeof response.end
}

/**
 * Middleware for Express 5.
 *
 * @example
 * ```ts
 * const auth = createExpressAuth({ projectId, publishableClientKey, apiUrl })
 *
 * app.get("/orders", auth.signedIn(), async (request, response) => {
 *   response.send(`Orders of ${(await auth.sessionOf(request).user()).primaryEmail}`)
 * })
 * app.get("/orders/all", auth.permission("orders:read"), (request, response) => response.send("Orders of everybody"))
 * app.use(auth.errors())
 * ```
 */
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from "express"
import {
  type AdapterAuthOptions,
  type AdapterGuards,
  type ApiKey,
  type AuthError,
  type AuthResult,
  type AuthSession,
  createAdapterAuth,
  fromNode,
  type GuardOptions,
  isAuthError,
  refusal,
  type RequestAuth
} from "gatefold/promise/backend"

/** Options of `createRequestAuth`, and those for API keys. */
export interface ExpressAuthOptions extends AdapterAuthOptions {}

/** Middleware for one app. */
export interface ExpressAuth extends AdapterGuards<RequestHandler> {
  /** Lets in everybody. `resultOf` says who it is. */
  readonly maybeSignedIn: (options?: GuardOptions) => RequestHandler
  /** Lets in programs with an API key in the header `x-api-key`. Answers others with 401 or 503. */
  readonly apiKey: () => RequestHandler
  /** The API key of a request behind `apiKey`. Throws elsewhere. */
  readonly keyOf: (request: Request) => ApiKey
  /** The user's session of a request behind `signedIn`, `permission` or `teamPermission`. Throws elsewhere. */
  readonly sessionOf: (request: Request) => AuthSession
  /** The session of a request behind any of the middleware, or why nobody is signed in. Throws elsewhere. */
  readonly resultOf: (request: Request) => AuthResult
  /** Answers 403 or 503 when a handler fails because the user may not do something. Add it after the routes. */
  readonly errors: () => ErrorRequestHandler
  /** Authenticates requests without middleware. */
  readonly auth: RequestAuth
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** Makes the middleware of an app. Make it once. */
export const createExpressAuth = (options: ExpressAuthOptions): ExpressAuth => {
  const { auth, dispose, guards, keys } = createAdapterAuth("createExpressAuth", options)
  const apiKeys = new WeakMap<Request, ApiKey>()
  const results = new WeakMap<Request, AuthResult>()
  const getResult = (request: Request): AuthResult => {
    const result = results.get(request)
    if (result === undefined) throw new Error("This route needs signedIn(), maybeSignedIn() or permission() before it")
    return result
  }
  const authenticate = async (
    request: Request,
    response: Response,
    next: NextFunction,
    guardOptions: GuardOptions | undefined
  ) => {
    const result = await auth.authenticate(fromNode(request), guardOptions)
    results.set(request, result)
    response.once("close", () => void result[Symbol.asyncDispose]())
    await sendHeaders(response, result, next)
    return result
  }
  return {
    ...guards<Request, RequestHandler>({
      readParam: (request, name) => request.params[name],
      guard: (guardOptions, refusedBy) => async (request, response, next) => {
        const error = await refusedBy(await authenticate(request, response, next, guardOptions), request)
        if (error === undefined) next()
        else await refuse(response, error)
      }
    }),
    maybeSignedIn: (guardOptions) => async (request, response, next) => {
      await authenticate(request, response, next, guardOptions)
      next()
    },
    apiKey: () => {
      const programs = keys()
      return async (request, response, next) => {
        const checked = await programs.authenticate(fromNode(request))
        if (!checked.valid) return refuse(response, checked.error)
        apiKeys.set(request, checked.apiKey)
        next()
      }
    },
    keyOf: (request) => {
      const key = apiKeys.get(request)
      if (key === undefined) throw new Error("This route needs apiKey() before it")
      return key
    },
    sessionOf: (request) => {
      const result = getResult(request)
      if (!result.signedIn) throw result.error
      return result
    },
    resultOf: getResult,
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

/**
 * Sets the cookies of a refreshed session at once, because a handler that streams sends its headers early. Sets them
 * again when the response ends, because the handler may have changed them.
 */
const sendHeaders = async (response: Response, result: AuthResult, next: NextFunction): Promise<void> => {
  const setHeaders = replaceHeaders(response)
  const end = response.end.bind(response) as (...args: ReadonlyArray<unknown>) => Response
  const endWithHeaders = (...args: ReadonlyArray<unknown>): Response => {
    result
      .headers()
      .then(setHeaders, () => undefined)
      .then(() => end(...args))
      // Express catches what a handler throws, but not what is thrown after it.
      .catch(next)
    return response
  }
  response.end = endWithHeaders as typeof response.end
  setHeaders(await result.headers())
}

/** Sets headers of a response in place of those of the last call. Cookies that others have set stay. */
const replaceHeaders = (response: Response) => {
  let cookies: ReadonlyArray<string> = []
  return (headers: ReadonlyArray<readonly [name: string, value: string]>): void => {
    if (response.headersSent) return
    const others = [response.getHeader("set-cookie") ?? []].flat().filter((line) => !cookies.includes(String(line)))
    cookies = headers.filter(([name]) => name === "set-cookie").map(([, value]) => value)
    response.removeHeader("set-cookie")
    if (others.length + cookies.length > 0) response.setHeader("set-cookie", [...others.map(String), ...cookies])
    for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value)
  }
}

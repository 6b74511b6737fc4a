/**
 * Middleware for Hono: who sends a request, and what that user may do. It needs no `effect`.
 *
 * @example
 * ```ts
 * const auth = createHonoAuth({ projectId, publishableClientKey, apiUrl })
 *
 * const app = new Hono()
 *   .get("/orders", auth.signedIn(), async (c) => c.text(`Orders of ${(await c.var.visitor.user()).primaryEmail}`))
 *   .get("/orders/all", auth.permission("orders:read"), (c) => c.text("Orders of everybody"))
 * ```
 */
import {
  type AdapterAuthOptions,
  type ApiKey,
  createAdapterAuth,
  type GuardOptions,
  isAuthError,
  refusal,
  type RequestAuth,
  type Visit,
  type Visitor
} from "gatefold/promise/backend"
import type { Context, MiddlewareHandler } from "hono"

export type { GuardOptions } from "gatefold/promise/backend"

/** The variables in `c.var` of handlers behind `signedIn`, `permission` and `teamPermission`. */
export interface VisitorEnv {
  readonly Variables: { readonly visitor: Visitor }
}

/** The variables in `c.var` of handlers behind `apiKey`. */
export interface ApiKeyEnv {
  readonly Variables: { readonly apiKey: ApiKey }
}

/** The variables in `c.var` of handlers behind `maybeSignedIn`. */
export interface VisitEnv {
  readonly Variables: { readonly visit: Visit }
}

/** Options of `createRequestAuth`, and those for API keys. */
export interface HonoAuthOptions extends AdapterAuthOptions {}

/** Middleware for one app. */
export interface HonoAuth {
  /** Lets in signed-in users, as `c.var.visitor`. Answers others with 401, 403 or 503. */
  readonly signedIn: (options?: GuardOptions) => MiddlewareHandler<VisitorEnv>
  /** Lets in everybody: `c.var.visit` is a visitor with `signedIn: true`, or says why nobody is signed in. */
  readonly maybeSignedIn: (options?: GuardOptions) => MiddlewareHandler<VisitEnv>
  /** Lets in users with a permission in the project. Answers others with 401, 403 or 503. */
  readonly permission: (id: string, options?: GuardOptions) => MiddlewareHandler<VisitorEnv>
  /** Lets in users with a permission in the team that a parameter of the path names, by default `:teamId`. */
  readonly teamPermission: (
    id: string,
    options?: GuardOptions & { readonly param?: string | undefined }
  ) => MiddlewareHandler<VisitorEnv>
  /** Lets in programs with an API key in the header `x-api-key`, as `c.var.apiKey`. Answers others with 401 or 503. */
  readonly apiKey: () => MiddlewareHandler<ApiKeyEnv>
  /** Authenticates requests without middleware. */
  readonly auth: RequestAuth
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** Makes the middleware of an app. Make it once. */
export const createHonoAuth = (options: HonoAuthOptions): HonoAuth => {
  const { auth, dispose, keys, teamOf } = createAdapterAuth("createHonoAuth", options)
  /** Authenticates a request, and sends the cookies of a refreshed session when its work is done. */
  const around = async (
    context: Context,
    options: GuardOptions | undefined,
    work: (visit: Visit) => Promise<void>
  ): Promise<void> => {
    const visit = await auth.authenticate(context.req.raw, options)
    try {
      await work(visit)
      // Hono has caught what a handler threw: its visitor may not do something.
      if (isAuthError(context.error)) context.res = refusal(context.error)
      for (const [name, value] of await visit.headers()) {
        context.header(name, value, { append: name === "set-cookie" })
      }
    } finally {
      await visit[Symbol.asyncDispose]()
    }
  }
  const guard =
    (options: GuardOptions | undefined, check?: (visitor: Visitor, context: Context) => Promise<void>) =>
    (context: Context, next: () => Promise<void>): Promise<void> =>
      around(context, options, async (visit) => {
        const failure = visit.signedIn ? await failureOf(check?.(visit, context)) : visit.error
        if (failure !== undefined) {
          context.res = refusal(failure)
          return
        }
        context.set("visitor", visit)
        await next()
      })
  return {
    signedIn: (options) => guard(options),
    maybeSignedIn: (options) => (context, next) =>
      around(context, options, (visit) => {
        context.set("visit", visit)
        return next()
      }),
    permission: (id, options) => guard(options, (visitor) => visitor.requirePermission(id)),
    teamPermission: (id, { param = "teamId", ...options } = {}) =>
      guard(options, (visitor, context) =>
        visitor.requirePermission(id, { teamId: teamOf(param, context.req.param(param)) })
      ),
    apiKey: () => {
      const { authenticate } = keys()
      return async (context, next) => {
        const known = await authenticate(context.req.raw)
        if (!known.valid) return refusal(known)
        context.set("apiKey", known.apiKey)
        return next()
      }
    },
    auth,
    dispose
  }
}

/** The response of a check that refused the request. Throws any other failure. */
const failureOf = async (check: Promise<void> | undefined) => {
  try {
    await check
    return undefined
  } catch (error) {
    if (isAuthError(error)) return error
    throw error
  }
}

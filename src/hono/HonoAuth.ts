/**
 * Middleware for Hono.
 *
 * @example
 * ```ts
 * const auth = createHonoAuth({ projectId, publishableClientKey, apiUrl })
 *
 * const app = new Hono()
 *   .get("/orders", auth.signedIn(), async (c) => c.text(`Orders of ${(await c.var.session.user()).primaryEmail}`))
 *   .get("/orders/all", auth.permission("orders:read"), (c) => c.text("Orders of everybody"))
 * ```
 */
import {
  type AdapterAuthOptions,
  type AdapterGuards,
  type ApiKey,
  type AuthResult,
  type AuthSession,
  createAdapterAuth,
  type GuardOptions,
  isAuthError,
  refusal,
  type RequestAuth
} from "gatefold/promise/backend"
import type { Context, MiddlewareHandler } from "hono"

/** The variables in `c.var` of handlers behind `signedIn`, `permission` and `teamPermission`. */
export interface AuthSessionEnv {
  readonly Variables: { readonly session: AuthSession }
}

/** The variables in `c.var` of handlers behind `apiKey`. */
export interface ApiKeyEnv {
  readonly Variables: { readonly apiKey: ApiKey }
}

/** The variables in `c.var` of handlers behind `maybeSignedIn`. */
export interface AuthResultEnv {
  readonly Variables: { readonly auth: AuthResult }
}

/** Options of `createRequestAuth`, and those for API keys. */
export interface HonoAuthOptions extends AdapterAuthOptions {}

/** Middleware for one app. Handlers behind its guards have the user's session in `c.var.session`. */
export interface HonoAuth extends AdapterGuards<MiddlewareHandler<AuthSessionEnv>> {
  /** Lets in everybody: `c.var.auth` is a session with `signedIn: true`, or says why nobody is signed in. */
  readonly maybeSignedIn: (options?: GuardOptions) => MiddlewareHandler<AuthResultEnv>
  /** Lets in programs with an API key in the header `x-api-key`, as `c.var.apiKey`. Answers others with 401 or 503. */
  readonly apiKey: () => MiddlewareHandler<ApiKeyEnv>
  /** Authenticates requests without middleware. */
  readonly auth: RequestAuth
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** Makes the middleware of an app. Make it once. */
export const createHonoAuth = (options: HonoAuthOptions): HonoAuth => {
  const { auth, dispose, guards, keys } = createAdapterAuth("createHonoAuth", options)
  const runAround = async (
    context: Context,
    guardOptions: GuardOptions | undefined,
    work: (result: AuthResult) => Promise<void>
  ): Promise<void> => {
    const result = await auth.authenticate(context.req.raw, guardOptions)
    try {
      await work(result)
      // Hono has caught what a handler threw: the user may not do something.
      if (isAuthError(context.error)) context.res = refusal(context.error)
      for (const [name, value] of await result.headers()) {
        context.header(name, value, { append: name === "set-cookie" })
      }
    } finally {
      await result[Symbol.asyncDispose]()
    }
  }
  return {
    ...guards<Context, MiddlewareHandler<AuthSessionEnv>>({
      readParam: (context, name) => context.req.param(name),
      guard: (guardOptions, refusedBy) => (context, next) =>
        runAround(context, guardOptions, async (result) => {
          const error = await refusedBy(result, context)
          if (error !== undefined) {
            context.res = refusal(error)
          } else if (result.signedIn) {
            context.set("session", result)
            await next()
          }
        })
    }),
    maybeSignedIn: (guardOptions) => (context, next) =>
      runAround(context, guardOptions, (result) => {
        context.set("auth", result)
        return next()
      }),
    apiKey: () => {
      const { authenticate } = keys()
      return async (context, next) => {
        const checked = await authenticate(context.req.raw)
        if (!checked.valid) return refusal(checked)
        context.set("apiKey", checked.apiKey)
        return next()
      }
    },
    auth,
    dispose
  }
}
